#include "heap_usage.h"
#include <malloc.h>

size_t heap_usage(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}
