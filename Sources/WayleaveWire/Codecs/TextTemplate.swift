/// A text with places for values, such as `https://{tenant}.example.com/users/{id}`.
package struct TextTemplate: Sendable, Equatable {
  /// One part of the text.
  package enum Piece: Sendable, Equatable {
    /// What stands there as it is.
    case text(Substring)
    /// What stands between two braces: the name of a value.
    case place(Substring)
  }

  /// The parts in their order; a brace without a partner is text.
  package let pieces: [Piece]

  /// Any text.
  package init(_ text: some StringProtocol) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    // Bytes: with an accent after it, a brace is no Character of its own.
    while let open = rest.utf8.firstIndex(of: Self.open), let close = rest.utf8[open...].firstIndex(of: Self.close) {
      if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
      pieces.append(.place(rest[rest.utf8.index(after: open)..<close]))
      rest = rest[rest.utf8.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    self.pieces = pieces
  }

  /// The names of the places, in their order.
  package var places: [Substring] {
    pieces.compactMap { if case .place(let name) = $0 { name } else { nil } }
  }

  /// Whether each brace belongs to a pair, and something stands in each pair.
  package var isWellFormed: Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .text(let text): !text.utf8.contains { $0 == Self.open || $0 == Self.close }
      case .place(let name): !name.isEmpty && !name.utf8.contains(Self.open)
      }
    }
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  /// The text with values in its places; a place without a value stays as it is.
  package func filled(_ value: (Substring) -> String?) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): String(text)
      case .place(let name): value(name) ?? "{\(name)}"
      }
    }.joined()
  }
}
