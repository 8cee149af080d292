/// A protocol value that is one text: two are equal only when their bytes are.
///
/// `==` on `String` is canonical equivalence, under which two different issuers can be equal. RFC 8414 §4 forbids it. A
/// type of its own also stops one value from being passed where another is expected.
package protocol ExactText: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  var text: String { get }

  init(_ text: String)
}

// The hash stays that of the text: texts of the same bytes have the same hash.
extension ExactText {
  /// The value that a literal writes out.
  public init(stringLiteral text: String) { self.init(text) }

  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

  public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

  public var description: String { text }
}
