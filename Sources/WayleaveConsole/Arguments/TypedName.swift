package import WayleaveWire

/// A word that was typed for the name of something, and is none: what a message may repeat of it.
package enum TypedName {
  /// A shorter word is no token.
  private static let shortestToken = 16

  /// The word in quotes; of one that may be a token, the answer of a sign-in or a key, its length.
  package static func shown(_ name: String) -> String {
    mayBeSecret(name) ? "(\(name.utf8.count) characters, not shown)" : "“\(DisplayText.clean(name))”"
  }

  /// Whether a word may be a secret: it is long, and has digits or capital letters as tokens have, and no name.
  package static func mayBeSecret(_ name: String) -> Bool {
    guard !PastedAnswer.isAnswer(name), !name.contains("-----BEGIN") else { return true }
    // Names of hosts are long, and their parts are not.
    return name.utf8.split { !($0.isLetter || $0.isDigit || "-_~+=".utf8.contains($0)) }.contains { part in
      part.count >= shortestToken && part.contains { $0.isDigit || $0 != $0.lowercased }
    }
  }
}
