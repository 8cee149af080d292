#define _GNU_SOURCE

#include "CWayleaveSystem.h"

#include <dlfcn.h>
#include <stddef.h>

typedef int (*query)(const char *, int, int, unsigned char *, int);

// It is looked for at run time: no program of ours has to link a library for it.
static query resolver(void) {
#ifdef __APPLE__
  void *library = dlopen("/usr/lib/libresolv.9.dylib", RTLD_LAZY);
  return library ? (query)dlsym(library, "res_9_query") : NULL;
#else
  // In the C library itself since glibc 2.34; before, in a library of its own. A static program finds neither.
  void *found = dlsym(RTLD_DEFAULT, "res_query");
  if (found) return (query)found;
  void *library = dlopen("libresolv.so.2", RTLD_LAZY);
  if (!library) return NULL;
  found = dlsym(library, "res_query");
  return (query)(found ? found : dlsym(library, "__res_query"));
#endif
}

int wayleave_ask_texts(const char *name, unsigned char *answer, int capacity) {
  query ask = resolver();
  // Class IN and type TXT: RFC 1035, 3.2.2 and 3.2.4.
  int length = ask ? ask(name, 1, 16, answer, capacity) : -1;
  return length > capacity ? -1 : length;
}
