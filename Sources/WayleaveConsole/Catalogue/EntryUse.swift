package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// The clients and accounts that use an entry of the user.
package struct EntryUse {
  private let entry: ProviderName
  private let clients: [String]
  private let accounts: [String]

  /// The clients and accounts of an entry, and of the providers that it makes where it is a template.
  package init(of entry: ProviderName, among clients: [RegisteredClient], and accounts: [StoredCredential]) {
    self.entry = entry
    let isMeant = { (name: ProviderName) in name == entry || name.templateAndValue?.template == entry }
    self.clients = clients.filter { isMeant($0.provider) }.map(\.name)
    self.accounts = AccountName.ofEach(accounts.filter { isMeant($0.account.provider) }, among: accounts)
  }

  /// Whether there are none.
  package var isEmpty: Bool { clients.isEmpty && accounts.isEmpty }

  /// The clients where there is no account: of a URL it is not known then whether it is a provider.
  package var clientsAlone: [String] { accounts.isEmpty ? clients : [] }

  /// The warning of a command that removes the entry.
  package var warning: String { "Warning: \(users) it. \(remedy)" }

  /// The failure of a command that needs the entry after it was removed.
  package var removed: OAuthError {
    OAuthError(
      .unknownProvider, message: "The entry “\(entry)” is gone, but \(users) it.",
      rule: .wayleave("a client and an account need the entry of their provider"), remedy: .advice(remedy))
  }

  /// The members for `--json`.
  package var json: JSON { ["clients": JSON(clients), "accounts": JSON(accounts)] }

  private var users: String {
    let names = clients.map { "the client “\(DisplayText.clean($0))”" } + accounts.map { "the account “\($0)”" }
    guard names.count > 1, let last = names.last else { return "\(names.joined()) still uses" }
    return DisplayText.clean(names.dropLast().joined(separator: ", "), limit: 600) + " and \(last) still use"
  }

  private var remedy: String {
    let commands =
      clients.compactMap { Remedy.argument($0).map { "`wayleave clients remove \($0)`" } }
      + accounts.compactMap { Remedy.argument($0).map { "`wayleave logout \($0)`" } }
    let removal = commands.isEmpty ? "" : ", or remove the rest: \(commands.prefix(5).joined(separator: ", "))"
    return "Add the entry again with `wayleave providers add FILE`\(removal)."
  }
}
