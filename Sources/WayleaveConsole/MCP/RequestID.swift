package import WayleaveWire

/// By what a request and its answer are known: a text or a number, and "1" is not 1.
///
/// JSON-RPC 2.0 §4; Model Context Protocol 2025-11-25, Base Protocol: it "MUST NOT be null".
package struct RequestID: Sendable, Hashable {
  package let json: JSON
  private let text: String

  /// Nil for what can be no id.
  package init?(_ json: JSON?) {
    switch json {
    case .string?, .number?: break
    default: return nil
    }
    guard let json else { return nil }
    self.json = json
    text = json.encodedText()
  }

  package static func == (left: RequestID, right: RequestID) -> Bool { left.text.hasSameBytes(as: right.text) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
