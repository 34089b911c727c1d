// What glibc's allocator has handed out: malloc.h is not among the headers that Swift imports.
#include <stddef.h>
size_t heap_usage(void);
