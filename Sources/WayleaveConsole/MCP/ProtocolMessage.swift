package import WayleaveWire

/// A message between an MCP client and its server: its bytes, which go on as they came, and the few members that decide
/// where they go.
///
/// JSON-RPC 2.0 §4 and §5. A list of several is a batch (§6), which only revision 2025-03-26 has.
package struct ProtocolMessage: Sendable {
  /// What one message is.
  package enum Kind: Sendable, Equatable {
    /// It wants an answer.
    case request(RequestID, method: String)
    /// It wants none.
    case notification(method: String)
    /// It answers a request; nil where it does not say which.
    case answer(RequestID?)
  }

  package let bytes: [UInt8]
  /// One, or those of a batch.
  package let kinds: [Kind]
  /// The revision that the message itself names, as every request of 2026-07-28 does; nil for one of a session.
  package let revision: String?
  /// What the request is about, which revision 2026-07-28 wants in a header: a tool, a prompt or a resource.
  package let subject: String?
  /// The request that this notification ends.
  package let cancelled: RequestID?
  /// The revision that the answer to `initialize` chooses.
  package let chosenRevision: String?
  /// Whether it is an answer that refuses.
  package let isRefusal: Bool

  /// Throws `wire.malformed_json`, and `configuration.invalid_value` for JSON that is no message.
  package init(reading bytes: [UInt8]) throws(OAuthError) {
    let json = try JSON(decodingAnswer: bytes, maximumDepth: JSON.shownDepth)
    let all = json.array ?? [json]
    guard !all.isEmpty else { throw .notAMessage() }
    self.bytes = bytes
    kinds = try all.map { (each) throws(OAuthError) in try Kind(each) }
    let only = all.count == 1 ? all[0] : .null
    let parameters = only["params"]
    revision = parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string
    let method = only["method"]?.string ?? ""
    subject = Self.subjects[method].flatMap { parameters?[$0]?.string }
    cancelled = method == "notifications/cancelled" ? RequestID(parameters?["requestId"]) : nil
    chosenRevision = only["result"]?["protocolVersion"]?.string
    isRefusal = only["error"]?.object != nil
  }

  /// The requests in it, each of which must be answered.
  package var requests: [RequestID] { kinds.compactMap { if case .request(let id, _) = $0 { id } else { nil } } }

  /// The requests that it answers.
  package var answered: [RequestID] { kinds.compactMap { if case .answer(let id?) = $0 { id } else { nil } } }

  /// Its method; nil for an answer and for a batch.
  package var method: String? {
    switch kinds.count == 1 ? kinds[0] : nil {
    case .request(_, let method)?, .notification(let method)?: method
    case .answer?, nil: nil
    }
  }

  /// Whether it begins a session.
  package var beginsSession: Bool { method == "initialize" }

  /// Whether what follows must not arrive at the server before it: the beginning of a session, in two steps.
  package var precedesOthers: Bool { beginsSession || method == "notifications/initialized" }

  private static let subjects = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]
}

extension ProtocolMessage.Kind {
  fileprivate init(_ json: JSON) throws(OAuthError) {
    if let method = json["method"]?.string {
      guard json["id"] != nil else {
        self = .notification(method: method)
        return
      }
      guard let id = RequestID(json["id"]) else { throw .notAMessage() }
      self = .request(id, method: method)
    } else {
      guard json["result"] != nil || json["error"]?.object != nil else { throw .notAMessage() }
      self = .answer(RequestID(json["id"]))
    }
  }
}

extension OAuthError {
  fileprivate static func notAMessage() -> OAuthError {
    OAuthError(
      .invalidValue, message: "A line is JSON and no message of the Model Context Protocol.",
      rule: .specification("JSON-RPC 2.0", "4"), expected: "a request, a notification or an answer",
      remedy: "Tell the makers of the MCP client.")
  }
}
