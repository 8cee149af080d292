import WayleaveSystem
import WayleaveWire

/// A running program that the agent has seen, and can recognise.
struct SeenProgram: Sendable {
  let process: Int32
  let file: ProgramFile
  private let handle: ProcessHandle

  /// Looks at a process; throws `agent.denied` where it cannot be seen. `connection` is a socket whose peer it is.
  init(process: Int32, at connection: FileDescriptor? = nil) throws(OAuthError) {
    self.process = process
    let handle = ProcessHandle(of: process, at: connection)
    do throws(SystemError) { file = try ProgramFile.ofProcess(process) } catch {
      throw .agentCannotSee(error.isForbidden ? "it hides itself" : "it has ended")
    }
    guard let handle, !handle.hasEnded else { throw .agentCannotSee("it has ended") }
    if let reason = handle.code.reason { throw .agentCannotSee(reason) }
    self.handle = handle
  }

  /// Whether it still runs, and runs the same file.
  var isUnchanged: Bool {
    guard !handle.hasEnded, let now = try? ProgramFile.ofProcess(process) else { return false }
    return now.isStillRun(since: file) && handle.code == .ofItsFile
  }
}

extension ProgramFile {
  /// Whether it is the same file with the same content; its name may be gone meanwhile.
  func isSameFile(as other: ProgramFile) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
  }

  /// Whether a process still runs the same file, and no one has changed it meanwhile; its name may be gone.
  func isStillRun(since earlier: ProgramFile) -> Bool {
    #if os(macOS)
      // A file that runs can be written to there, and be given its old times: but for the time of the last change.
      isSameFile(as: earlier) && changed == earlier.changed
    #else
      isSameFile(as: earlier)
    #endif
  }

  /// Whether it is the same file with the same content, also where no process has run it meanwhile.
  ///
  /// While it runs, the system lets no one write into it. Else its owner can, and can set back when it was modified, though
  /// not when it changed. One of another user, such as root, changes when a backup links it, and no program of ours writes it.
  func isUntouched(since earlier: ProgramFile) -> Bool {
    isSameFile(as: earlier) && (!isOfUser || changed == earlier.changed)
  }

  /// The name of the file, without its folder.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Whether it runs programs of others, so that allowing it allows all of them.
  var isInterpreter: Bool {
    let stem = name.prefix { $0.isLetter }
    return Self.interpreters.contains { $0.utf8.elementsEqual(stem.utf8) }
  }

  private static let interpreters = [
    "R", "Rscript", "ash", "awk", "bash", "bun", "busybox", "bwrap", "chrt", "coreutils", "dash", "dbus", "deno",
    "emacs", "env", "expect", "find", "firejail", "fish", "flock", "gawk", "gdb", "git", "gmake", "ionice", "java",
    "julia", "ksh", "ld", "lua", "make", "mawk", "nice", "node", "nodejs", "nohup", "nu", "numactl", "nvim", "parallel",
    "perl", "php", "prlimit", "pwsh", "pypy", "python", "qemu", "ruby", "screen", "script", "setarch", "setpriv",
    "setsid", "sh", "stdbuf", "strace", "systemd", "taskset", "tclsh", "time", "timeout", "tini", "tmux", "toybox",
    "unshare", "vim", "watch", "xargs", "xvfb", "zsh",
  ]
}
