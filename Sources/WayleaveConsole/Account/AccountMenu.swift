import WayleaveWire

/// The question which of several accounts is meant, and what an answer to it means.
package struct AccountMenu: Sendable {
  private let names: [String]

  /// Asks for one of the accounts with these names.
  package init(_ names: [String]) { self.names = names }

  /// The accounts, a line each, and what to type.
  package var question: String {
    let lines = names.enumerated().map { "  \($0 + 1)  \(DisplayText.clean($1, limit: 200))" }
    return "You have \(names.count) accounts:\n\(lines.joined(separator: "\n"))\n"
      + "Which one? Type its number or its name, then press Enter:"
  }

  /// The place among the names that an answer means; nil for an answer that means none of them. A name that is a number
  /// counts first.
  package func place(typed text: String) -> Int? {
    if let place = names.firstIndex(where: { $0.hasSameBytes(as: text) }) { return place }
    guard let number = Int(text), names.indices.contains(number - 1) else { return nil }
    return number - 1
  }
}
