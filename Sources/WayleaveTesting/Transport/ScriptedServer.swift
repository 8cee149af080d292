import WayleaveBackport
import WayleaveSystem
import WayleaveWire

/// A server on this machine that reads requests and answers each with the bytes of a script.
final class ScriptedServer: Sendable {
  /// What it does after each request.
  enum Step: Sendable {
    case send([UInt8])
    /// The same bytes again and again, until so many were sent or the client is gone.
    case sendMuch([UInt8], until: Int)
    /// Nothing for so many milliseconds, or until the client is gone.
    case wait(milliseconds: Int32)
    /// Closes the connection; without it the next request may come on the same one.
    case close

    static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  /// One request as it came.
  struct Received: Sendable {
    /// The request line and the header fields.
    let lines: [String]
    let body: [UInt8]

    /// The value of a header field; nil when it is not there.
    func field(_ name: String) -> String? {
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.first?.lowercased() == name, parts.count == 2 { return String(parts[1].drop { $0 == " " }) }
      }
      return nil
    }
  }

  private let socket: LoopbackSocket
  private let script: @Sendable (Received) -> [Step]
  private let state = Lock((requests: [Received](), sent: 0, isStopped: false))

  /// Listens, and answers each request by a script.
  private init(_ script: @escaping @Sendable (Received) -> [Step]) throws {
    self.script = script
    socket = try LoopbackSocket(.ipv4("127.0.0.1"), port: 0)
    try DetachedThread.start { self.acceptAll() }
  }

  /// Runs a function while a server answers each request by a script.
  static func answering(
    _ script: @escaping @Sendable (Received) -> [Step], _ body: (ScriptedServer) async throws -> Void
  ) async throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    try await body(server)
  }

  /// Runs a function while a server answers all requests alike.
  static func answering(_ steps: Step..., run body: (ScriptedServer) async throws -> Void) async throws {
    try await answering({ _ in steps }, body)
  }

  /// The requests that came, in their order.
  var requests: [Received] { state.withLock { $0.requests } }

  /// How many bytes the system took to send.
  var sent: Int { state.withLock { $0.sent } }

  /// A URL of this server.
  func url(_ path: String = "/") throws(OAuthError) -> AbsoluteURL {
    try AbsoluteURL("http://127.0.0.1:\(socket.port)\(path)")
  }

  /// A URL of this machine at which no one listens.
  static func closedURL() throws -> AbsoluteURL {
    // Bound, and then closed: the system gives the port to no one else so soon.
    let socket = try LoopbackSocket(.ipv4("127.0.0.1"), port: 0)
    defer { socket.stopListening() }
    return try AbsoluteURL("http://127.0.0.1:\(socket.port)/")
  }

  private func stop() {
    state.withLock { $0.isStopped = true }
    socket.stopListening()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func acceptAll() {
    while !isStopped {
      guard socket.descriptor.isReadable(withinMilliseconds: 100) else { continue }
      guard let connection = try? socket.accept() else { continue }
      try? DetachedThread.start { self.serve(connection) }
    }
  }

  private func serve(_ connection: FileDescriptor) {
    var rest: [UInt8] = []
    while let request = read(from: connection, &rest) {
      state.withLock { $0.requests.append(request) }
      for step in script(request) where !perform(step, on: connection) { return }
    }
  }

  /// False where the connection is over.
  private func perform(_ step: Step, on connection: FileDescriptor) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes, on: connection)
    case .sendMuch(let bytes, let limit):
      while sent < limit { guard send(bytes, on: connection) else { return false } }
      return true
    case .wait(let milliseconds):
      // A client that sends more, or goes away, ends the pause.
      return !connection.isReadable(withinMilliseconds: milliseconds) && !isStopped
    case .close: return false
    }
  }

  private func send(_ bytes: [UInt8], on connection: FileDescriptor) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard !isStopped, let count = connection.send(rest) else { return false }
      rest = rest.dropFirst(count)
      state.withLock { $0.sent += count }
      guard count == 0 else { continue }
      var waiting = PollSet()
      _ = waiting.add(connection, writing: true)
      waiting.wait(until: .now + .milliseconds(100))
    }
    return true
  }

  /// The next request, whose body has a length; nil when the client is gone.
  private func read(from connection: FileDescriptor, _ bytes: inout [UInt8]) -> Received? {
    while true {
      if let request = Self.request(in: &bytes) { return request }
      guard !isStopped else { return nil }
      guard connection.isReadable(withinMilliseconds: 100), let more = connection.receive() else { continue }
      if more.isEmpty { return nil }
      bytes += more
    }
  }

  /// Takes a whole request from the beginning of bytes.
  private static func request(in bytes: inout [UInt8]) -> Received? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= end.count,
      let head = (0...bytes.count - end.count).first(where: { bytes[$0..<$0 + end.count].elementsEqual(end) })
    else { return nil }
    let lines = bytes[..<head].split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    let length = Received(lines: lines, body: []).field("content-length").flatMap { Int($0) } ?? 0
    guard bytes.count - head - end.count >= length else { return nil }
    let body = Array(bytes[(head + end.count)...].prefix(length))
    bytes.removeFirst(head + end.count + length)
    return Received(lines: lines, body: body)
  }
}
