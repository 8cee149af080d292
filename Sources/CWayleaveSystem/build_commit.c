#include "CWayleaveSystem.h"

// The words of a macro as a text: a build can hand over words, and no quotation marks.
#define QUOTED(words) #words
#define TEXT(macro) QUOTED(macro)

#ifndef WAYLEAVE_COMMIT
#define WAYLEAVE_COMMIT
#endif

#ifndef WAYLEAVE_COMMIT_DATE
#define WAYLEAVE_COMMIT_DATE
#endif

const char *wayleave_commit(void) { return TEXT(WAYLEAVE_COMMIT); }

const char *wayleave_commit_date(void) { return TEXT(WAYLEAVE_COMMIT_DATE); }
