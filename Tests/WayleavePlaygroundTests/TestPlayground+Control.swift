import HTTPTypes
import WayleaveWire

extension TestPlayground {
  /// Sends a control request as a program does, unless header fields are given.
  func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, _ fields: [String: String] = [:]
  ) async throws -> ResponseMessage {
    var request = RequestMessage(method, to: try AbsoluteURL(base + "/playground/" + path))
    request.body = body.map { $0.encoded() } ?? []
    for (name, value) in fields { request.head.headerFields[HTTPField.Name(name) ?? .origin] = value }
    return try await visitor.send(request)
  }

  /// The requests in the journal.
  func journal(_ query: String = "") async throws -> [JSON] {
    try await control(.get, "journal\(query)").json?["requests"]?.array ?? []
  }

  /// Replaces the rules, as a test in another language does.
  func script(_ rules: JSON...) async throws {
    let answer = try await control(.put, "faults", ["rules": .array(rules)])
    guard answer.status == 200 else { throw ScriptRefused(text: answer.text) }
  }

  struct ScriptRefused: Error { let text: String }
}
