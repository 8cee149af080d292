#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that was started in a session of its own, with no signal blocked, and with nothing to read or write unless
/// it is given streams or a log.
package struct ChildProcess: Sendable {
  private let identifier: pid_t

  /// The standard streams of a child that has some; its messages go where ours go.
  package struct Streams {
    let input: FileDescriptor
    let output: FileDescriptor

    /// Whether what it writes to standard error is dropped.
    let hidesErrors: Bool

    package init(input: FileDescriptor, output: FileDescriptor, hidesErrors: Bool = false) {
      (self.input, self.output, self.hidesErrors) = (input, output, hidesErrors)
    }
  }

  #if os(Linux) || os(macOS)
    /// Starts the program at a path with these words and this environment.
    ///
    /// It has no descriptor of this process, whichever way of closing them there is. Without streams its messages go to
    /// the log.
    package init(
      starting path: String, words: [String], environment: [String: String], streams: Streams? = nil,
      log: FileDescriptor? = nil, closing closer: InheritedDescriptors = .best
    ) throws(SystemError) {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
      #else
        // POSIX_SPAWN_SETSID, which both C libraries show to programs of the GNU dialect only.
        let newSession: Int32 = 0x80
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let flags = newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      if let streams {
        posix_spawn_file_actions_adddup2(&actions, streams.input.number, 0)
        posix_spawn_file_actions_adddup2(&actions, streams.output.number, 1)
        // Onto itself: where children lose all descriptors, this one stays.
        if streams.hidesErrors {
          posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        } else {
          posix_spawn_file_actions_adddup2(&actions, 2, 2)
        }
      } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        if let log {
          posix_spawn_file_actions_adddup2(&actions, log.number, 2)
        } else {
          posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
      }
      #if !canImport(Darwin)
        closer.close(in: &actions)
      #endif
      var none = sigset_t()
      var all = sigset_t()
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
      var identifier: pid_t = 0
      let number = Self.withPointers(to: words) { words in
        Self.withPointers(to: environment.map { "\($0.key)=\($0.value)" }) { environment in
          posix_spawn(&identifier, path, &actions, &attributes, words, environment)
        }
      }
      guard number == 0 else { throw SystemError(call: "posix_spawn", number: number) }
      self.identifier = identifier
    }
  #else
    package init(
      starting path: String, words: [String], environment: [String: String], streams: Streams? = nil,
      log: FileDescriptor? = nil
    ) throws(SystemError) {
      throw SystemError(call: "posix_spawn", number: ENOTSUP)
    }
  #endif

  /// Waits until it ends, and returns its exit status; nil after a signal, or when the system does not say.
  package func waitForEnd() -> Int32? {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1 {
      // A program that ignores its children does not learn how they end.
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Asks it to end, and ends it when some seconds later it has not: one that was stopped hears nothing.
  package func end(within patience: Duration = .seconds(5)) {
    _ = kill(identifier, SIGTERM)
    if !hasEnded(by: .now + patience) { _ = kill(identifier, SIGKILL) }
  }

  /// Ends it at once, and what it has started: all that is in its session, unless that left its group.
  package func endWithItsChildren() { _ = kill(-identifier, SIGKILL) }

  /// Waits until it has ended, at most until the deadline; how it ended is still to be asked by ``waitForEnd()``.
  package func hasEnded(by deadline: ContinuousClock.Instant) -> Bool {
    while !hasEnded {
      guard .now < deadline else { return false }
      usleep(5_000)
    }
    return true
  }

  /// The same, without a thread that waits; throws `CancellationError` where the task is cancelled.
  package func ends(by deadline: ContinuousClock.Instant) async throws -> Bool {
    while !hasEnded {
      guard .now < deadline else { return false }
      try await Task.sleep(for: .milliseconds(20))
    }
    return true
  }

  /// Whether it has ended by now.
  package var hasEnded: Bool {
    // Not reaped here: the number stays its own until it is waited for.
    var state = siginfo_t()
    return waitid(P_PID, id_t(identifier), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_signo != 0
  }

  static func withPointers<Result>(
    to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
