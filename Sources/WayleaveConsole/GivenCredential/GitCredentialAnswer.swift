package import WayleaveWire

/// What a credential helper answers to git's `get`.
///
/// git-credential(1), "INPUT/OUTPUT FORMAT".
package struct GitCredentialAnswer: Sendable {
  /// The lines, without a line break at the end; they hold the token.
  package let exposedText: String

  /// Throws `configuration.unsupported` for a token that is no line of git's.
  package init(_ login: TokenLogin, to request: GitCredentialRequest) throws(OAuthError) {
    var lines: [(key: String, value: String)] = []
    if request.wantsBearer {
      // It is ephemeral: no other helper may save what is renewed here.
      lines = [
        ("capability[]", "authtype"), ("authtype", "Bearer"), ("credential", login.token.exposedText),
        ("ephemeral", "1"),
      ]
    } else {
      lines = [("username", login.user), ("password", login.token.exposedText)]
    }
    if let end = login.expiresAt { lines.append(("password_expiry_utc", String(end.secondsSinceEpoch))) }
    // A line break in a value would begin a line of its own, such as another host: CVE-2020-5260.
    guard lines.allSatisfy({ $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw .unfitForGit(login.account)
    }
    exposedText = lines.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }
}

extension OAuthError {
  fileprivate static func unfitForGit(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The token of “\(account)” has control characters, which git cannot be given.",
      rule: .specification("git-credential(1)", "INPUT/OUTPUT FORMAT"), remedy: "Sign in again.")
  }
}

extension GitCredentialAnswer {
  /// The command by which git asks for one account at a server; `NAME` stands for the account.
  package static func configuration(for origin: Origin) -> String {
    "git config --global credential.\(origin).helper '!wayleave git-credential --account NAME'"
  }
}
