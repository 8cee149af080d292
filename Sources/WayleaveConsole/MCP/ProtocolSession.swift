package import HTTPTypes
import WayleaveWire

/// What the requests of a session with an MCP server say of it in their headers.
///
/// Model Context Protocol 2025-11-25, Transports, Session Management and Protocol Version Header; 2026-07-28, which has no
/// sessions and says of each request what it is.
package struct ProtocolSession: Sendable {
  /// How the server calls the session; nil where it has none.
  package private(set) var id: String?
  /// The revision that client and server agreed on; nil before.
  private var revision: String?

  package init() {}

  /// Learns from a message that goes to the server: `initialize` begins a new session.
  package mutating func note(sent message: ProtocolMessage) {
    if message.beginsSession { (id, revision) = (nil, nil) }
    if let named = message.revision { revision = named }
  }

  /// Learns from the head of the answer to `initialize`.
  package mutating func note(head: HTTPResponse, to message: ProtocolMessage) {
    guard message.beginsSession, let name = head.headerFields[.sessionID], Self.isVisible(name) else { return }
    id = name
  }

  /// Learns from the answer to `initialize`.
  package mutating func note(answer: ProtocolMessage, to message: ProtocolMessage) {
    if message.beginsSession, let chosen = answer.chosenRevision { revision = chosen }
  }

  /// The headers of a message.
  package func fields(for message: ProtocolMessage) -> HTTPFields {
    var fields = self.fields
    fields[.contentType] = ContentType.json
    fields[.accept] = "application/json, text/event-stream"
    guard message.revision != nil, let method = message.method else { return fields }
    fields[.method] = Self.headerValue(method)
    if let subject = message.subject { fields[.subject] = Self.headerValue(subject) }
    return fields
  }

  /// The headers of a request for the stream that goes on behind an event, or for the server's own messages.
  package func fields(after event: String?) -> HTTPFields {
    var fields = self.fields
    fields[.accept] = "text/event-stream"
    if let event, Self.isVisible(event) { fields[.lastEventID] = event }
    return fields
  }

  /// The headers of every request.
  package var fields: HTTPFields {
    var fields = HTTPFields()
    if let id { fields[.sessionID] = id }
    if let revision, Self.isVisible(revision) { fields[.revision] = revision }
    return fields
  }

  /// A text as a header has it: what is not plain there is written in Base64.
  ///
  /// Model Context Protocol 2026-07-28, Transports, Standard Request Headers.
  static func headerValue(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.hasPrefix(" ") && !text.hasSuffix(" ")
    let looksEncoded = text.hasPrefix("=?base64?") && text.hasSuffix("?=")
    return isPlain && !looksEncoded ? text : "=?base64?\(Base64.standard.encodedText(Array(text.utf8)))?="
  }

  /// A session "MUST only contain visible ASCII characters"; anything else of a server is not sent back to it either.
  private static func isVisible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 4096 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension HTTPField.Name {
  // The names are tokens, so that the second ones never stand.
  fileprivate static let sessionID = HTTPField.Name("Mcp-Session-Id") ?? .from
  fileprivate static let revision = HTTPField.Name("MCP-Protocol-Version") ?? .from
  fileprivate static let method = HTTPField.Name("Mcp-Method") ?? .from
  fileprivate static let subject = HTTPField.Name("Mcp-Name") ?? .from
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .from
}
