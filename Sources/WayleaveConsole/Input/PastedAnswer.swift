package import WayleaveOAuth2
package import WayleaveWire

/// What a user may paste as the answer of a sign-in that waits: a whole URL, its query, or the code alone.
package struct PastedAnswer: Sendable {
  private let redirectURI: AbsoluteURL
  /// The state of the page; nil where a code alone is not enough.
  private let state: String?

  private static let quotes = Array("\"'<>`".utf8)
  /// What is shorter is a slip of the keyboard: a wrong code would end the sign-in. Codes are long enough that no one can
  /// guess them (RFC 6749 §10.10).
  private static let shortestCode = 16
  /// What stands in the query of a callback, whatever the protocol.
  static let names = ["code", "error", "error_code", "error_reason", "oauth_token", "denied", "response"]
  /// What else stands in an answer, and belongs into no message.
  private static let otherNames = ["access_token", "id_token", "oauth_verifier"]

  /// The answers to a page at a redirect URI; `state` is ``AuthorizationPage/stateOfCode``.
  package init(at redirectURI: RedirectURI, state: Secret?) {
    (self.redirectURI, self.state) = (redirectURI.url, state?.exposedText)
  }

  /// The URL of the callback that was pasted; what is none stays as it is.
  package func callback(_ typed: String) -> String {
    let text = Self.unquoted(typed)
    if text.contains(":/") || text.utf8.first == UInt8(ascii: "/") { return text }
    let query = text.utf8.first == UInt8(ascii: "?") ? String(text.dropFirst()) : text
    if let form = try? Form(decoding: query), Self.names.contains(where: form.contains) {
      return redirectURI.text(adding: form)
    }
    guard let state, var form = Self.formOfCode(text) else { return text }
    form.append("state", state)
    return redirectURI.text(adding: form)
  }

  /// Whether a text has an answer in it: a URL with one, or its query. It belongs into no message.
  package static func isAnswer(_ typed: String) -> Bool {
    unquoted(typed).split { "?#&".contains($0) }.contains { pair in
      pair.firstIndex(of: "=").map { (names + otherNames).contains(String(pair[..<$0])) } ?? false
    }
  }

  /// Whether a text can be the code of an answer.
  package static func mayBeCode(_ typed: String) -> Bool { formOfCode(unquoted(typed)) != nil }

  /// A code alone as it would stand in a query; nil for what is none. It is copied from the address bar, where it is
  /// percent-encoded.
  private static func formOfCode(_ text: String) -> Form? {
    guard text.utf8.count >= shortestCode, let form = try? Form(decoding: "code=\(text)"), form.count == 1 else {
      return nil
    }
    return form
  }

  /// A text without the quotes and angle brackets around it, as a mail or a shell has them; one of quotes alone as it is.
  static func unquoted(_ typed: String) -> String {
    let start = typed.utf8.drop(while: quotes.contains)
    guard let end = start.lastIndex(where: { !quotes.contains($0) }) else { return typed }
    return String(decoding: start[...end], as: UTF8.self)
  }

  /// Whether a line that came together with the one before it is the rest of the same text, which something has broken.
  package static func continues(_ text: String, with line: String) -> Bool {
    text.contains("://") && !line.contains("://")
  }
}
