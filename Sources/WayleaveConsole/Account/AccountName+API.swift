import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

extension AccountName {
  /// The accounts that can be chosen for an origin without being named, of those that may send there.
  ///
  /// Throws `request.foreign_origin` where there is none but of an entry that borrows the API.
  package static func unnamed(
    _ fitting: [StoredCredential], at origin: Origin, among all: [StoredCredential]
  ) throws(OAuthError) -> [StoredCredential] {
    let honest = notBorrowing(fitting, at: origin)
    if honest.isEmpty, let first = fitting.first { throw .borrowedAPI(origin, by: of(first, among: all)) }
    return honest
  }

  /// The accounts without those of an entry that the user added and that names the API of a built-in provider.
  ///
  /// No one has verified what such an entry says: what is sent may go into an account of its author. Its accounts have
  /// to be named.
  package static func notBorrowing(_ accounts: [StoredCredential], at origin: Origin) -> [StoredCredential] {
    accounts.filter { !$0.provider.borrowsAPI(at: origin) }
  }
}

extension Provider {
  /// Whether it is an entry that a user added, and names the API of a built-in provider as its own.
  fileprivate func borrowsAPI(at origin: Origin) -> Bool {
    servesAPI(at: origin) && !Self.isBuiltInName(name) && Self.builtIn.contains { $0.servesAPI(at: origin) }
  }
}

extension OAuthError {
  fileprivate static func borrowedAPI(_ origin: Origin, by account: String) -> OAuthError {
    let option = Remedy.option("--account", account) ?? "--account NAME"
    return OAuthError(
      .foreignOrigin,
      message: "\(origin) belongs to a built-in provider, and “\(account)” is of an entry that you added.",
      rule: .wayleave("what an entry of the user says of another provider's API is not trusted unseen"),
      expected: "an account of the built-in provider, or the name of an account", received: .described("no name"),
      remedy: .advice("To send there as “\(account)” anyway, name it: `\(option)`."))
  }
}
