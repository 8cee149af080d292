/// A form in which a token is printed; JSON is none of them.
package enum TokenForm: UInt8, Sendable, CaseIterable {
  /// The token alone.
  case plain = 1
  /// The header field that carries it.
  case header = 2
  /// Lines that set variables of a shell.
  case shellLines = 3
  /// What `curl -K -` reads.
  case curlConfiguration = 4
}
