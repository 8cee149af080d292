#include "CWayleaveSystem.h"

#ifdef __APPLE__

#include <TargetConditionals.h>

// The headers of the other systems of Apple have no libproc.h, and nothing there asks.
#if TARGET_OS_OSX

#include <libproc.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#if __has_include(<Security/Security.h>)
#include <Security/Security.h>
#endif

int wayleave_peer_token(int socket, unsigned int token[8]) {
  audit_token_t named;
  socklen_t size = sizeof named;
  if (getsockopt(socket, SOL_LOCAL, LOCAL_PEERTOKEN, &named, &size) != 0 || size != sizeof named) return -1;
  memcpy(token, named.val, sizeof named.val);
  return 0;
}

int wayleave_is_running(const unsigned int token[8]) {
  audit_token_t named;
  memcpy(named.val, token, sizeof named.val);
  char path[WAYLEAVE_LONGEST_PATH];
  return proc_pidpath_audittoken(&named, path, sizeof path) > 0;
}

_Static_assert(WAYLEAVE_LONGEST_PATH == PROC_PIDPATHINFO_MAXSIZE, "libproc.h");

int wayleave_program_path(int process, char *path) {
  int length = proc_pidpath(process, path, WAYLEAVE_LONGEST_PATH);
  return length > 0 ? length : -1;
}

int wayleave_look_at(int process, struct wayleave_process_status *status) {
  struct proc_bsdinfo seen;
  if (proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &seen, sizeof seen) != sizeof seen) return -1;
  status->parent = (int)seen.pbi_ppid;
  status->user = seen.pbi_uid;
  status->seconds = seen.pbi_start_tvsec;
  status->microseconds = seen.pbi_start_tvusec;
  return 0;
}

#if __has_include(<Security/Security.h>)

// The process by its token or, where there is none, by its number.
static SecCodeRef code(int process, const unsigned int *token, OSStatus *status) {
  const void *key = token ? kSecGuestAttributeAudit : kSecGuestAttributePid;
  const void *value = token ? (const void *)CFDataCreate(NULL, (const UInt8 *)token, sizeof(audit_token_t))
                            : (const void *)CFNumberCreate(NULL, kCFNumberIntType, &process);
  CFDictionaryRef attributes =
      CFDictionaryCreate(NULL, &key, &value, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  SecCodeRef found = NULL;
  *status = SecCodeCopyGuestWithAttributes(NULL, attributes, kSecCSDefaultFlags, &found);
  CFRelease(attributes);
  CFRelease(value);
  return found;
}

int wayleave_check_code(int process, const unsigned int *token) {
  OSStatus status = errSecSuccess;
  SecCodeRef found = code(process, token, &status);
  if (found == NULL) return status != errSecSuccess ? status : -1;
  // "It checks the validity of only those sealed components required to establish identity": SecCodeCheckValidity. That
  // the process runs the code directory of the file is enough: a grant names the hash of the whole file.
  status = SecCodeCheckValidity(found, kSecCSDefaultFlags, NULL);
  CFRelease(found);
  return status;
}

#else

int wayleave_check_code(int process, const unsigned int *token) { return -1; }

#endif
#endif
#endif
