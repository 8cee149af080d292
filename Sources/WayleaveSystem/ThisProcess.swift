#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this process sets for itself.
package enum ThisProcess {
  /// The number of the process.
  package static var identifier: Int32 { getpid() }

  /// The folder at which relative paths begin; nil where it was removed.
  package static var workingFolder: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Makes a write to a closed pipe fail; otherwise a signal ends the process.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Keeps the memory out of core files.
  package static func refuseCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      _ = setrlimit(RLIMIT_CORE, &none)
    #endif
  }

  /// Ends the process in the usual way.
  package static func end(with status: Int32) -> Never { exit(status) }

  /// Ends the process at once, whatever its other threads do.
  package static func endAtOnce(with status: Int32) -> Never { _exit(status) }
}
