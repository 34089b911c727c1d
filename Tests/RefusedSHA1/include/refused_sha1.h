// Nothing to call: loaded in front of libcrypto, it refuses SHA-1 signatures.
