#pragma once

// How many times this process has asked for memory so far.
unsigned long long allocation_count(void);
