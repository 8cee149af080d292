/// A connection to the agent that waits for each answer: for programs that have nothing else to do meanwhile.
///
/// It uses the C library alone, so that a program with nothing but this starts in less than a millisecond.
package final class AgentConnection {
  private let socket: StreamSocket

  /// Connects to the agent that listens in a folder; everything must be over within so many milliseconds.
  ///
  /// The folder must be ours and closed to others, and the agent must run as this user.
  package init(in folder: String, withinMilliseconds time: Int64) throws(AgentConnectionError) {
    try StreamSocket.requirePrivate(folder)
    socket = try StreamSocket(until: StreamSocket.now + time)
    try socket.connect(to: AgentPlace.socket(in: folder))
    try socket.requireSameUser()
  }

  /// Sends a request, and gives the answer.
  ///
  /// The agent looks at this program before it answers, which it can do only while the memory is not hidden.
  /// `hideMemory` is called when an answer has come that may hold a secret, before it is read.
  package func ask(
    _ request: AgentRequest, hideMemory: () -> Void = {}
  ) throws(AgentConnectionError) -> AgentAnswer {
    guard let bytes = request.frame.bytes else { throw .malformed(.wrongLength(AgentFrame.maximumLength + 1)) }
    try socket.send(bytes)
    // The head alone: for its answer to a question, the agent must still see this program.
    let size = AgentFrame.lengthSize + 2
    let head = try socket.peek(size)
    if head.count < size || !AgentAnswer.isQuestion(kind: head[size - 1]) { hideMemory() }
    let prefix = try socket.receive(AgentFrame.lengthSize)
    let length = try Self.wrapping { () throws(AgentProtocolError) in try AgentFrame.length(reading: prefix) }
    let body = try socket.receive(length)
    return try Self.wrapping { () throws(AgentProtocolError) in
      try AgentAnswer(reading: AgentFrame(reading: body[...]))
    }
  }

  private static func wrapping<Value>(
    _ read: () throws(AgentProtocolError) -> Value
  ) throws(AgentConnectionError) -> Value {
    do throws(AgentProtocolError) { return try read() } catch { throw .malformed(error) }
  }
}
