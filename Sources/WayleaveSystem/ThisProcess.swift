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

  /// The number of the user in whose name it acts.
  package static var user: UInt32 { geteuid() }

  /// Keeps the memory out of the swap area; false where the system does not allow it.
  ///
  /// With a limit every allocation beyond it would fail, so that memory is locked only where there is none.
  package static func lockMemory() -> Bool {
    #if os(Linux)
      var limit = rlimit()
      #if canImport(Glibc)
        let isKnown = getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0
      #else
        let isKnown = getrlimit(RLIMIT_MEMLOCK, &limit) == 0
      #endif
      guard isKnown, limit.rlim_cur == rlim_t.max else { return false }
      // MCL_CURRENT, MCL_FUTURE and MCL_ONFAULT: what is never touched takes no memory.
      return mlockall(1 | 2 | 4) == 0
    #else
      return false
    #endif
  }

  /// The folder at which relative paths begin; nil where it was removed.
  package static var workingFolder: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Has relative paths begin at the root: so the folder of a process that runs for long can be unmounted.
  package static func leaveFolder() { _ = chdir("/") }

  /// The file of the program, without links on the way to it; nil where the system does not say.
  package static var executable: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var named = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&named, &size) == 0, let text = realpath(named, nil) else { return nil }
    #else
      guard let text = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(text) }
    return String(cString: text)
  }

  #if os(macOS)
    /// The folder that the system has for files of this user that pass, without a slash at its end; nil where it has none.
    ///
    /// confstr(3), `_CS_DARWIN_USER_TEMP_DIR`: it is the same for all sessions of the user, whatever `TMPDIR` says.
    package static var passingFolder: String? {
      var text = [CChar](repeating: 0, count: Int(PATH_MAX))
      let size = confstr(_CS_DARWIN_USER_TEMP_DIR, &text, text.count)
      guard size > 1, size <= text.count else { return nil }
      let path = String(cString: text)
      return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
  #endif

  // Programs become others, and apps do not: the headers of tvOS and watchOS forbid the call.
  #if os(Linux) || os(macOS)
    /// Becomes the program at a path, with the variables and the open streams of this one and the signals of a new
    /// process.
    package static func become(_ path: String, words: [String]) throws(SystemError) -> Never {
      for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { signal(number, SIG_DFL) }
      // A thread that runs tasks blocks nearly every signal, and the new program would never get one.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let number = ChildProcess.withPointers(to: words) { words in
        execv(path, words)
        return errno
      }
      throw SystemError(call: "execv", number: number)
    }

    /// Becomes the program at a path, with the words, variables, streams and signals of this one; returns where it
    /// cannot.
    package static func become(_ path: String) { execv(path, CommandLine.unsafeArgv) }
  #endif

  /// The file of the program as the caller named it, without links: for a system without /proc.
  package static var namedExecutable: String? {
    guard let named = CommandLine.unsafeArgv[0], strchr(named, Int32(UInt8(ascii: "/"))) != nil,
      let text = realpath(named, nil)
    else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The file of a program, without links, by a path or a name in one of the folders of `PATH`; nil where there is none.
  package static func path(ofProgram word: String) -> String? {
    let named =
      word.contains("/") ? word : ExecutableSearch.path(of: word, in: ProcessEnvironment.variable("PATH") ?? "")
    guard let named, access(named, X_OK) == 0, let text = realpath(named, nil) else { return nil }
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

  /// Lets the process open so many files and sockets, as far as the user may; gives how many it can open then.
  @discardableResult
  package static func allowDescriptors(_ count: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return count }
    var wanted = limit
    wanted.rlim_cur = min(limit.rlim_max, rlim_t(count))
    return Int(setrlimit(kind, &wanted) == 0 ? wanted.rlim_cur : limit.rlim_cur)
  }

  /// Ends the process in the usual way.
  package static func end(with status: Int32) -> Never { exit(status) }

  /// Ends the process at once, whatever its other threads do.
  package static func endAtOnce(with status: Int32) -> Never { _exit(status) }

  /// Ends the process after some milliseconds, whatever its other threads do; at once where there is no thread for that.
  package static func end(with status: Int32, afterMilliseconds delay: Int32) {
    do throws(SystemError) {
      try DetachedThread.start {
        _ = poll(nil, 0, delay)
        _exit(status)
      }
    } catch { _exit(status) }
  }
}
