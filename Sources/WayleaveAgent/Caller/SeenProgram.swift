import CWayleaveSystem
import WayleaveSystem
import WayleaveWire

/// A running program that the agent has seen, and can recognise.
struct SeenProgram: Sendable {
  let process: Int32
  let file: ProgramFile
  // Readable as soon as the process has ended, and never that of another process with the same number.
  private let handle: FileDescriptor?

  /// Looks at a process; throws `agent.denied` where it cannot be seen. `connection` is a socket whose peer it is.
  init(process: Int32, at connection: FileDescriptor? = nil) throws(OAuthError) {
    self.process = process
    let number = connection.map { wayleave_peer_process($0.number, process) } ?? wayleave_process(process)
    handle = number < 0 ? nil : FileDescriptor(number)
    do throws(SystemError) { file = try ProgramFile.ofProcess(process) } catch {
      throw .agentCannotSee(error.isForbidden ? "it hides itself" : "it has ended")
    }
    guard handle != nil, !hasEnded else { throw .agentCannotSee("it has ended") }
  }

  /// Whether it still runs, and runs the same file.
  var isUnchanged: Bool {
    guard !hasEnded, let now = try? ProgramFile.ofProcess(process) else { return false }
    return now.isSameFile(as: file)
  }

  private var hasEnded: Bool { handle?.isReadable(withinMilliseconds: 0) ?? true }
}

extension ProgramFile {
  /// Whether it is the same file with the same content; its name may be gone meanwhile.
  func isSameFile(as other: ProgramFile) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
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
