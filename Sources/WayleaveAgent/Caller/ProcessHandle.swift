import CWayleaveSystem
import WayleaveSystem

#if os(macOS)
  /// A process that was seen, and never another one with its number.
  ///
  /// It is known by its token or, where it is no peer, by its number and the time at which it began.
  struct ProcessHandle: Sendable {
    private let process: Int32
    private let beginning: FileTime
    private let token: AuditToken?

    /// `connection` is a socket whose peer it is; nil where the process is gone, or is not the peer any more.
    init?(of process: Int32, at connection: FileDescriptor?) {
      token = connection.flatMap(Peer.init)?.token
      guard connection == nil || token?.process == process, let beginning = ProgramFile.beginning(ofProcess: process)
      else { return nil }
      (self.process, self.beginning) = (process, beginning)
    }

    /// Whether it has ended, or has become another program as far as that is seen: by the token.
    var hasEnded: Bool {
      if let token, wayleave_is_running(token.numbers) != 1 { return true }
      return ProgramFile.beginning(ofProcess: process) != beginning
    }

    /// Whether it runs the code of the file at its path.
    var code: CodeVerdict { CodeVerdict(status: wayleave_check_code(process, token?.numbers)) }
  }
#else
  /// A process that was seen, and never another one with its number: pidfd_open(2).
  struct ProcessHandle: Sendable {
    // Readable as soon as the process has ended.
    private let descriptor: FileDescriptor

    /// `connection` is a socket whose peer it is; nil where the process is gone.
    init?(of process: Int32, at connection: FileDescriptor?) {
      let number = connection.map { wayleave_peer_process($0.number, process) } ?? wayleave_process(process)
      guard number >= 0 else { return nil }
      descriptor = FileDescriptor(number)
    }

    var hasEnded: Bool { descriptor.isReadable(withinMilliseconds: 0) }

    /// The system leads to the very file that it runs, whatever stands at its path.
    var code: CodeVerdict { .ofItsFile }
  }
#endif
