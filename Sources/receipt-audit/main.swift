print("receipt-audit")
