#include "CWayleaveSystem.h"

#ifdef __linux__

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// keyctl(2): the numbers of its operations and of the keyrings that every process can name. Not every C library has
// them in a header.
enum { GET_KEYRING = 0, SET_PERMISSIONS = 5, LINK = 8, UNLINK = 9, SEARCH = 10, READ = 11, INVALIDATE = 21 };
enum { THREAD_KEYRING = -1, USER_KEYRING = -4 };

// To see, read and find it, for those who reach it through a keyring of theirs and for the user. A service of systemd
// and some logins do not have the user's keyring in that of their session: then only the second counts. Those who have
// it may also link it, which is how it comes to the user's keyring. Nothing for a group and for others.
static const unsigned long owner_only = 0x1b0b0000;

static const char key_type[] = "user";

static enum wayleave_keyring_result result(long returned) {
  if (returned >= 0) return WAYLEAVE_KEYRING_DONE;
  switch (errno) {
  // A key that was revoked or has expired never comes back.
  case ENOKEY:
  case EKEYREVOKED:
  case EKEYEXPIRED: return WAYLEAVE_KEYRING_NOTHING;
  case EPERM:
  case EACCES: return WAYLEAVE_KEYRING_REFUSED;
  case ENOSYS:
  case EOPNOTSUPP: return WAYLEAVE_KEYRING_MISSING;
  case EDQUOT:
  case ENFILE:
  case ENOMEM: return WAYLEAVE_KEYRING_FULL;
  default: return WAYLEAVE_KEYRING_FAILED;
  }
}

static long find(const char *description) {
  return syscall(SYS_keyctl, SEARCH, (long)USER_KEYRING, key_type, description, 0L);
}

enum wayleave_keyring_result wayleave_keyring_check(void) {
  return result(syscall(SYS_keyctl, GET_KEYRING, (long)USER_KEYRING, 1L));
}

enum wayleave_keyring_result wayleave_keyring_put(const char *description, const void *key, unsigned long size) {
  // First in the keyring of this thread. In that of the user, a process could change the permissions of a new key only
  // where its session has that keyring. So the key is never there with other permissions.
  long added = syscall(SYS_add_key, key_type, description, key, size, THREAD_KEYRING);
  if (added < 0) return result(added);
  long done = syscall(SYS_keyctl, SET_PERMISSIONS, added, owner_only);
  if (done >= 0) done = syscall(SYS_keyctl, LINK, added, (long)USER_KEYRING);
  enum wayleave_keyring_result linked = result(done);
  syscall(SYS_keyctl, UNLINK, added, (long)THREAD_KEYRING);
  return linked;
}

enum wayleave_keyring_result wayleave_keyring_read(
    const char *description, void *key, unsigned long capacity, unsigned long *size) {
  long found = find(description);
  if (found < 0) return result(found);
  long length = syscall(SYS_keyctl, READ, found, key, capacity);
  if (length >= 0) *size = (unsigned long)length;
  return result(length);
}

enum wayleave_keyring_result wayleave_keyring_remove(const char *description) {
  long found = find(description);
  if (found < 0) return result(found);
  enum wayleave_keyring_result removed = result(syscall(SYS_keyctl, UNLINK, found, (long)USER_KEYRING));
  // Where it was linked to other keyrings too, it ends there as well.
  syscall(SYS_keyctl, INVALIDATE, found);
  return removed;
}

#else

enum wayleave_keyring_result wayleave_keyring_check(void) { return WAYLEAVE_KEYRING_MISSING; }

enum wayleave_keyring_result wayleave_keyring_put(const char *description, const void *key, unsigned long size) {
  return WAYLEAVE_KEYRING_MISSING;
}

enum wayleave_keyring_result wayleave_keyring_read(
    const char *description, void *key, unsigned long capacity, unsigned long *size) {
  return WAYLEAVE_KEYRING_MISSING;
}

enum wayleave_keyring_result wayleave_keyring_remove(const char *description) { return WAYLEAVE_KEYRING_MISSING; }

#endif
