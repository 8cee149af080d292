import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Signs the user of an account in again, on the terms that an API demands: a better or more recent sign-in, or more
  /// scopes.
  ///
  /// RFC 9470 §4; RFC 6750 §3.1. The scopes that the account has are asked for again. The ID token must show that the
  /// demand is met, and the granted scopes that they suffice; a provider that cannot show it is refused before the user
  /// is asked. Where the app registered itself for fewer scopes (``signIn(toAPI:registering:publishedAs:redirectURI:options:)``),
  /// it is registered for these first. The credential of the account is replaced only by one that meets the demand, and by the same user: else it
  /// stays, and the error is `credential.scope_needed` or, when another user signs in, `credential.step_up_needed`.
  @discardableResult
  public func stepUp(
    _ account: Account, for demand: AccessDemand, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    try await stepUp(account, for: demand, as: nil, options: options)
  }

  /// The same by the account's own client as it is registered now, or by the registration that replaces it.
  package func stepUp(
    _ account: Account, for demand: AccessDemand, as client: Client?, options: SignInOptions
  ) async throws(OAuthError) -> SignedIn {
    guard let held = try await stored(account) else { throw .unknownAccount(account) }
    guard held.identity != nil else { throw .unknownUser(of: account) }
    try options.requireEncryptedOrigins()
    var accounts = self
    accounts.stepUp = StepUpCheck(account: account, demand: demand)
    let signedIn = try await accounts.signInAgain(
      held, as: client, asking: options.scopes + demand.scopes, options: options.meeting(demand, for: held))
    guard signedIn.account == account else { throw .anotherUserCame(signedIn.stored, for: held) }
    return signedIn
  }

  /// Signs in again, also where the provider does not say who the user is: a credential without a user is then replaced by
  /// another one without a user, if that was granted the scopes that the caller names. `client` is the account's own as it
  /// is registered now, or the registration that replaces it; nil for the account's own.
  package func signInAgain(
    _ account: Account, as client: Client? = nil, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let held = try await stored(account) else { throw .unknownAccount(account) }
    try options.requireEncryptedOrigins()
    var accounts = self
    if held.identity == nil {
      accounts.stepUp = StepUpCheck(account: account, demand: AccessDemand(scopes: options.scopes))
    }
    return try await accounts.signInAgain(
      held, as: client, asking: options.scopes, options: options.meeting(AccessDemand(), for: held))
  }

  /// The sign-in of an account that is there, by its own client, by its registration made wider, or by the one that is named.
  private func signInAgain(
    _ held: StoredCredential, as client: Client?, asking scopes: [String], options: SignInOptions
  ) async throws(OAuthError) -> SignedIn {
    let wider = client == nil ? try await widerRegistration(for: held, asking: scopes) : nil
    let entry = try await entryForSignIn(of: held, as: client ?? wider?.client)
    var accounts = self
    accounts.renewed = held.account
    accounts.clientMadeFor = held.clientMadeFor
    accounts.appRegistration = wider ?? held.appRegistration
    let signedIn = try await accounts.signIn(to: entry.provider, as: entry.client, options: options)
    await endReplaced(by: signedIn.stored)
    return signedIn
  }

  /// Today's entry for another sign-in: where the endpoints were found by the issuer, it is asked again.
  func entryForSignIn(
    of stored: StoredCredential, as client: Client?
  ) async throws(OAuthError) -> Registration {
    var registration = registered(stored)
    if let client { registration.client = client }
    // What cannot be read any more shows no downgrade: then the stored endpoints count.
    if let advertised = stored.advertised, advertised.metadata != nil {
      registration.provider.service = .issuer(advertised.issuer)
      // Its server is looked up as at the first sign-in: another document may offer less, which would count as a downgrade.
      registration.provider.isNamedByAPI = stored.isForAPI
    }
    if let account = stored.provider.atProtocol {
      registration.provider = try await provider(ofATProtocol: account, from: stored.provider)
    }
    if !stored.client.bindsTokens { registration.client.bindsTokens = false }
    return registration
  }
}

extension Accounts.SignInOptions {
  /// These options with the terms of a demand, and what the account has already.
  fileprivate func meeting(_ demand: AccessDemand, for held: StoredCredential) -> Accounts.SignInOptions {
    var options = self
    options.scopes = (held.scopesToKeep + scopes + demand.scopes).reduce(into: []) { all, scope in
      if !all.contains(where: { $0.hasSameBytes(as: scope) }) { all.append(scope) }
    }
    // What the account has was allowed when it was signed in.
    options.allowsHTTP = true
    options.allowedOrigins += held.allowedOrigins.filter { !allowedOrigins.contains($0) }
    // The same APIs as before, or those that the caller names.
    if terms.resources.isEmpty {
      options.terms.resources = held.resources
      options.terms.sendsResources = terms.sendsResources && !held.omitsResources
    }
    // Another process may finish the sign-in: by the name it finds the account. Another user does not get the name.
    options.accountName = held.name
    if !demand.authenticationContextClasses.isEmpty {
      options.terms.authenticationContextClasses = demand.authenticationContextClasses
    }
    // A demand never makes weaker what the caller asks for.
    options.terms.maximumAge = [demand.maximumAge, terms.maximumAge].compactMap(\.self).min()
    return options
  }
}

extension OAuthError {
  fileprivate static func unknownUser(of account: Account) -> OAuthError {
    OAuthError(
      .unsupported,
      message:
        "The provider does not say who the user of “\(DisplayText.clean("\(account)"))” is, so the same user cannot be found again.",
      rule: .rfc(9470, "4"), remedy: .signIn(provider: account.provider.text))
  }

  fileprivate static func anotherUserCame(_ other: StoredCredential, for account: StoredCredential) -> OAuthError {
    OAuthError(
      .stepUpNeeded,
      message: "\(other.shownUser) signed in, and not \(account.shownUser).",
      rule: .rfc(9470, "4"), expected: "the user \(DisplayText.clean("\(account.account)"))",
      received: .text("\(other.account)"),
      remedy: "Another user signed in, and has an account here now. Sign in again as the first one.")
  }
}

extension StoredCredential {
  /// The scopes that it has: another sign-in of the account asks for them again.
  package var scopesToKeep: [String] {
    let granted: [String]? = if case .oauth2(let tokens) = credential { tokens.scopes } else { nil }
    let usual: [String] = if case .oauth2(let service) = provider.service { service.scopes } else { [] }
    return granted ?? usual
  }

  /// Whether it is for an API, so that its server is looked up as the one of an API: not where a sign-in registered the
  /// client for the issuer itself.
  package var isForAPI: Bool {
    clientMadeFor.map { !$0.hasSameBytes(as: account.provider.text) } ?? !resources.isEmpty
  }

  /// The user as a person knows them.
  fileprivate var shownUser: String { DisplayText.clean(identity?.displayName ?? identity?.handle ?? account.subject) }
}
