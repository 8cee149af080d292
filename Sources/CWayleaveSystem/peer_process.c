#include "CWayleaveSystem.h"

#ifdef __linux__

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Both are newer than some headers: Linux 6.5 and 5.3, with one number on all architectures that we build for.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int wayleave_process(int identifier) { return (int)syscall(SYS_pidfd_open, identifier, 0); }

int wayleave_peer_process(int socket, int identifier) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &process, &size) == 0) return process;
  // An older kernel. Any other failure says that the peer cannot be seen: another process may have its number by now.
  return errno == ENOPROTOOPT ? wayleave_process(identifier) : -1;
}

#else

int wayleave_process(int identifier) { return -1; }

int wayleave_peer_process(int socket, int identifier) { return -1; }

#endif
