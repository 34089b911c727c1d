#pragma once

/// The first error (errno) that a temporary file of libxlsxwriter has met on this thread since
/// `receipt_forget_temporary_failure`, or 0. libxlsxwriter itself looks at none of them.
int receipt_temporary_failure(void);

void receipt_forget_temporary_failure(void);

/// From now on what is printed to the C library's `stderr` goes nowhere, in the whole process. Writing to
/// descriptor 2 goes on as ever.
void receipt_silence_standard_error(void);
