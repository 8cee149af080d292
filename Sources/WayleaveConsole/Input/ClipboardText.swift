import WayleaveWire

/// A text for the clipboard of the user's own computer, as a terminal takes it, also over SSH.
///
/// XTerm Control Sequences, "OSC 52".
package struct ClipboardText: Sendable {
  private let text: String

  /// Terminals ignore longer ones.
  private static let longest = 70_000

  /// Nil for a terminal that is known to ignore it or to show it as text.
  package init?(_ text: String, terminal: String?) {
    guard let terminal, !["", "dumb", "linux", "vt100", "vt220"].contains(terminal), text.utf8.count < Self.longest
    else { return nil }
    self.text = text
  }

  /// What is written to the terminal.
  package var sequence: String { "\u{1B}]52;c;\(Base64.standard.encodedText(text.utf8))\u{1B}\\" }
}
