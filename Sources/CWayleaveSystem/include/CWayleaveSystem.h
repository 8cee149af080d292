// What Swift cannot do: hide the memory by prctl, call the keyring of the kernel, see processes on a Mac, ask the resolver
// for texts, and take the commit from the build.

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

#ifdef __APPLE__

// On macOS alone. A process stands for itself by its audit token: eight numbers, which are others after each execve(2).

/// The token of the process that used the other end of a connected Unix socket last; returns 0, or -1 where the system
/// does not say.
int wayleave_peer_token(int socket, unsigned int *_Nonnull token);

/// Whether the process of a token still runs the program that it ran then: 1, or 0.
int wayleave_is_running(const unsigned int *_Nonnull token);

/// Room for any path of a program: PROC_PIDPATHINFO_MAXSIZE of libproc.h.
enum { WAYLEAVE_LONGEST_PATH = 4096 };

/// The path of a process's program, with a zero at its end; returns its length, or -1 with the reason in `errno`.
int wayleave_program_path(int process, char *_Nonnull path);

/// What the system says of a process.
struct wayleave_process_status {
  int parent;
  /// The effective user.
  unsigned int user;
  /// When it began, by the clock of the system.
  unsigned long long seconds, microseconds;
};

/// Looks at a process; returns 0, or -1 where there is none.
int wayleave_look_at(int process, struct wayleave_process_status *_Nonnull status);

/// Whether a process runs the code that its file has now: 0, or the number of the Security framework's reason why not.
///
/// The process is that of the token or, without one, that of the number. -1 where the framework is missing.
int wayleave_check_code(int process, const unsigned int *_Nullable token);

#endif

/// What came of a call to the keyring of the kernel.
enum wayleave_keyring_result {
  WAYLEAVE_KEYRING_DONE,
  /// There is no such key: it never was there, was revoked or has expired.
  WAYLEAVE_KEYRING_NOTHING,
  /// The calls are forbidden here, as in many containers.
  WAYLEAVE_KEYRING_REFUSED,
  /// The system has no such calls.
  WAYLEAVE_KEYRING_MISSING,
  /// The user has as many keys as the kernel allows.
  WAYLEAVE_KEYRING_FULL,
  WAYLEAVE_KEYRING_FAILED,
};

/// Whether the user's keyring can be used.
enum wayleave_keyring_result wayleave_keyring_check(void);

/// Puts a key into the user's keyring, for this user alone and without an end.
enum wayleave_keyring_result wayleave_keyring_put(
    const char *_Nonnull description, const void *_Nonnull key, unsigned long size);

/// Reads a key of the user's keyring; `size` is its whole size, of which at most `capacity` bytes are written.
enum wayleave_keyring_result wayleave_keyring_read(
    const char *_Nonnull description, void *_Nonnull key, unsigned long capacity, unsigned long *_Nonnull size);

/// Removes a key from the user's keyring, and from every other one.
enum wayleave_keyring_result wayleave_keyring_remove(const char *_Nonnull description);

/// Asks the system's resolver for the texts (TXT) that a name has in DNS.
///
/// Returns the length of the answer as it came, or -1 where there is none, it is too long, or there is no resolver to ask.
int wayleave_ask_texts(const char *_Nonnull name, unsigned char *_Nonnull answer, int capacity);

/// The commit that the program was built from; empty where the build did not name it.
const char *_Nonnull wayleave_commit(void);

/// The date of that commit, such as 2026-11-22; empty where the build did not name it.
const char *_Nonnull wayleave_commit_date(void);

#endif
