#pragma once

/// The text of an SQL file by its path under sql/ without `.sql`, such as `rules/cancellations`;
/// null where there is none. Lives as long as the process.
const char *_Nullable sql_file_text(const char *_Nonnull path);

/// The path of the file at an index, in the order in which they are to be run; null past the last.
const char *_Nullable sql_file_path(long index);
