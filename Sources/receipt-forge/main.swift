print("receipt-forge")
