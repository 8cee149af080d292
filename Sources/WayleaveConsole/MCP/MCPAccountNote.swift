import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// What `wayleave mcp install` says where the entry does not say which account is meant, or means one of another API.
package enum MCPAccountNote {
  /// What to say of the accounts whose tokens may go to a server, each with the other APIs that it is for; nil where one is
  /// meant, and where there is none.
  package static func text(
    for server: AbsoluteURL, among accounts: [(name: String, otherAPIs: [AbsoluteURL])]
  ) -> String? {
    if accounts.count > 1, accounts.contains(where: \.otherAPIs.isEmpty) {
      return several(accounts.map(\.name), for: server)
    }
    let notes = accounts.prefix(3).compactMap { other($0.otherAPIs, than: server, of: $0.name) }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  /// What to say of a URL at which no MCP server is.
  package static func missing(_ server: AbsoluteURL) -> String {
    "Warning: Nothing is at \(shown(server)): it answers 404. Check the URL."
  }

  /// Those of some accounts that can be meant for a server: where it is known where its tokens come from, those from
  /// there; else those that were signed in for an API, and where the server is there, others that may send to it.
  ///
  /// No MCP server takes OAuth 1.0a: Model Context Protocol, Authorization, has OAuth 2.1.
  package static func fitting(
    _ accounts: [StoredCredential], for server: AbsoluteURL, tokensFrom issuer: Provider?, isThere: Bool = true
  ) -> [StoredCredential] {
    accounts.filter { stored in
      guard case .oauth2 = stored.credential, isThere || !stored.apis.isEmpty else { return false }
      guard let issuer, !stored.apis.contains(where: { $0.text.hasSameBytes(as: server.text) }) else { return true }
      let texts = [stored.account.provider.text, stored.provider.issuer?.text].compactMap(\.self)
      return texts.contains { $0.hasSameBytes(as: issuer.name.text) }
    }
  }

  private static func several(_ names: [String], for server: AbsoluteURL) -> String {
    let options = names.map { name in Remedy.option("--account", name) ?? "--account NAME" }
    return "Several accounts fit \(shown(server)), and the entry names none. "
      + "Repeat the command with one of: \(options.joined(separator: ", "))."
  }

  /// The account was signed in for other APIs; nil where it was for none.
  private static func other(_ apis: [AbsoluteURL], than server: AbsoluteURL, of account: String) -> String? {
    guard !apis.isEmpty else { return nil }
    let others = apis.map(shown).joined(separator: " and ")
    let command = apis.count == 1 ? Remedy.argument(apis[0].text).map { ": `wayleave mcp install \($0)`" } : nil
    return "Your account “\(DisplayText.clean(account, limit: 200))” is for \(others), and not for \(shown(server)). "
      + "If that is the one that you mean, repeat the command with its URL\(command ?? "")."
  }

  private static func shown(_ url: AbsoluteURL) -> String { DisplayText.clean(URLRedaction.redact(url.text)) }
}
