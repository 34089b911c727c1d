#pragma once

/// The text of a query of exports and reports by its path under sql/ without `.sql`, such as
/// `export/findings`; null where there is none. Lives as long as the process.
const char *_Nullable report_file_text(const char *_Nonnull path);
