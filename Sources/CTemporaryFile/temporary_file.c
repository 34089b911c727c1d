// Stands in front of libxlsxwriter's own way to temporary files (xlsxwriter/utility.h), which writes
// through stdio and never asks whether that went well: on a full disk rows would be missing from a
// workbook that is said to be whole. These files remember the first error.
#define _GNU_SOURCE
#include "temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xlsxwriter.h>

static _Thread_local int first_failure;

int receipt_temporary_failure(void) { return first_failure; }

void receipt_forget_temporary_failure(void) { first_failure = 0; }

static void note_failure(void) {
  if (first_failure == 0) first_failure = errno;
}

static int descriptor(void *cookie) { return (int)(intptr_t)cookie; }

static ssize_t file_read(void *cookie, char *bytes, size_t size) {
  ssize_t count;
  do count = read(descriptor(cookie), bytes, size);
  while (count < 0 && errno == EINTR);
  if (count < 0) note_failure();
  return count;
}

// 0 tells stdio that it failed.
static ssize_t file_write(void *cookie, const char *bytes, size_t size) {
  size_t done = 0;
  while (done < size) {
    ssize_t count = write(descriptor(cookie), bytes + done, size - done);
    if (count >= 0) {
      done += (size_t)count;
    } else if (errno != EINTR) {
      note_failure();
      return 0;
    }
  }
  return (ssize_t)done;
}

static int file_seek(void *cookie, off64_t *offset, int origin) {
  off64_t place = lseek64(descriptor(cookie), *offset, origin);
  if (place < 0) {
    note_failure();
    return -1;
  }
  *offset = place;
  return 0;
}

static int file_close(void *cookie) {
  int answer = close(descriptor(cookie));
  if (answer != 0) note_failure();
  return answer;
}

// A file without a name, so that nothing is left of it whatever becomes of the process.
static int open_nameless(const char *directory) {
  char *name = NULL;
  if (asprintf(&name, "%s/receipt-audit-XXXXXX", directory) < 0) return -1;
  int file = mkostemp(name, O_CLOEXEC);
  if (file >= 0) unlink(name);
  free(name);
  return file;
}

FILE *lxw_tmpfile(char *directory) {
  int file = open_nameless(directory ? directory : P_tmpdir);
  if (file < 0) {
    note_failure();
    return NULL;
  }
  cookie_io_functions_t functions = {file_read, file_write, file_seek, file_close};
  FILE *stream = fopencookie((void *)(intptr_t)file, "w+", functions);
  if (stream == NULL) {
    note_failure();
    close(file);
  }
  return stream;
}

void receipt_silence_standard_error(void) {
  FILE *nowhere = fopen("/dev/null", "we");
  // What it was is left open: somebody may be about to write to it.
  if (nowhere != NULL) stderr = nowhere;
}
