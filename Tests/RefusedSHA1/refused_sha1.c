// Stands in for a host whose policy refuses SHA-1 signatures (RHEL 9: rh-allow-sha1-signatures = no):
// preloaded, it answers for libcrypto where a signature's digest is chosen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/evp.h>

int EVP_PKEY_CTX_set_signature_md(EVP_PKEY_CTX *context, const EVP_MD *digest) {
  if (EVP_MD_is_a(digest, "SHA1")) return 0;
  int (*next)(EVP_PKEY_CTX *, const EVP_MD *) =
      (int (*)(EVP_PKEY_CTX *, const EVP_MD *))dlsym(RTLD_NEXT, "EVP_PKEY_CTX_set_signature_md");
  return next(context, digest);
}
