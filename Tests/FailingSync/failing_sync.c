// Stands in for a disk that fails: preloaded, it answers EIO to fsync and fdatasync of files that the
// file named by FAILING_SYNC tells of, in one line: `once PATTERN` or `always PATTERN` (fnmatch(3), of
// the whole path). `once` takes that file away. Without the file nothing fails.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the control file says; how many bytes, or 0.
static size_t read_control(const char *control, char *text, size_t size) {
  int file = open(control, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, size - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  text[strcspn(text, "\n")] = 0;
  return strlen(text);
}

static int fails(int descriptor) {
  const char *control = getenv("FAILING_SYNC");
  char text[512], link[64], path[4096];
  if (control == NULL || read_control(control, text, sizeof text) == 0) return 0;
  char *pattern = strchr(text, ' ');
  if (pattern == NULL) return 0;
  *pattern++ = 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  if (fnmatch(pattern, path, 0) != 0) return 0;
  // Of several that ask at once, one takes it away.
  return strcmp(text, "once") != 0 || unlink(control) == 0;
}

static int sync_unless_failing(long call, int descriptor) {
  int error = errno;
  if (fails(descriptor)) {
    errno = EIO;
    return -1;
  }
  errno = error;
  return (int)syscall(call, descriptor);
}

int fsync(int descriptor) { return sync_unless_failing(SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return sync_unless_failing(SYS_fdatasync, descriptor); }
