import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// Which account is meant for a server: by a command, for git and docker, and by the agent.
package struct AccountChoice {
  /// What the credential is for.
  package enum Use: Sendable {
    case request
    /// The token as a password, for a program that sends no other credential.
    case password
  }

  /// The accounts that can be meant and whose credential may go there; of several, one has to be named.
  package let fitting: [StoredCredential]
  /// Whether an account was named, and the asking program knows of none of that name.
  package let isUnknown: Bool
  private let isNamed: Bool
  private let use: Use
  private let origin: Origin
  private let known: [StoredCredential]
  /// One that may send there and has to be named, where there is no other.
  private let borrowing: StoredCredential?

  /// The choice among the accounts that the asking program may know of; `mayGo` is whether a credential may go there.
  ///
  /// What is named is meant, also where its entry borrows the API.
  package init(
    for use: Use, named name: String? = nil, at origin: Origin, among known: [StoredCredential],
    where mayGo: (StoredCredential) -> Bool
  ) {
    (self.use, self.known, self.origin) = (use, known, origin)
    let meant = name.map { known.meant(by: $0) }
    (isNamed, isUnknown) = (meant != nil, meant?.isEmpty ?? false)
    if let meant {
      (fitting, borrowing) = (meant.filter(mayGo), nil)
      return
    }
    let able = known.filter(mayGo)
    let honest = Self.notBorrowing(able, at: origin)
    // One whose token cannot be a password is no choice, unless there is no other to say that of.
    let passwords = use == .password ? honest.filter(\.canLogIn) : []
    fitting = passwords.isEmpty ? honest : passwords
    borrowing = honest.isEmpty ? able.first : nil
  }

  /// The accounts that fit; where none does, the only one there is, since its own refusal says more.
  ///
  /// Throws `request.foreign_origin` where several do not fit, or none but one of an entry that borrows the API. `all` is
  /// among what the names of accounts are unique.
  package func candidates(among all: [StoredCredential]) throws(OAuthError) -> [StoredCredential] {
    if let borrowing { throw .borrowedAPI(origin, by: AccountName.of(borrowing, among: all)) }
    guard fitting.isEmpty else { return fitting }
    guard known.count <= 1 else { throw .noAccount(for: origin, use) }
    return known
  }

  /// Those of ``fitting`` that a user name means, as git and docker have it; where an account was named, that goes first.
  ///
  /// git-credential(1), `username`: it is in the URL, or in `credential.username`. `standIn` is the name that stands for no
  /// user at the provider of an account.
  package func fitting(
    user: String?, standIn: (StoredCredential) -> String
  ) -> [StoredCredential] {
    guard !isNamed, let user else { return fitting }
    return fitting.meant(byUser: user, standIn: standIn)
  }

  /// The accounts without those whose entry, which the user added, names a place of a built-in provider as its own.
  ///
  /// No one has verified what such an entry says: what is sent may go into an account of its author. Its accounts have
  /// to be named. Where the customers of a template such as Zendesk's have their services is not known here.
  private static func notBorrowing(_ accounts: [StoredCredential], at origin: Origin) -> [StoredCredential] {
    accounts.filter { !$0.borrows(origin) }
  }
}

extension [StoredCredential] {
  /// Those of these that a user name means: the name of an account goes first, then the user's name at the provider, then
  /// their subject there. A name that stands for no user means all.
  package func meant(byUser user: String, standIn: (StoredCredential) -> String) -> [StoredCredential] {
    let named = meant(by: user)
    guard named.isEmpty else { return named }
    let handled = filter { $0.identity?.handle?.hasSameBytes(as: user) ?? false }
    guard handled.isEmpty else { return handled }
    let subjects = filter { $0.account.subject.hasSameBytes(as: user) }
    guard subjects.isEmpty else { return subjects }
    return filter { TokenLogin.isStandIn(user, standIn($0)) }
  }
}

extension [StoredCredential] {
  /// The APIs whose tokens come from a provider: those of these accounts, and those for which a sign-in registered one of
  /// `clients`.
  package func apis(at provider: ProviderName, among clients: [RegisteredClient]) -> [AbsoluteURL] {
    let ofClients = clients.filter { $0.provider == provider }.compactMap(\.api)
    return (filter { $0.account.provider == provider }.flatMap(\.apis) + ofClients).withoutRepeats
  }

  /// The scopes that those of these accounts have that are at a provider, for an API; each once.
  package func scopes(at provider: ProviderName, for api: AbsoluteURL) -> [String] {
    let held = filter { stored in
      stored.account.provider == provider && stored.apis.contains { $0.text.hasSameBytes(as: api.text) }
    }
    return held.flatMap(\.scopesToKeep).reduce(into: []) { known, scope in
      if !known.contains(scope) { known.append(scope) }
    }
  }

  /// The other APIs at the origin of a URL: those of these accounts, and those for which a sign-in registered one of `clients`.
  package func otherAPIs(at url: AbsoluteURL, among clients: [RegisteredClient]) -> [AbsoluteURL] {
    guard let origin = Origin(of: url) else { return [] }
    return (flatMap(\.apis) + clients.compactMap(\.api)).withoutRepeats.filter {
      Origin(of: $0) == origin && !$0.text.hasSameBytes(as: url.text)
    }
  }

  /// Those that were signed in for the API that a URL is below, the closest one; all of these where it is below none's.
  ///
  /// `clients` say it of accounts that do not.
  package func closest(to url: AbsoluteURL, among clients: [RegisteredClient]) -> [StoredCredential] {
    let depths = map { stored in (stored.api ?? stored.madeFor(among: clients)).flatMap { $0.depth(above: url) } }
    guard let closest = depths.compactMap(\.self).max() else { return self }
    return zip(self, depths).filter { $0.1 == closest }.map(\.0)
  }
}

extension RegisteredClient {
  /// The API for which a sign-in registered it; nil for another client, and where it was for the issuer.
  fileprivate var api: AbsoluteURL? {
    madeFor.flatMap { $0.hasSameBytes(as: provider.text) ? nil : try? AbsoluteURL($0) }
  }
}

extension [AbsoluteURL] {
  fileprivate var withoutRepeats: [AbsoluteURL] {
    reduce(into: []) { known, url in
      if !known.contains(where: { $0.text.hasSameBytes(as: url.text) }) { known.append(url) }
    }
  }
}

extension AbsoluteURL {
  /// How long the path is by which this is above another URL of its origin; nil where it is not.
  fileprivate func depth(above other: AbsoluteURL) -> Int? {
    guard let origin = Origin(of: self), origin == Origin(of: other) else { return nil }
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard other.path.hasSameBytes(as: path) || other.path.utf8.starts(with: "\(path)/".utf8) || path.isEmpty else {
      return nil
    }
    return path.utf8.count
  }
}

extension StoredCredential {
  /// The APIs for which it was signed in, as it says itself; none where it names none.
  package var apis: [AbsoluteURL] {
    let own = clientMadeFor.flatMap { $0.hasSameBytes(as: account.provider.text) ? nil : try? AbsoluteURL($0) }
    return own.map { [$0] } ?? resources.map(\.url)
  }

  /// The APIs for which it was signed in, where a URL is below none of them: its token may be no good there, and nor may
  /// that of another sign-in to the same account. Empty where the URL is below one, and where none is known.
  ///
  /// RFC 8707 §2: a token is for the APIs that were named.
  package func otherAPIs(than url: AbsoluteURL, among clients: [RegisteredClient]) -> [AbsoluteURL] {
    let madeFor = madeFor(among: clients).flatMap { $0.text.hasSameBytes(as: account.provider.text) ? nil : $0 }
    let known = apis.isEmpty ? [madeFor].compactMap(\.self) : apis
    return known.contains { $0.depth(above: url) != nil } ? [] : known
  }

  /// The API for which it was signed in; nil for several, and where the account names none.
  fileprivate var api: AbsoluteURL? { apis.count == 1 ? apis[0] : nil }

  /// The API, or else the issuer, for which a sign-in registered its client; nil for a client of the user's own.
  fileprivate func madeFor(among clients: [RegisteredClient]) -> AbsoluteURL? {
    clients.first { $0.madeFor != nil && $0.serves(self) }?.madeFor.flatMap { try? AbsoluteURL($0) }
  }

  /// What the user has allowed at the sign-in is not borrowed.
  fileprivate func borrows(_ origin: Origin) -> Bool {
    provider.speaks(to: origin) && !allowedOrigins.contains(origin) && !provider.name.isOfProgram
      && !provider.isIssuer(at: origin) && Provider.builtIn(concerning: origin).contains { $0.owns(origin) }
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
  /// There are accounts, and the credential of none of them may be sent there.
  /// A repository or an image can name any server to git or docker: who is asked for a password there is not advised to
  /// allow it.
  fileprivate static func noAccount(for origin: Origin, _ use: AccountChoice.Use) -> OAuthError {
    let option = Remedy.option("--allow-origin", "\(origin)") ?? "--allow-origin"
    let isSafe = (try? AbsoluteURL("\(origin)"))?.isSecure == true
    return OAuthError(
      .foreignOrigin, message: "No account that can be used here may send to \(origin).",
      rule: .wayleave("a credential goes to its provider's API origins only"),
      remedy: .advice(
        use == .password
          ? "Check the URL. What you fetch can name any server."
          : isSafe
            ? "If the URL is right, allow an account to send there: `wayleave login --account NAME \(option)`."
            : "Use the https URL."))
  }

  fileprivate static func borrowedAPI(_ origin: Origin, by account: String) -> OAuthError {
    let option = Remedy.option("--account", account) ?? "--account NAME"
    return OAuthError(
      .foreignOrigin,
      message: "\(origin) belongs to a built-in provider, and “\(account)” is an account of another entry.",
      rule: .wayleave("what an entry of the user says of another provider's API is not trusted unseen"),
      remedy: .advice("To send there as “\(account)” anyway, name it: `\(option)`."))
  }
}
