/// Private keys of the hierarchy that signs tokens; published, as those of receipts are.
enum TokenKeys {
  /// The root of signed tokens, P-384.
  static let root = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDB7yBiNg5K+VRi+G5Or
    eHntW9AO5H4pTDY8T5AUwaxAndgYlkMP1d9WB/+wPd0bWYShZANiAARzrjW+OMKW
    pgxzHUwwhN4zYORDPjCRNVXNo7GbMGuSxfirsCGKPM/LCBhLEk+N+HzkMkQ7QkIR
    CoUWTK7+/iJHd68eHx1b/T6FogApqqJqjXZ4y9lHBxK9lnjadqFGQL0=
    -----END PRIVATE KEY-----
    """

  /// Signs the leaves of tokens, P-384.
  static let intermediate = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDD0Yfx3ROHsX3/CrWNj
    bLeI4/hYRW0muBfWmWyTrC319cyRCjyoh4Njg5x+YVrS3n6hZANiAAQKUFXT6tnf
    rO44b5DQ89J4V/R2g7HSSA2kHCk+RiJHucthvewSz/jlgmrnAF6Q1QTscM35MWKx
    W40HVFnhVKYRJptUc00S2R5hO50nP6PwqJlkITo2eevUm31V1WVo7x0=
    -----END PRIVATE KEY-----
    """

  /// Signs tokens, P-256.
  static let leaf = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC5KijGxJIjs0D9lN
    Prz69lWSDZvhu1aUDSAWUzaDLyyhRANCAAT9VpEj2Ep/M67/LLGY3Le21EKRb3mX
    neZQtdvHO9R4FdvWo9cxLIuYOZ9wPlVM7e8c9Eym/a20YMmzcVIn2B0h
    -----END PRIVATE KEY-----
    """

  /// For certificates of a test's own, P-256.
  static let otherLeaf = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCmq0hquHHKhOMvlj
    kyI3q31vykbjKJv06FDhhO6hTiGhRANCAATdWLDvEtRaP6X2PwGCZdP8VhWlFzyx
    3jsudQXNh7i1uNqFL03GlH2GUKgp2iO8ITz6bSGVztGOTiv11PY8Cfvu
    -----END PRIVATE KEY-----
    """

  /// Signs Xcode's tokens, P-256.
  static let storeKit = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSeYGCxC6bgXSgjTj
    MF7GiLvfvcbx7TVI7ZUkGSZcpjihRANCAAQaV20VtbA+PLOjAlA95GbXZmyL875G
    osOw5M9wdXAwrLTpllwvdPoaL7XTD92ZTdILtIEZU/qgO7UaEdCy3XCi
    -----END PRIVATE KEY-----
    """

  /// The attacker's.
  static let foreignRoot = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDB3+oWJz66JJCxqK+m/
    caq3qS2tdFmiA6JycaUbeCmit6NjTtwovQ4z+ndXwij1pFShZANiAAQub+fXarSO
    zMdX2r67Jy3/L6FJjBCclClVTs92C5dXKwlIdLBPzke7g6AMAvRV++zMKKu0q3Lv
    ysiZNJlFem/7W+goEik1mXAt0YkdgwrrbHY/eCrkqfk34Y7dE491HwQ=
    -----END PRIVATE KEY-----
    """

  /// The attacker's.
  static let foreignIntermediate = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAMJcxHNhQxHwDsdtV2
    kCeRdnfRbFDk4/wmAfAGEozKYiZ5BpwJfhJbyGYLw89sJS2hZANiAARAe6d8TsN/
    Vk6vTj/atUNeJ241IEeQ3ecByIsTvucADicBDHnDEayKXGy7BWItjIDlX2byaHVv
    03kv8QZ6/BjeB0WUArs24TKHMkeskSXJNOzc6QUZLZhNPdr9uHOqDhY=
    -----END PRIVATE KEY-----
    """

  /// The attacker's.
  static let foreignLeaf = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNmqHvQAI/bRljkkp
    H9gpVDhE0Nd0WqsW1AfLpFh/yOuhRANCAARPwjm/BFNwFXEhpyouAZO/JlFvtenk
    dKrTdUUsTfIpkjKDT0aigg61vAex0HDvuhRJaIbtc1PWtRG2d8EyLQfJ
    -----END PRIVATE KEY-----
    """
}
