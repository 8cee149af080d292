package import Wayleave
import WayleaveWire

/// The question which of several accounts is meant, and what an answer to it means.
package struct AccountMenu: Sendable {
  private let accounts: [StoredCredential]
  private let names: [String]

  /// Asks for one of some accounts, each by its name among all.
  package init(_ some: [StoredCredential], among all: [StoredCredential]) {
    accounts = some.usable
    names = AccountName.ofEach(accounts, among: all)
  }

  /// The accounts, a line each, and what to type.
  package var question: String {
    let lines = names.enumerated().map { "  \($0 + 1)  \(DisplayText.clean($1, limit: 200))" }
    return "You have \(names.count) accounts:\n\(lines.joined(separator: "\n"))\n"
      + "Which one? Type its number or its name, then press Enter:"
  }

  /// The account of an answer; nil for an answer that means none of them. A name that is a number counts first.
  package func account(typed text: String) -> StoredCredential? {
    if let place = names.firstIndex(where: { $0.hasSameBytes(as: text) }) { return accounts[place] }
    guard let number = Int(text), accounts.indices.contains(number - 1) else { return nil }
    return accounts[number - 1]
  }
}
