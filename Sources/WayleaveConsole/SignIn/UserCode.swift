import WayleaveWire

/// The code that a user types on another device, as it is shown.
///
/// RFC 8628 §6.1: a code is easier to read and to type in groups.
package struct UserCode: Sendable, Equatable {
  /// The code, in two groups where it is long and its server made no groups.
  package let grouped: String
  /// Whether the space in it is ours: not every server ignores one that is typed.
  package let isSplit: Bool

  /// The longest code that is read at one look.
  private static let longestGroup = 7

  package init(_ text: String) {
    let code = DisplayText.clean(text, limit: 64)
    isSplit = code.count > Self.longestGroup && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isSplit else {
      grouped = code
      return
    }
    let middle = (code.count + 1) / 2
    grouped = "\(code.prefix(middle)) \(code.dropFirst(middle))"
  }
}
