#pragma once

/// Exchanges the names of two files or directories in one step (renameat2(2), RENAME_EXCHANGE),
/// which Glibc's Swift module leaves out. 0, or -1 with errno.
int receipt_exchange_names(const char *_Nonnull one, const char *_Nonnull other);
