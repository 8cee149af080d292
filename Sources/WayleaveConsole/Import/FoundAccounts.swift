package import WayleaveWire

/// What a file of another program holds: what can be imported, and what cannot, with the reason.
package struct FoundAccounts: Sendable, Equatable {
  /// The credentials, in the order of the file; each once.
  package private(set) var accounts: [FoundAccount] = []
  /// What was left out, each in a sentence that begins with what it is. Nothing in it is secret.
  package private(set) var leftOut: [String] = []

  /// Where the accounts with one token of one user stand: a file may have very many.
  private var places: [Key: [Int]] = [:]

  private struct Key: Sendable, Hashable {
    let host: String
    let user: String?
    let fingerprint: String
  }

  /// Nothing yet.
  package init() {}

  /// What a file without further words holds.
  package init(_ accounts: [FoundAccount]) { self.accounts = accounts }

  mutating func add(_ account: FoundAccount?) {
    guard let account else {
      return leaveOut("A token", because: "it is empty, or has characters that no token and no user has.")
    }
    let key = Key(host: account.host, user: account.user, fingerprint: account.token.fingerprint)
    guard places[key]?.contains(where: { accounts[$0] == account }) != true else { return }
    places[key, default: []].append(accounts.count)
    accounts.append(account)
  }

  mutating func leaveOut(_ what: String, because reason: String) {
    leftOut.append("\(DisplayText.clean(what, limit: 120)): \(reason)")
  }

  /// Checks that the file holds something; throws `account_file.malformed`.
  func requireContent(of program: String, remedy: Remedy) throws(OAuthError) {
    guard accounts.isEmpty, leftOut.isEmpty else { return }
    throw .malformedForeignFile(program, "no token", remedy: remedy)
  }
}
