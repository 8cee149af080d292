// What Swift cannot do, for the program alone: hide the memory by prctl, and take the commit from the build.

#ifndef C_WAYLEAVE_SYSTEM_H
#define C_WAYLEAVE_SYSTEM_H

/// Keeps other processes of the same user from reading this one's memory, and the kernel from writing it to a core file.
///
/// Returns 0, or -1 where that failed or the system has no such call.
int wayleave_hide_memory(void);

/// Lets other processes of the same user see this one again, as before `wayleave_hide_memory`.
int wayleave_show_memory(void);

/// Whether the memory is hidden: 1, or 0.
int wayleave_is_memory_hidden(void);

/// A descriptor of the process at the other end of a connected Unix socket, which no other process can take over.
///
/// `identifier` is its number, as the socket says. Returns -1 where the process is gone or the system has no such call.
int wayleave_peer_process(int socket, int identifier);

/// A descriptor of a process by its number; -1 where there is none.
int wayleave_process(int identifier);

/// The commit that the program was built from; empty where the build did not name it.
const char *_Nonnull wayleave_commit(void);

/// The date of that commit, such as 2026-11-22; empty where the build did not name it.
const char *_Nonnull wayleave_commit_date(void);

#endif
