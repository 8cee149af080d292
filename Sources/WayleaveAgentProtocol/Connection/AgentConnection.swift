import WayleaveSystem

/// A connection to the agent that waits for each answer: for programs that have nothing else to do meanwhile.
package final class AgentConnection {
  private let connection: UnixConnection
  private let folder: String
  private let patience: Duration

  /// Connects to the agent that listens in a folder; everything must be over within so many milliseconds.
  ///
  /// The folder must be ours and closed to others, and the agent must run as this user. An agent that has not answered
  /// for the time of `patience` must show that it lives, within the same time: a person may think, and a network be slow,
  /// but an agent that hangs is not waited for.
  package init(
    in folder: String, withinMilliseconds time: Int64, patience: Duration = Patience.of(.seconds(12))
  ) throws(AgentConnectionError) {
    (self.folder, self.patience) = (folder, patience)
    try Self.requirePrivate(folder)
    connection = try Self.reaching { () throws(SystemError) in
      try UnixConnection(to: AgentPlace.socket(in: folder), within: .milliseconds(time))
    }
    let user = connection.peerUser
    guard user == ThisProcess.user else { throw user.map(AgentConnectionError.foreign) ?? .broken(0) }
  }

  /// Throws unless a folder is this user's alone.
  private static func requirePrivate(_ folder: String) throws(AgentConnectionError) {
    let status = try reaching { () throws(SystemError) in try FileStatus.of(folder, followingLink: false) }
    guard status.kind == .folder, status.isPrivate else { throw .exposed(folder) }
  }

  /// Sends a request, and gives the answer.
  ///
  /// The agent looks at this program before it answers, which it can do only while the memory is not hidden.
  /// `hideMemory` is called when an answer has come that may hold a secret, before it is read.
  package func ask(
    _ request: AgentRequest, hideMemory: () -> Void = {}
  ) throws(AgentConnectionError) -> AgentAnswer {
    guard let bytes = request.frame.bytes else { throw .malformed(.wrongLength(AgentFrame.maximumLength + 1)) }
    try Self.talking { () throws(SystemError) in try connection.send(bytes) }
    try waitForAnswer()
    // The head alone: for its answer to a question, the agent must still see this program.
    let size = AgentFrame.lengthSize + 2
    let head = try Self.talking { () throws(SystemError) in try connection.peek(size) }
    if head.count < size || !AgentAnswer.isQuestion(kind: head[size - 1]) { hideMemory() }
    let prefix = try Self.talking { () throws(SystemError) in try connection.receive(AgentFrame.lengthSize) }
    let length = try Self.wrapping { () throws(AgentProtocolError) in try AgentFrame.length(reading: prefix) }
    let body = try Self.talking { () throws(SystemError) in try connection.receive(length) }
    return try Self.wrapping { () throws(AgentProtocolError) in
      try AgentAnswer(reading: AgentFrame(reading: body[...]))
    }
  }

  /// Waits until an answer begins to come, or the connection ends.
  private func waitForAnswer() throws(AgentConnectionError) {
    while try !Self.talking({ () throws(SystemError) in try connection.hasBytes(within: patience) }) {
      do throws(SystemError) {
        // An agent that lives answers this one at once, whatever others wait for.
        let other = try UnixConnection(to: AgentPlace.socket(in: folder), within: patience)
        try other.send(AgentRequest(.status).frame.bytes ?? [])
        _ = try other.peek(1)
      } catch {
        // What else is wrong, the connection itself shows.
        if error.isTimeout { throw .timedOut }
      }
    }
  }

  private static func wrapping<Value>(
    _ read: () throws(AgentProtocolError) -> Value
  ) throws(AgentConnectionError) -> Value {
    do throws(AgentProtocolError) { return try read() } catch { throw .malformed(error) }
  }

  /// What fails before there is a connection: where nothing is there, no agent runs.
  private static func reaching<Value>(_ call: () throws(SystemError) -> Value) throws(AgentConnectionError) -> Value {
    try talking { () throws(SystemError) in
      try call()
    } missing: {
      $0.isAbsence || $0.isNotFolder || $0.isRefusal || $0.isTooLong
    }
  }

  private static func talking<Value>(
    _ call: () throws(SystemError) -> Value, missing: (SystemError) -> Bool = { _ in false }
  ) throws(AgentConnectionError) -> Value {
    do throws(SystemError) { return try call() } catch {
      if missing(error) { throw .notRunning }
      throw error.isTimeout ? .timedOut : .broken(error.number)
    }
  }
}
