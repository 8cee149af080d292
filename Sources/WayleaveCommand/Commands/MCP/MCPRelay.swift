import HTTPTypes
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Passes messages between an MCP client, which has lines, and its server, which has Streamable HTTP.
///
/// Model Context Protocol 2025-11-25, Transports. Each message of the client is a request of its own, and none waits for
/// another, but for the beginning of a session. What a message says is the client's and the server's: its bytes go on as
/// they are.
actor MCPRelay {
  /// A message of the client on its way, or a stream of the server's own messages.
  private struct Flight {
    /// Nil for the stream that no message asked for.
    let message: ProtocolMessage?
    /// The requests that wait for an answer.
    var unanswered: [RequestID]
    var events = EventStream()
    /// Whether the client waits no longer.
    var isGivenUp = false
    /// Whether the server has taken it, or has answered.
    var hasArrived = false
    /// Those who wait for that.
    var followers: [CheckedContinuation<Void, Never>] = []
    var task: Task<Void, Never>?

    /// Whether every request has its answer.
    var hasAnswers: Bool { unanswered.isEmpty && message?.requests.isEmpty == false }
  }

  private let server: AbsoluteURL
  private let account: MCPAccount
  private let options: OutputOptions
  private let output = MCPOutput()
  private var session = ProtocolSession()
  private var flights: [Int: Flight] = [:]
  private var lastNumber = 0
  /// The message that must have arrived at the server before anything else is sent.
  private var beginning: Int?
  private var listening: Task<Void, Never>?
  private var isFinishing = false

  /// How long a server may be silent. Tools may take long; the client gives up when it likes, and says so.
  private static let patience = Duration.seconds(3600)
  /// How long requests may go on when the client has closed our input.
  private static let patienceAtEnd = Duration.seconds(30)
  /// How long a stream may stay open that has brought its answers, or whose request was given up.
  private static let patienceAfterAnswer = Duration.seconds(5)
  /// How often a stream is asked for again that brings nothing new.
  private static let mostResumptions = 5

  init(to server: AbsoluteURL, as account: MCPAccount, output: OutputOptions) {
    (self.server, self.account, options) = (server, account, output)
  }

  /// Takes a line of the client, and sends it on in a task of its own.
  func take(_ line: MessageLines.Line) async {
    do throws(OAuthError) {
      guard case .message(let bytes) = line else { throw .lineTooLong() }
      let message = try ProtocolMessage(reading: bytes)
      if let id = message.cancelled, cancel(id) { return }
      // What answers the server, or tells it something, has more room. Beyond that it waits, and the pipe holds the client
      // back.
      while message.requests.isEmpty, flights.count >= 2 * MCPAccount.mostRequests {
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      }
      guard message.requests.isEmpty || flights.count < MCPAccount.mostRequests else {
        for id in message.requests { await refuse(id, for: .tooManyRequests()) }
        return
      }
      let before = beginning
      start(message, unanswered: message.requests) { relay, number in
        await relay.arrival(of: before)
        await relay.send(message, in: number)
      }
      if message.precedesOthers { beginning = lastNumber }
    } catch { await refuse(nil, for: error) }
  }

  /// Lets what runs come to its end for a while, unless this task is cancelled, and then ends the session.
  func finish() async {
    isFinishing = true
    listening?.cancel()
    // What is left of these is no answer that anyone waits for.
    for flight in flights.values where flight.isGivenUp || flight.hasAnswers { flight.task?.cancel() }
    let tasks = flights.values.compactMap(\.task)
    let end = Task {
      try await Task.sleep(for: Patience.of(Self.patienceAtEnd))
      for task in tasks { task.cancel() }
    }
    await withTaskCancellationHandler {
      for task in tasks { await task.value }
    } onCancel: {
      for task in tasks { task.cancel() }
    }
    end.cancel()
    await endSession()
  }

  /// Model Context Protocol 2025-11-25, Transports, Session Management: clients "SHOULD send an HTTP DELETE".
  private func endSession() async {
    guard session.id != nil else { return }
    var request = RequestMessage(.delete, to: server)
    request.head.headerFields = session.fields
    // Also where this task is cancelled. A server that does not know it, or does not answer, is not waited for.
    await Task { [account, request] in
      _ = try? await account.answer(
        to: request, within: .within(.seconds(1), maximumBodySize: 65536), handingOnTo: BodyOverflow { _, _ in })
    }.value
  }

  @discardableResult
  private func start(
    _ message: ProtocolMessage?, unanswered: [RequestID],
    _ work: @escaping @Sendable (_ relay: MCPRelay, _ number: Int) async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    flights[number] = Flight(message: message, unanswered: unanswered)
    let task = Task {
      await work(self, number)
      noteArrival(of: number)
      flights[number] = nil
    }
    flights[number]?.task = task
    return task
  }

  /// Waits until a message has arrived; nil for none in particular.
  private func arrival(of number: Int?) async {
    guard let number, flights[number]?.hasArrived == false else { return }
    await withCheckedContinuation { flights[number]?.followers.append($0) }
  }

  private func noteArrival(of number: Int) {
    let followers = flights[number]?.followers ?? []
    flights[number]?.hasArrived = true
    flights[number]?.followers = []
    for follower in followers { follower.resume() }
  }

  /// Notes that the client waits for a request no longer; true where that is all that there is to do.
  ///
  /// 2026-07-28, Transports: to close the stream of a request is what cancels it. Before that it is the notification,
  /// which goes on, and the server may still answer.
  private func cancel(_ id: RequestID) -> Bool {
    guard let (number, flight) = flights.first(where: { $0.value.unanswered.contains(id) }) else { return false }
    flights[number]?.isGivenUp = true
    guard flight.message?.revision == nil else {
      flight.task?.cancel()
      return true
    }
    end(number, after: Self.patienceAfterAnswer)
    return false
  }

  private func end(_ number: Int, after time: Duration) {
    guard let task = flights[number]?.task else { return }
    guard !isFinishing else { return task.cancel() }
    Task {
      try await Task.sleep(for: time)
      task.cancel()
    }
  }

  private func refuse(_ id: RequestID?, for error: OAuthError) async {
    await output.write(ProtocolMessage.refusal(of: id, for: error))
  }
}

extension MCPRelay {
  /// Sends a message, and writes what the server answers; a failure is the answer to each request that has none.
  private func send(_ message: ProtocolMessage, in number: Int) async {
    session.note(sent: message)
    do {
      do { try await post(message, in: number) } catch {
        // What a stream had begun, another one may go on with.
        guard error.mayBeResumed, flights[number]?.events.lastID != nil else { throw error }
      }
      try await resume(number)
      if message.method == "notifications/initialized" { listen() }
    } catch { await fail(number, by: error as? OAuthError ?? .cancelled()) }
  }

  private func fail(_ number: Int, by error: OAuthError) async {
    guard let flight = flights[number], !flight.isGivenUp else { return }
    for id in flight.unanswered { await refuse(id, for: error) }
    // No one waits for an answer to a notification.
    if let message = flight.message, message.requests.isEmpty, error.code != .cancelled {
      options.say("Sending “\(message.method ?? "an answer")” failed: \(error.message)")
    }
  }

  private func post(_ message: ProtocolMessage, in number: Int) async throws {
    var request = RequestMessage(.post, to: server)
    request.head.headerFields = session.fields(for: message)
    request.body = message.bytes
    let hadSession = session.id != nil
    let answer = try await exchange(request, in: number)
    let response = answer.response
    session.note(head: response.head, to: message)
    guard (200..<300).contains(response.status) else {
      return try await refused(answer, to: message, hadSession: hadSession, in: number)
    }
    guard !message.requests.isEmpty else { return }
    if response.isEventStream {
      // One in a content coding is not handed on while it comes.
      return try await receive(response.body, in: number)
    }
    if response.isJSON { try await pass(response.body, in: number) }
    guard flights[number]?.unanswered.isEmpty ?? true else {
      throw answer.withoutSecrets(.noAnswer(of: server, response))
    }
  }

  /// An answer that refuses: the server's own words where it has some, else what its status means.
  private func refused(
    _ answer: AuthorizedAnswer, to message: ProtocolMessage, hadSession: Bool, in number: Int
  ) async throws {
    if answer.response.status == 404, hadSession, message.revision == nil { throw OAuthError.sessionEnded(at: server) }
    guard answer.response.isJSON, let refusal = try? ProtocolMessage(reading: answer.response.body), refusal.isRefusal,
      !answer.repeatsSecret
    else { throw answer.withoutSecrets(.refused(by: server, answer.response)) }
    for id in message.requests {
      // It may not have come so far as to read the id.
      let bytes = refusal.answered.contains(id) ? refusal.bytes : refusal.refusal(of: id)
      if let bytes { await output.write(bytes) }
    }
    flights[number]?.unanswered = []
    noteArrival(of: number)
  }

  /// Goes on with a stream that ended before it brought every answer, where it did.
  ///
  /// Model Context Protocol 2025-11-25, Transports, Resumability and Redelivery: a GET with `Last-Event-ID`.
  private func resume(_ number: Int) async throws {
    var attempts = 0
    while let flight = flights[number], !flight.unanswered.isEmpty {
      guard let event = flight.events.lastID, attempts < Self.mostResumptions else {
        throw OAuthError.streamEnded(by: server)
      }
      // A server that wants none must not have us ask without a pause.
      try await Task.sleep(for: max(flight.events.retry ?? .zero, .seconds(1)))
      do {
        guard try await get(after: event, in: number) else { throw OAuthError.streamEnded(by: server) }
      } catch { guard error.mayBeResumed else { throw error } }
      attempts = flights[number]?.events.lastID == event ? attempts + 1 : 0
    }
  }

  /// Opens the stream of messages that the server sends by itself, unless it has none.
  private func listen() {
    guard !isFinishing else { return }
    listening?.cancel()
    listening = start(nil, unanswered: []) { relay, number in await relay.listen(in: number) }
  }

  private func listen(in number: Int) async {
    var pause = Duration.seconds(1)
    while !Task.isCancelled {
      let start = ContinuousClock.now
      do {
        // 405 says that there is none.
        guard try await get(after: flights[number]?.events.lastID, in: number) else { return }
      } catch { guard error.mayBeResumed else { return } }
      // A server that ends it at once again and again is asked less and less often.
      pause = .now - start > .seconds(60) ? .seconds(1) : min(pause * 2, .seconds(60))
      do { try await Task.sleep(for: max(pause, flights[number]?.events.retry ?? .zero)) } catch { return }
    }
  }

  /// Reads a stream to its end; false where the server gives none.
  private func get(after event: String?, in number: Int) async throws -> Bool {
    var request = RequestMessage(.get, to: server)
    request.head.headerFields = session.fields(after: event)
    flights[number]?.events.begin()
    let response = try await exchange(request, in: number).response
    guard response.status == 200, response.isEventStream else { return false }
    try await receive(response.body, in: number)
    return true
  }

  /// Sends a request; the events of a stream are written while they come.
  private func exchange(_ request: RequestMessage, in number: Int) async throws -> AuthorizedAnswer {
    let events = BodyOverflow(patience: Self.patience, takesWhole: { ResponseMessage($0).isEventStream }) {
      [self] bytes, head in
      guard ResponseMessage(head).isEventStream else { throw OAuthError.answerTooLarge(by: server) }
      await note(head, in: number)
      try await receive(bytes, in: number)
    }
    return try await account.answer(
      to: request, within: .within(Self.patience, maximumBodySize: MessageLines.maximumSize), handingOnTo: events)
  }

  private func note(_ head: HTTPResponse, in number: Int) {
    // The stream may bring the answer to `initialize` before it ends.
    if let message = flights[number]?.message { session.note(head: head, to: message) }
  }

  private func receive(_ bytes: [UInt8], in number: Int) async throws {
    let events = try flights[number]?.events.take(bytes) ?? []
    for event in events where event.name == "message" && !event.data.isEmpty {
      try await pass(event.data, in: number)
    }
  }

  /// Writes a message of the server.
  private func pass(_ bytes: [UInt8], in number: Int) async throws {
    let answer: ProtocolMessage
    do throws(OAuthError) { answer = try ProtocolMessage(reading: bytes) } catch {
      throw OAuthError.unreadable(from: server, error)
    }
    if let message = flights[number]?.message { session.note(answer: answer, to: message) }
    let waited = flights[number]?.unanswered.count ?? 0
    flights[number]?.unanswered.removeAll { answer.answered.contains($0) }
    await output.write(answer.bytes)
    // The server should end the stream then. A connection that ends in order is used again.
    guard waited > 0, flights[number]?.unanswered.isEmpty ?? false else { return }
    noteArrival(of: number)
    end(number, after: Self.patienceAfterAnswer)
  }
}

extension ResponseMessage {
  fileprivate var isEventStream: Bool { contentType == "text/event-stream" }
}

extension Error {
  /// Whether a stream may go on where it failed: it was the network, and not what came.
  fileprivate var mayBeResumed: Bool {
    guard let error = self as? OAuthError else { return false }
    return error.category == .network || error.code == .outcomeUnknown
  }
}

extension OAuthError {
  fileprivate static func lineTooLong() -> OAuthError {
    OAuthError(
      .invalidValue, message: "A line of the MCP client is longer than \(MessageLines.maximumSize) bytes.",
      rule: .wayleave("every message has a cap"), remedy: "It was passed over. Send less at once.")
  }

  fileprivate static func tooManyRequests() -> OAuthError {
    OAuthError(
      .unsupported, message: "\(MCPAccount.mostRequests) requests wait for the MCP server already.",
      rule: .wayleave("every program has a cap"), remedy: "Wait for some of them, or cancel them.")
  }

  fileprivate static func sessionEnded(at server: AbsoluteURL) -> OAuthError {
    OAuthError(
      .requestRefused, message: "The MCP server \(server) has ended this session.",
      rule: .specification("Model Context Protocol 2025-11-25", "Session Management"),
      remedy: "Begin another one: restart or reconnect the server in the MCP client.")
  }

  fileprivate static func refused(by server: AbsoluteURL, _ response: ResponseMessage) -> OAuthError {
    if (300..<400).contains(response.status), let location = response.head.headerFields[.location] {
      return OAuthError(
        .unexpectedRedirect,
        message: "The MCP server \(server) is at another URL: \(URLRedaction.redact(location).withoutBackticks).",
        rule: .rfc(9110, "15.4"), remedy: "If you trust that URL, name it in the configuration of the MCP client.")
    }
    return OAuthError(
      .requestRefused, message: "The MCP server \(server) answers \(response.status).", rule: .rfc(9110, "15"),
      remedy: response.adviceWithoutBody)
  }

  fileprivate static func noAnswer(of server: AbsoluteURL, _ response: ResponseMessage) -> OAuthError {
    let type =
      response.contentType.map { "as “\(DisplayText.clean($0, limit: 100).withoutBackticks)”" } ?? "without a type"
    return OAuthError(
      .unexpectedAnswer, message: "The MCP server \(server) answers \(response.status) \(type), without the answer.",
      rule: .specification("Model Context Protocol 2025-11-25", "Sending Messages to the Server"),
      remedy: response.looksLikeHTML ? response.advice : "Check the URL, or tell the operators of the server.")
  }

  fileprivate static func answerTooLarge(by server: AbsoluteURL) -> OAuthError {
    OAuthError(
      .answerTooLarge,
      message: "An answer of the MCP server \(server) is larger than the \(MessageLines.maximumSize) bytes allowed.",
      rule: .wayleave("every answer has a cap"), remedy: "Ask for less at once, or tell the operators of the server.")
  }

  fileprivate static func streamEnded(by server: AbsoluteURL) -> OAuthError {
    OAuthError(
      .outcomeUnknown, message: "The MCP server \(server) ended its stream without the answer.",
      rule: .specification("Model Context Protocol 2025-11-25", "Resumability and Redelivery"),
      remedy: "The server may have acted on the request. Try again if that does no harm.")
  }

  fileprivate static func unreadable(from server: AbsoluteURL, _ error: OAuthError) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The MCP server \(server) sends what is no message of the protocol.",
      rule: .specification("JSON-RPC 2.0", "4"), remedy: "Check the URL, or tell the operators of the server.",
      fault: .provider)
  }
}
