/// What a grant allows a program to get.
package enum AgentScope: UInt8, Sendable, CaseIterable {
  /// A short-lived access token.
  case token = 1
  /// Requests of its own, authorized by the agent: least power of all that reach the API.
  case requests = 2
  /// The header fields of OAuth Echo.
  case echo = 3
  /// The second half of reverse auth.
  case reverseAuth = 4

  /// The word for it in lists, on the command line and in the audit log.
  package var word: String {
    switch self {
    case .token: "token"
    case .requests: "requests"
    case .echo: "echo"
    case .reverseAuth: "reverse_auth"
    }
  }

  /// The scope of a word; nil when there is none.
  package init?(word: String) {
    guard let scope = Self.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else { return nil }
    self = scope
  }
}
