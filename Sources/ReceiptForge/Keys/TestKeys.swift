/// Private keys of the test hierarchy.
///
/// They are published with this source and protect nothing: whoever has it can sign with them. They
/// are fixed because a population has to be the same, byte for byte, for the same seed (PKCS#1 v1.5
/// signatures are deterministic; key generation is not), and because generating them takes a second.
enum TestKeys {
  /// The pinned root.
  static let root = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDJMzKVxm/7UtTk
    lX9/AWZKdQ/rGN8rdwFiuQlcdLb9Oe49NrP2ubpuDWwJOJ+RwHlHIOrvnTPbL45T
    p0WIyRPklFBokC8pRCNJ9B0oYHmZF9PzsesEmmDMhNgSiy6TX/3VO/JROE+GZ5DH
    msoIzGLqBw4WHxO0MxsVwxyq/DK+tTA3i42ZKentvBDU5iGE3+XZeBTc5m4932Mv
    HihV8eejr+CwkkEWbQJnSDIez2s3zAvjlIHzph8NrGDpV9/6Qwtyi0ZW8r5ix8uf
    c4v3vSr9waWyTnTIYZAWv4W1924OCIAXA1LvCftcUjD+EcBKLKAe2vFYu/9XMnPF
    gUYEVAFFAgMBAAECggEAJpRVGkgLF+dZoB0Ube+ARD2vGDbUMBrpHpt5couEvQib
    KIyxNFmHqGuVcC0117ZO6vciZWDA3UIAqgS0fhaEZHuV8X7YNDL3C0quPpxFJLhf
    cWaHuIG7luvQHLooa6Tn4LfWboF8Kjr4lXWWUNqUCujgaBh8aDy2cFVRzW1/c3am
    oyTc4aKl6sPJgdIXBgENNvEpzM53aL7utr6fiRQl0NPT4F+p2G1JeWF+u5p4SmP4
    LX5vCugpQcJrSbua4HrFwMM31DmsEzCoDvIJ9s28OOeb9i0giOhZvBT6JY0LfHO3
    QSzGtO9j5xtYp0336tG81LduPH/Ng6jxgGbSOelOIQKBgQDngDCIEtqjvigcXvxY
    5wOpvYjmsnFiOOVITNtqtGullDrCa8JF7rs5UiF0ptrgae/t8ugkqJ3jGOG/h/fn
    cwQS3ZRs5ziv1yQtMIFiz2qeNMih2hIw3n5GQWZs5WWodiG+MbD0IP0x8gti9AbW
    UDt5ClfYn20+w8TqJM/ZhdvidQKBgQDefhnh/x97NGwXoUhNDPcxM0MlsR5PdJNx
    azuN1cOEhfdr0ciCqk3vnLRpiRVp+mWnklHiFB3GG6WVaLDDLvkCmAVFRleAwwPB
    +DfYAAswB7seWj7MGOM0OwyOW8EvoLKkgHN3aNThUkDceC3obBdbSIkwS5XUHO/s
    QpRsFPQpkQKBgAqfMBreOpfuvqpmlU+C8gEUyDZFk7w8/hAuLpcbxiCnx3ZqOVS6
    Gm8L3KsciMhpM/AICCy+a9giqSD/nRlKhrJS5l+E0G4JAgjsw9MDz1GI/HeoqNMD
    MmoI0ClI8Twkh3HRl9vrs5JaF7mnlrS4o7HvDo7K6dlKZDuWCs9hO/CNAoGAX9eE
    QMUMg58uXPN92KsYJJqHd0oX23RFO1tM+Sk3IvQug8SHkjnYfrpLQRbrIY7akVfH
    bBLsTHWGW5kQY9PtMj/YLWJCuVXIXZsWOzaxmwwJf+ayHGswHES/gOdnjaO0sIYg
    tzRyV2l+RTqD1BYT7Z+OcT5uGUQp2eVIWFKiZvECgYEAqg2NGc8jZykWWt6q1leg
    kvDStPxZ0wz13Xy+BbwHx1mnDr2Knpu41aor2rjEBPAiKzeg2xX5uQDH1Y1yFWPC
    Z4pQh83kSm+g0AkA57+ftUp2IGFUBN3rv5uYuK0ARPQFlQZK1C9KUlvake9VVaYd
    ZGvJ1nPxWFBavsZbCfmEiO4=
    -----END PRIVATE KEY-----
    """

  /// Signs leaves.
  static let intermediate = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDyQsFhA5kgwxZD
    Rw2+mgUqrkn8vIzfX+tAoYrEBDxsi9c1g9oWMqdDtNCRnKoIgvayEwejBe7NTFUM
    WdxUYTSCkNibd6CTH/h/xTq8nZamM14CB3xWiD/9zwpzAgrv4xA+nzQtuDlqRAYD
    gZ+3P3mk6Wck0TIxixBJJalQ2Q1Y64KU+nXNNwM0X2IDYe4whedtf7byMqZua7Dz
    c/r1jrjoJY8G3AxcJ4jXYn4rFmLGvZoAx426N6pXDIbz56MYPCTd0xlYFUGhxqvV
    y+1IYLkI6ppFfCRrktQ0W0TD8ob4//56GPkUHJsW2iQg/eioZtJEIvmh88i2Phe0
    azlk5YfXAgMBAAECggEAJey8YCcTjDTuIccYSDvNTkKtk3Ki7P8TkXEYi5oMKYP0
    w0xqUipI1AkU046+cYmq+/KNsgAmQ55M/Bt/Kfhzo3Lwbdoa2Z1aJgpmqQtUf50v
    /MpWNSesONv2C04JD0exDdSXcwbReii+9kKPEb1Omjntqy5SmL3n5UOPj3gDJmWd
    8pEuSFj8T8yhSpx6fYntvgPQpxhrCn4oQ5hfdPGOKA1VkEt0KcKlCC1oDZKPI+iD
    cI04Cg3BQACSkStSiBVJrNqzZEoxhiPZcWl3Hl3HlzOzkpuGSBXB3IItH0FCqpaX
    Otj3br1lxRVoRvAaViYI9yroQsTTlUKF6MSiMX+ldQKBgQD/mLmeejmN63dhQzev
    yY9MIQWfqkETsDyIwbzvLGcxZsFaa21qggqw5gVrdnm5XpS4Aqb95k/uraIZSWsx
    +rJnW0BR1NQ09navA4kIfypCTrJ3SXnMTyAKsilgfULkNYECFaM1p0FEWpysN9bp
    AxiVchjzD6cwmXpRp0XOr2ztswKBgQDypKRUlb5mNNVcdR0ajrojxxq+SkzFaUDk
    Tf7IeyPiPhHiZeI5xRUgPA9z3vp9gPiagI/1vUdH8C92xIB3d9h4rNItbm3bN6+Q
    5TPYucULGGhZuPJqL7xV/zS1RHF7KveytZNczZB7Kpm70qK+XR8Msc3BNi9XUjKl
    UaPAkStTTQKBgEs9TgbUu/SHCBFdlBrvHnuujNU/bQC6tFcdkNxnGcl1Eh3n2cGs
    njEMxTOpIJPsv6KbRUUgcw8zlbAT6LZBshqyxfBQ0lb05mMGi2Qw6uOx/t8WhgAa
    mrgLUhrRRMug5GUUsYKtxYy1j8EyftUA0E/N0oJabUDlLRi0QNxiz5H5AoGALDbA
    EwGuTiV2c4CLqxky5e4T+3TChH5narKjqJh3s3QoAh8al/hHnzYSgsSw1Em6Az1F
    /jtdT8h+fZ/U4PAfq+2h5tFmhzmgbkC1r9o6A4mRCjhfQ+Yq5Wi5jAZKv2zW8eOQ
    VKrIlwjuNoFtUk7Zp5CGs5xSCBFcVS+JLT/Gq0kCgYBXNwVVFaRrNZXtJXaRmW9L
    mDWcGmijWUQ1oMBtPaqAsGa9VQI5DYTtTMowKQro+8vR0YaqAoEs+O2BqVmMj+Hw
    GNVU/EJba2Fu3sosGVgaFk2RLtctGmUU9kKsV2eFMON3JbVGS6AXfV1EomcprdPB
    3LLz/xHk4P3Q9PzYLJS99w==
    -----END PRIVATE KEY-----
    """

  /// Signs receipts of the SHA-1 era.
  static let leafSHA1 = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDNc1XHIlMnyGA5
    7V6C9bxyx5iOZlCfvbU01DXzKEqoxMzvw1jNmb9Mbe/DgS8CQdz+xFp5yUJGIttA
    S3qKc3p3P7WHJrbR/xBGN6UmtBkaxF7Axxo9qjhf8aVCxjel1U6DmsJpzNqg5Bfj
    q5K3Zf40fVZ0NWNG/vPCwB7QmPIMXolYZtvOqF6sUBrfFqfBge12MJeuUXUKSvE5
    aNT3q7svgV8rWo/V9GYjDwSccju0a1eHfOnvaK0DD+fpe869j1iF7mjC9hbQPiaR
    kwLtch13mHVsIAdcgKs2jBQMNga3+YBkAJKyQwg4/u7ZpxSxMnrCwrPH0sQjhnva
    rlXwJ3pdAgMBAAECggEADJb0uq8vyVBOFT6me//y/FWe05sRdbh6UjJu2+esK4tj
    w42E85RoVJaoCqLv7oN6t2Hw6WWb2hBovxfg+nr5FjWhOhb1PQkURjlCtYxzvWAr
    LkUFJqI3silspxrebhsUJJxnLXSQMSvJCvqIkxR871p+4cAjxUX6SgTb3oyAyKEm
    KnupbX8BkGcp99Fp2kbqhLgd1RwgY6cQfENohIRGH8sDVZVF/rb66mQ8Vd+w+lPr
    qHH9YfkrJRDJDZkAJUMOSDEFantIaudN62SMyaQ674Wz1c0hVqqyLoS4J49KjhrM
    tkVHI9yY/BNKV4N1aljWhCbed9VoVKtougz09Z1sAQKBgQD9Sfb6ugUv+WE9AoKp
    4kdnam4z8XbWDYneZIzNCXp2be50gaYXelEkpZyUMINWv0jciiv9+ZnnDCfO44yE
    RUfaPpS55F1VZ9aQkWxZpAGqr3MOpzT7KQ5eFsdzFe+T8X+nrfMx4gqDqEGTY5Ev
    L6M9eCuLA8bNM+U4UAFmtVxY7QKBgQDPpknkk5cA1xgFtBNgDx2pAF9Lb7miD6hU
    6geVMbYzKINrIobbCTeM4G7zWM7XD1cifPTB5A0sEa8aJWvdcvnA4GH+tcFeFMn0
    rmZlEUdcGrgOUqAjasZj/rDTLOBSTci19zNHwK8HlQ6KtXX2/A+xwRFh9suy+pxU
    iEX8Ux6pMQKBgHzqOmziyuYjBgqxr0EbQH3HJnxljGb6nFDao/oGv6eihaRdwEz5
    3QTGzFblKhDhG4zwc8u4imdBPmyxGj6tcEc4795RupoBMPdxUM9QrCXCi2rhmaZ4
    VAahE1I1skbzJjLK/hJO2UKe+2A2DYcI5mfNWSQhA61194jzJA3ESbvtAoGAU1H9
    SnuyVsL4P6mfMKdAFoUwt7tP+Ghh+hiiDEqTOnniKcYD6LYNFTklK/4RmRfttcgA
    CiDw7CL4aPxlCMnOz4b5q1PREGg1FTo5mgpR4PJTsmOTIEMC8jLLTyEtrbjKdcGI
    UR1O3jMAT8Y6XG2N+pxm1jFKUTngKsc3leTgY7ECgYBhc58+ZfWVTRd4hWYnYYgV
    ds1rw0q9WQFPeJH/2yyvBU018B+3xdb9H/piM+OhbD58BTz48M6rElqMzBhtzTv3
    8YoMt0/vkNu+KzxI8GFPHbvnA3a081rg3kQEtU6ICgiv+eMl5/CQpiSSdYiAbdaA
    ihMtlpVtuPmDSNa+0jg9KA==
    -----END PRIVATE KEY-----
    """

  /// Signs receipts of the SHA-256 era.
  static let leafSHA256 = """
    -----BEGIN PRIVATE KEY-----
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC79/lJxWQ9wUTa
    R6E0A2gylXpYlPptYPLo8dvLw6R9R0ugyYIQqPrSaQ/0kXhY8Ab6lCaHM3nP83ID
    N6BGAYr5d4Cz7NZtPMmbynRkHORSN2g8kCAIK7HC+M+pLWUXvcl7YjWY8WCbDRfq
    2qc3wXPW70pbOGJzeKWoOX6W5mUptIYbNvW/5R3dO6exbP2aw6B/Gp9OG1N2YEYS
    RuGehTv2Ne9UFlF3Nj9rizbNo68ww3roG8RzVQaLgsHvjHkMqjqtaY216RzhsITd
    yQqlAzYc+xZa6RvELYcXLCf3bfccLukOLanY4THb7n2SlMQ3PE5Mn+9vlL1FQs+1
    94FIRAfhAgMBAAECggEAUWRM466/eyYnBEWj/fvDsLOdKKJJ1fb29/tSa2cp4L1w
    eA0JbuFcyqOHryUWcZxtyS9Bh6W4h10o70+07NtaLC+c4UwahW6e9gCyaW9BRoCL
    eD4IQMF61awbb2wirCcYCX87KiDK7hi7VIydf70axeUT03AU4V9KjA9pSzo0b9vm
    tZOrYWbSvcBXC3j/cum3GEn51ZfAqtlVCy/oKBHwTDhDf3c2EJ5jGL8KHHE+zfJb
    iJNdOsNKfjBoCW1JU1DeG4Z+raDzDZQJ1PR1PCiXNekvko3kyL+gjpzPQfeviyi4
    iUBfNWkimOlNx6TteHKPBjW7Lf8sXmblYB6pJLqS6QKBgQDwjwswniD1/NuGRufs
    Rr5CH+j87V4iGEgi1S4jbpS4S1EgypnUwdMt3mYDQqsvz/ypaQuRxKMyby6PJ49H
    EefQCim5UVEhWvw0gZmWG3cpYJjT/6L3UwM+U7nU6s57J1mVz62R32CraZNTlGOj
    AN6VIoP0TmknzGmXmjPGefkGrwKBgQDICL+ihHR2WsgeR0h5Tk8klTPQ93Lkl8HJ
    9iDZihPD7qeuuy+dIb54/qpO/Vh9E3ABFUYp7knbv0cGixpYNJUwqiwNutIJNyWN
    Pk4SLxp2S8LcjAv2X+nFk607sh11eLyurpaIr5SNSMUVTt64oLAuQEa6c3Byi9qA
    jnnobAB+bwKBgFLqKwQ17Mx8vDm7JONWuutVzlungUOlNO/0pLOHwPEI3My9qGoh
    6KUtu+Gx0Alp2f+Wemti6JFQqy6ihwsLC+i0KA99DMa/cqCybvrDOr5jUin4Ofaf
    gUWxXCMcT9E5DfLKI1xdLxfGCwbK5dDgUtf6jprdj/csyNR9TQ1DK2d3AoGBAIzk
    5J4C78khfk0dZmXTC5m34exxLqLmZV/slgzD3dIm+kLvo8TorLGqpqjGd5p5o22P
    34DPT4SRgOSR+/de6iqB4k+1ZBWLm06WMQVL2jayfEk993sM6ar5ro4akfdZGIVt
    gag7C8ZMGE0+5U9kF1Qsf+T6RJzZ9wiP0jwsPljPAoGBAJ8Rvni/dcAo+XNwbJ13
    hBLKUXj0rOScTxujqzb/csxcVHai12DEcdNQCg1ikAppTLFpbs8kKgYW4zjKtsDG
    23Ldfg5YENHcTy6p7TVS51U4A9z9tRCwEocbi1Ud3IY9pSpt5j83l4m+ZjpsiIwf
    AVolhOmiEIzqbGmeXpusBmuf
    -----END PRIVATE KEY-----
    """

  /// A second signer: another purpose, another certificate of the same name and serial.
  static let otherLeaf = """
    -----BEGIN PRIVATE KEY-----
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC/YOuElMScjArq
    kszz+SMqrTb8NZ4Jy/cfsuEsq3ffOtoFiwWgTiV3Ta2zVb+OsOL0x9BIJBKwyOi+
    ZaI+A5OPrysgIf2aOAfEWVDCe8zLogRbK12Q0z23Yg7eserSGWfXWYXSt7W49o72
    dBwmSJQT8cqyxXPXAlZywM0pT7dg9kk5kxaMxjLEE/w1/1mMcQGO/9JWSZkR/P8k
    2PMlBF8FQgpZ9gAMmRmWASw6pa56Fno59p1v9UHPYpqLxGyzJNYQC9IrP0xGq8tj
    uCwsWqk00G+M1EglHvU6oQfZ3MNHjboKHV9xs0jmH+XZVvRCGVFDk4uyvIpIWWvv
    CrE1Pe/NAgMBAAECggEAB0CRfDs0/ieybDQ27xHkWsQonsMbY4ympz1cmhg/WSa+
    R1J+2pXLhqtbZz3bHfmnCBagVnODf86FP13TmZ0CFQJS1ItlNFhmNvMZg900JA1W
    M+w/RfMzVgUxwg+k8eRDkp4SW6tZiBJT1ZQN0weSEPVrNH4WBzJP+1ZCEAw0y0hJ
    NHC0TXwuAkuQEN45sQVKkqpVAMxV6+TYRgXX7gaecIP3kSR3hQdu8eXAHer6K8Vg
    vPXCvJBuQsEO6QEPNPjQNvtbJXUNxEU8CI+rRMhcI7vIvK/7RKK+sxyh91l67Vly
    NF2xiSIlkcQJvk8GxfbWm/j1QeT3ujN1tJlCnZuoQwKBgQDegyNQYaQyGyhyjnmm
    N0+4DXCPWpbxpUSgjtJk08gGfkm6TJjQQpifo3H3ApmyYo7NV/xivccePEfG1ogy
    uxRIpSC+u9s14nhUrMg6atBxpUe3GOFwkn+62TONzZG0R3s3kkSs7WJr3ecfx8kJ
    TCsABd9UhlyqVeWZO0Qc1fPxQwKBgQDcLkbgsTDLk3jS2Tp/TZtgSpN4d+0hI46n
    /i0c5BGSL9M/L/GoPSW+Gd1KLa1zbu/jewAVqBzW6lRUMO9Oh8GtPTHg/x2pF8RP
    0qUgJatQV4SMffn1jpm6779QgivL9s7iJWSJMxHcRJ2jCXx9ISlf8xEeZdGPUiSq
    wKoORz5BrwKBgQC6vmBy45+EFdraWcyqvR0AoPbouOSZpVR1U6gryrnDCVYjLonJ
    rzqcL/ZDkkEfvyuOFtvQmulz7K9opz/jI7MgTMWwjcSp8ol+twvMSzzpRAduGUmK
    ysi8LfHgfrhcDunQd8d/QjMpyDBjMa79SJmGCWenbqRyqGhrM5w0fzOeNQKBgQCD
    +TD+qPZob2Jyb0ZC28+P7eNqx+dYf6mYRB/iO0nU59mk/CXLA6vFwFcFiU936zza
    ivVIBdYTc61MMXCfD3wlTJLDG+c5XUeL2OSk2i9PHsYSN8hFSU4X4HA532xE+xCS
    OHuESRohfvdFq//0OJZGLrlKERmE4GWd+5FysX09fQKBgG3HvdYjsEP9rt2CNv50
    6a8ftLuzwQWdVs57GU8E2mSJ6IhOKbhZ0DlA5Xh4UXv0C4WncWCVByXxzhkV3kWO
    Myhimaz+JaCEApvhBHINeTq/xLqZWHFJmQ0AcPJvzVbcOYDI0qy4+S5CuGRSwixB
    kFV7d5fvzf0iQtLZeCJl+p5l
    -----END PRIVATE KEY-----
    """

  /// An attacker's own root.
  static let foreignRoot = """
    -----BEGIN PRIVATE KEY-----
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCKXAR21bXnH9yW
    G5bsxk/mnMai7ConRbSdm9yuj8aSJlABZKbLMGhqJShw8L/2jb3zUv6VooxQ5vL5
    sGzNHS2RbAnbA85NDbwRSX92i6czbIGXB6WE/VqRng70lbJEtIC6TvUCvaNXd0GM
    j5qX8B0H7pKCq0zgQ0lwkyFmchGnDV6UApKE+xIXxEBGj4rEe2kUKDFCcp9u/WK4
    SJXoju2pnLPPosF+DDhTF0BfePqarSW1zCTpbzZ1ow0MDUgsnIK8ToPyVhQL499c
    GPvbSxFSWGprt7MOBZz+5PXkYnw6GJKubL4pkHKFl9EOzMarfOiLyQ+ufxnFppVp
    J5/0x3WfAgMBAAECggEAEo2MO7MklT18gtRoRI/DHxVevXIVpPZ/5bKEwROeePKS
    P92TUCPJnJIm/h4KX7FaC0rRwJbvYdnWMw0pScfj2GA4Yhn8i/CPi3Hjma3YWdju
    96Wa2F5wyp37O2jnYrchm9oCmL99K7leHM8U19Lm0a14D/WQdXIQYvwXunkJTPEX
    hwaQj8jrZhF1tJ9+k6bJRZFc98JbLBFc65yLLvCbv1YzNaakDudZC9+sIWqyvwG0
    ytOgboKpf12GKdz7sCI+OGNO0mUWottZwX/gcyxU6Hs732jSUPriZEfuRIqy95oR
    RO9JyPQ06I9Dl/RfWVW5kbsgFleh0k4BvkM6+wL54QKBgQC+6sgCY1hdr0+3kbhv
    7eoeskDK0ibMPYRfk6+69MDlk+q1R2jwWqUPsn2uUCrO9VQEdivhaL0JweVUhZgG
    J+mqgg9UGhFMOATa1VGtvtdmXl3dJaTmkbn+df5IjNMQ3hCBpDBp4RUaPBrHazsV
    r7A9okAhmcfWNAbnHq18qCvRawKBgQC5ho+FHB2o5ttuFB7n8VP5ChXvb7u3vWaS
    q5qjYttad8AixmUdEOSnqNofuC49Exll3WKlFhqx8eBIkJ7PrV3ymfvcIcwIf8zw
    V+OQNQPrmW/DYTP1GXMFrnhfX+vz21xJd0jVnbfh4LrKRgCkHcrzo14605aELrN8
    /nneXn7VnQKBgQC8Uw5exK6bI17IXncH+jDyfLVLHIfm+lvEiANVsS9Ch2mDzmAm
    j9O4q0Ism6nOotNw3zyjylSG9nwIpwtyLxbg+hCyzk/31l57mudKMzF5Kmb+ya5j
    Pqaw6qWd3UQqpFK1/0c+eif9zAJCanVLDBYWhiEqw+4LTyDsBSfvCljG5wKBgCS3
    Vqv3Nn94wLB2Vu98OSwuLM0oBbSFTUl1oLL5G4Q58tJvBQ/NihMMPa7NWolHwF0C
    hUU6rKnOvp5d0LA1FUSv6MJWBfUgpcRjAGxHsbDsusul7wxwruzO7I+jgiTOouL/
    MnDkN8ICIbVqSTIxmzrAeCOYQE+Elo0EJ8Y0WVGZAoGBAJAa/vf+EwtnWt3jc7BA
    nAh+Fl9nHJEuNTlC4NCGL7bvx83sNxmtt/A+monDq1zLFZVua4St7HKJp90KajDN
    +j4UFJy4lKBn7o6dCoJSQJILn/L/5GnPONogBSg8XzWeuc8huYbaOHwrB3PcHXOp
    J6uZ0y6ArbuRPxrcIcPpL0mc
    -----END PRIVATE KEY-----
    """

  /// An attacker's own intermediate.
  static let foreignIntermediate = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC2EST0l0QD0Ic5
    V8SVczQFycpUYCbLKO1VC/RSoJD1PapV/pVV8lwkon7rWku2DAiWWi3ckxZ72xUs
    yMB3PAYxn5LtTJvUVxropqDVFRGetTmiGyggn52CooDNbNVSPg2Lg9p/j2nXIqcY
    0MutpJukcw9FQrl0UQhXJVzM4kKjx8+splzRfI+pOgd6RHUmaLNGt3zxhngmmBiW
    9gAmf+CnDBCmCq1SWyDy69x7sgX45AJTZchkQ0hpef/xbMpe2+MbcSCvfPOm4djz
    RB9CBdPSzFviXoJbz+1JWTu9r/uUtOGdB9GZO/yXcjpqL9wNEBapNaWcgEmwr0lo
    K/7SJwmRAgMBAAECgf8pzbuzoIzjw/hnN1RC5+4tzHQ89ZljVAd8Rz1H0AbpPhub
    rWL4ukGrWuvTo1N3Sy1RbN4vW6rxxUyNH7QHMbGrBRyTah0+0jHbgQq+mo2U/N53
    Ic9hrjpD6El3hUMj12NPBqqF8WLHbmXGma+GrzWcz0lGy/GqV+aC/TUEy9AQoZrt
    NLqtpDi0OMDM3UrdJtrsO9numj3H0LCpqbTDFtm8gQtVNdLTbfuEemuFBSfflmma
    e1FUlFACqrMrSh7qIxkU+Rqu6RkB2Q1WIwV/F6aJVEaAeq1bR6lf2y8Tl8US4q7S
    0IP8ictD/4CWHqB8O3u4X77sGzHQqtiSvwsnrukCgYEA6OJ6aPOoHuV6LMI8evh1
    MozTlvA/QyObdZB0kkD+CGTjL/LyYFD4l80AFewloc+HtLzFAFRqzbKWa1hKmDj3
    RKtiSKqK+/kaTilIPFTgTvZyjTcQe6GK4UUhfVo8ezzkZ4qR1OA6REd/C2QE4+ot
    XSIh+PSDE6wDp1ezaq993hUCgYEAyCNnuXzsTtttjZ96duB/OPnJLuLRjs2bYcsL
    MKPwEGqZgEnPPGKfjzbnQdK0kQxtb9wTUaJeQlC35XLw2hFCM5CWQ7JOS08SoRGh
    1FJ5zkBZDxQHIJ22SmhlvfwShsKJrObrfsPr8RZokOj6vhpwlKCyht520ooE0sDN
    3isq2I0CgYEAmKhdNY8DFb23aL+qhbF4obpOuRKjZY9hyJ74yyZvX3FCu5u15g0t
    59QpyjUSNg+kFYXoXV744/29PICT5VTyQcFWm+uvT5zq8XF+OI4qu5gxXwBJfcFX
    GHQIj/Mm0mIIFxduoOybRUbYsM7PpddMBVDqlBc0FSEdBAUpRzXifEECgYB5+pIy
    TAAeg8A+i89w+pyvlhXW/KjqF0g3jy/PwmsDJmVN+i5TSGylNbo2tPwWV3OvtHsV
    yxcV5epe7vH6hoBJuzrKIbd0UMoy3vM529afLTraZMN/ToAW05AG/cYw2gpdFhS7
    mx+HPbgXcde425Z4D4UfjCDxautLo/UVDkw71QKBgQCeW9qBhOgFKJ4fHNO3sNQw
    0aiwr6m3/0G69q++Fx2Rf10I6lyqZGLCvv+YcgycZZFOPqLa7tVSMlLr2JYAxUIa
    MnW7vpKu0RNi8yW1S2kgaYWFnDzRgMKViEEy+FIOntPZ1EdEXUds4JPa1nd7xWIS
    FvIqBVPz0AfDurfn1t/o1Q==
    -----END PRIVATE KEY-----
    """

  /// An attacker's own leaf.
  static let foreignLeaf = """
    -----BEGIN PRIVATE KEY-----
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC5X0sRLaD8MDcS
    uzkExUenVhzhyAUQ7NmK3e81SjoyPnDOvnEy0bbVEFBOqBRc6uz2lDZMdNZ7yx6g
    HEQD1ILRoZeLJDzhd6LAerq3F+TAVNx3dBPJLy21PiMsbw9TsJYCvQ3Zm1IZ3Pzq
    RV/RcxeBDrRSvwXae24SsuKW/iz5ImarffqWJtQ3dxwSr2RtO6gaEqyOk/7GkdtV
    FYqqun2bSPvS1bbGlPPEjy8wrs1SB4SIsqcxZZoXjL+sBaP+7Hw9quNYoxMsvPy8
    ULLCxcAIPciZPlSuL+mjsSvQVDWZpNE/wH1tnRZnV8CaM0KEqjecGqFHq9l49aw2
    OLSdqgHLAgMBAAECggEARWir9+uo2qTHCkl2CRZBRSPWPqghVXwJ3JhLCB4Z+lQs
    8wyV4BxsJA0utLT0ovIH9i/6wNgCs2mTtwm+YdzBevLRhnT0Iswj8YRCw2m76lQc
    FNIu0mbK65EvpGSVTZXSJYZaWD9zF2IKhUGipg89HsK9vDnwXCVZSsEWXMkhV8rp
    SLCWsPpgrU2mAiYYo7VVpaHy1KJEi0s0oCVQwVdR5nfcOAR1Gzf+IqcWnP/K0wee
    XXx8B2x5ZeHLRGFlbig5MZTPPTA5Tca4P312syh4s4vpI4cPtWg63R48SUpaZdjx
    SSz7EDQarstJ29KUiSPDrqlEJnGSfM+WT9ecfmpyeQKBgQDn2T7QSrytrxmr3Hg8
    uMWAtyRx5Sq2kMDzFq+vNynURbXukLtRzlqggwJbN5N6sE/sNukcF5nldrIJ6sCw
    408Yp3Gdc8jVr+qZIM7iOdDMeE10pshD3S669mkKVbWL33DNk5MmA82HXkufcAIj
    8N31xO5hEqIbeFoBj4mojcl9pwKBgQDMrqcerW0TPx2sIy+Kqx/1N66jlaFlXONM
    4ZTohC7dqk8D3s+n1Ydaqq9rQy7KmxkyN30kR769cKJHm69coCQOjfjAK/xsBBZ1
    x0jKDMykZrbOneeb8rZWcQNN36k7911YlJY0hoovRGhq/lm376bb5r+5jJQ45EiM
    9MKtZfyHPQKBgCVXFMnBL7AdYloOkQLek1iOpnz9dqqel6TPA46JqN/6Njns725W
    eLwfPXLpeYQp/0VA9rxChNOzESuNtmkGwwdqeF7udesMgREWeptuylUUDw15iwl7
    Bvqvku1KLooPe4BwgyN9O03Q/wb3qDCXq3fYtrfFo3wfHwffUUFnTItDAoGBAMHa
    sKFXc7UE1B+Se5aEGJJxGFAKiX+tCAJqrFPDzXdXs9pgjp/Qlo+ClP2r9Ycieiyb
    bUSNRtO495mGlAHQEhZO1Ed94WaUQIlwIzpqAO+78GukFhYXPCaGhrCconYPBDO/
    FrvMqNe3nIWpPGP+8DPZScB8qm1vmF8X+cGslA2pAoGBAI8UuyMdjne0jg8cZHu1
    6O4qyXeLOulGBw5nx+opeHkpJX+C9QNDOva/Ra/Ae3gZTa4bxHjY1WLfWA1JFJ/U
    5+RV79zbwjHcQYdXWokl8svK0PBBlAcnHNrF/cTPoPLf7xK23irUwuGO4XN1u+pE
    vdPaz86qZErID0JrPKJ0dzyw
    -----END PRIVATE KEY-----
    """

  /// Stands in for the key that Xcode signs test receipts with.
  static let storeKit = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQD1E8LK4rJZg62j
    FVPITkRReT6laM+/LQ62IpP1RLP8QSVOeAS4nmk/PVsoo5k66qQ1ocQvwpGQlisy
    cWODwpnhlm3qan1YHWKL5ttBeamJYa6EDh+HHhfsA5hphfCdB7rH62opAS6mq8VO
    W6zyAkCcQQG8OINK+XRrxvqYRRZ+1lvjF+fsIPSv7DhQ7vgfmovCPqC2W/+QSETh
    qzlDgXEX4aGZMGRUYrI7/+db5gphCwCF687iNbk68tRkkNTX4bi42BIEi8NVnROS
    Z46QxFlx5Rmerzcz0zcx2lmIUVulZPu+siIGasu8HuSl/capXm2XEdHcWm/2e5Di
    9ZPinaiDAgMBAAECggEAGe3id6BphJKrzdaFUUAv9pDF4dlHgES49ZM4pUQEvkUk
    OHuhQD6JCHGqPI/74ncN3ZtvttU2nR4OPvLZN7O19TSlt3NXL09DQbsF6pT/13MC
    yaJMOqRNR/a6FZFgEN/O/Ao6ZqaN3tYgn3blQuDzILUOBRx+OPH7Rns8azIwEZt7
    sGss3Jtc7k4OiWQIKJaQDF7MdcYQ7L49gaSGvJUUfAsGj/OreL45c2bnmK8qKZFh
    ohDsZs2K5jpCXB72o+xSMmYKGGYF3K3qtSmZ35j3kXklHrOgtOHxOLT0GaP1gKJm
    unxAj9J+J4Vn8kE0AlwAvt1TNa8sTrvKnBINTKjTjQKBgQD+xWrY7NrF2bt54GrY
    YglFxJOBD8W95G4pBv2erJWgJTEcG7fGQTW4rIEssBpj3FfuBd20ZYAvX0+Z3E02
    U7Bg4ZIwybqax7vyWo5/WUv/XMoaQiJ7iITPjWnAPVvyiW2QEbtbZ0MwV5g5e/ra
    jq6bYjfe1XEPVmuL642bO4RSpwKBgQD2Ql+udugNjxznsA25fCegcskgs0Y30hIh
    6dnprm2CTZAHECp1tKViNO9BqtNwr5sGBFOYVAM5UYMya51AmFP+ohFtrWOWZCFu
    SvFbn077izS71vmPNEzU9t7ZrCGIBtIfrdzyw3IKF4Un9JBH4taL+GKrRZae4fY8
    fM5Ryg1CxQKBgQDZgpKGQTFGWW3Fz+NoecqQ1hNYzK52QOAMBvvgzFeyMg6LgN6V
    VHcZA64FCRR+zVAE1t1BdqbJywWaxorlJu4eyHaXUKMQIhZEAyxFbWeEzSN+55ep
    ABTjXkg66CfoGYyAw6LBlpe2XhKIgWDZ15ca8e/hPzkXbyDChIiRT27ZYQKBgEtT
    7E7CwqL7Jv1cJiaZ6skys4FUNWN31+IV1XmcyJS2QxtV/5b3xisvRAyTQ5BRtxr1
    EdkjwcSzwW0X7AdJUVAvpSMmibMEOBGzzPaY2aEqaNwYm0gJ2ILAbVSqSauBYp8c
    IN0FmgmqPioFrmi+45/3P79iTvuU5SyFhNsR8lJ9AoGAHHTOVGC1ie1qV5H4fIup
    /ME6llD7b8jribpk1bMX2Bu52fdloau4ZkYU8tNuencLTKjASjwyCH/X5iPQyOrW
    6v3zFUf3v/gMCbvzwsD3xZaG1KExTAAJkVuYmFG0jQm5B5bNFl0Ok5bVNRY2EwD/
    wWRXq8EsnfvEPUWTgIKQp9I=
    -----END PRIVATE KEY-----
    """
}
