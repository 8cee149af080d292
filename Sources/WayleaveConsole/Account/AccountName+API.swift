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

  /// The accounts without those whose entry, which the user added, names a place of a built-in provider as its own.
  ///
  /// No one has verified what such an entry says: what is sent may go into an account of its author. Its accounts have
  /// to be named. Where the customers of a template such as Zendesk's have their services is not known here.
  package static func notBorrowing(_ accounts: [StoredCredential], at origin: Origin) -> [StoredCredential] {
    accounts.filter { !$0.borrows(origin) }
  }
}

extension StoredCredential {
  /// What the user has allowed at the sign-in is not borrowed.
  fileprivate func borrows(_ origin: Origin) -> Bool {
    provider.speaks(to: origin) && !allowedOrigins.contains(origin) && !provider.name.isOfProgram
      && !provider.isIssuer(at: origin) && Provider.builtIn.contains { $0.owns(origin) }
  }
}

extension Provider {
  /// Whether its requests and those that ask who the user is go to an origin.
  fileprivate func speaks(to origin: Origin) -> Bool {
    servesAPI(at: origin) || identity?.origins.contains(origin) ?? false
  }

  /// Git is where the tokens come from, as at GitHub.
  fileprivate func owns(_ origin: Origin) -> Bool { speaks(to: origin) || tokenOrigins.contains(origin) }

  /// Whether it was found by the URL of an issuer there.
  fileprivate func isIssuer(at origin: Origin) -> Bool {
    (try? AbsoluteURL(name.text)).flatMap { Origin(of: $0) } == origin
  }
}

extension OAuthError {
  fileprivate static func borrowedAPI(_ origin: Origin, by account: String) -> OAuthError {
    let option = Remedy.option("--account", account) ?? "--account NAME"
    return OAuthError(
      .foreignOrigin,
      message: "\(origin) belongs to a built-in provider, and “\(account)” is an account of another entry.",
      rule: .wayleave("what an entry of the user says of another provider's API is not trusted unseen"),
      expected: "an account of the built-in provider, or the name of an account", received: .described("no name"),
      remedy: .advice("To send there as “\(account)” anyway, name it: `\(option)`."))
  }
}
