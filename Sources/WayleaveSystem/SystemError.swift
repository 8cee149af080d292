#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a system call said when it failed.
package struct SystemError: Error, Equatable {
  /// The call, such as `openat`.
  package let call: String
  /// The value of `errno`.
  package let number: Int32

  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// The reason in the system's own words.
  package var words: String { String(cString: strerror(number)) }

  /// Makes a call, again when a signal interrupted it, and gives what it returned unless that is -1.
  @discardableResult
  package static func check(_ call: String, _ body: () -> Int) throws(SystemError) -> Int {
    try SystemCalls.look(at: call)
    while true {
      let result = body()
      if result != -1 { return result }
      let number = errno
      if number != EINTR { throw SystemError(call: call, number: number) }
    }
  }

  /// Makes a call that returns a C `int`.
  @discardableResult
  package static func check(_ call: String, _ body: () -> Int32) throws(SystemError) -> Int32 {
    Int32(try check(call) { Int(body()) })
  }
}

extension SystemError {
  /// Whether there is nothing of that name.
  package var isAbsence: Bool { number == ENOENT }
  /// Whether something of that name is there already.
  package var isPresence: Bool { number == EEXIST }
  /// Whether something on the path that should be a folder is none.
  package var isNotFolder: Bool { number == ENOTDIR }
  /// Whether something of that name is a folder, and a file was wanted.
  package var isFolder: Bool { number == EISDIR }
  /// Whether this user may not do it.
  package var isForbidden: Bool { number == EACCES || number == EPERM }
  /// Whether it says something of the one file that was read, and nothing of the process or of its folder.
  package var isOfOneFile: Bool { isForbidden || number == EIO || number == EBADMSG }
  /// Whether no program has the other end of a pipe open to read it.
  package var hasNoReader: Bool { number == ENXIO }
  /// Whether the reader has closed its end.
  package var isClosedPipe: Bool { number == EPIPE }
  /// Whether no connection can have been made, so that nothing was sent: errors of connect(2) alone.
  ///
  /// EHOSTUNREACH and ETIMEDOUT are not among them: they can also end a connection that has carried a request.
  package var isFailureToConnect: Bool { [ECONNREFUSED, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(number) }
  /// Whether no program listens at the address.
  package var isRefusal: Bool { number == ECONNREFUSED }
  /// Whether no network leads to the address.
  package var isMissingRoute: Bool { [ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EHOSTUNREACH].contains(number) }
  /// Whether a path is too long for the call.
  package var isTooLong: Bool { number == ENAMETOOLONG }
  /// Whether the time was over first.
  package var isTimeout: Bool { number == ETIMEDOUT }
  /// Whether the other side ended the connection.
  package var isReset: Bool { [ECONNRESET, EPIPE].contains(number) }
  /// Whether the name is a symbolic link, which is never followed.
  package var isSymbolicLink: Bool { number == ELOOP }
  /// Whether the call does not exist for this kind of file or volume.
  ///
  /// Darwin has a number of its own for each of the first two; Linux has one.
  var isUnsupported: Bool { [EOPNOTSUPP, ENOTSUP, EINVAL, ENOSYS].contains(number) }
  /// Whether the file system has no locks, as some network disks have none.
  package var isForWantOfLocks: Bool { call == "flock" && (number == ENOLCK || isUnsupported) }
  /// Whether the call would have to wait.
  var isDelay: Bool { number == EAGAIN || number == EWOULDBLOCK }
}
