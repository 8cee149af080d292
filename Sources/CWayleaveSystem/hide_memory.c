#include "CWayleaveSystem.h"

#ifdef __linux__

#include <sys/prctl.h>

// "Processes that are not dumpable can not be attached via ptrace(2) PTRACE_ATTACH": prctl(2), PR_SET_DUMPABLE. A limit
// of 0 for core files does not do that, and is ignored where core_pattern is a pipe.
int wayleave_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int wayleave_show_memory(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }

int wayleave_is_memory_hidden(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0; }

#else

int wayleave_hide_memory(void) { return -1; }

int wayleave_show_memory(void) { return -1; }

int wayleave_is_memory_hidden(void) { return 0; }

#endif
