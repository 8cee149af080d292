import HTTPTypes
import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Sends requests as an account: puts the credential on each, keeps it fresh, and retries once.
///
/// A credential never goes to an origin that its provider does not name, nor over a redirect to another one. Safe to
/// use from any task.
public struct AuthorizedSession: Sendable {
  let accounts: Accounts
  private let source: Source
  private let recent = RecentAuthorization()

  /// Where the credential comes from.
  enum Source: Sendable {
    /// From the store, and renewed by its refresh token.
    case kept(Account)
    /// From memory, and renewed by a grant that needs no user.
    case direct(DirectGrant, of: Provider, as: Client, allowedOrigins: [Origin])
    /// None: the consumer of OAuth 1.0a signs alone.
    case consumer(of: Provider, as: Client, allowedOrigins: [Origin])
  }

  init(accounts: Accounts, source: Source) {
    self.accounts = accounts
    self.source = source
  }

  /// The account of these requests; without a user, the client's id stands for one.
  public var account: Account {
    switch source {
    case .kept(let account): account
    case .direct(_, let provider, let client, _), .consumer(let provider, let client, _):
      Account(provider: provider.name, client: client.id, subject: client.id.text)
    }
  }

  /// How many redirects of a GET are followed.
  package static let maximumRedirects = 5

  /// Fetches an address; throws what ``send(_:within:)`` throws.
  public func get(_ url: String) async throws(OAuthError) -> ResponseMessage {
    try await send(RequestMessage(.get, to: try AbsoluteURL(url)))
  }

  /// Sends a request in the account's name and gives the answer, whatever its status but one that asks for the user.
  ///
  /// The access token is refreshed before it ends, and once after an answer that refuses it. Where nothing can be
  /// refreshed and the API says that the token is gone, the account is marked, and only a new sign-in helps. What is refused for its time or its nonce is
  /// authorized again, once, as the provider says. Redirects of GET and HEAD are followed, with
  /// the credential to allowed origins of https only and without it elsewhere. Throws `request.foreign_origin`,
  /// `credential.sign_in_needed`, the failures of network and store, and where the API wants another sign-in
  /// `credential.step_up_needed` and `credential.scope_needed`, whose refusal carries its terms.
  public func send(
    _ request: RequestMessage, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> ResponseMessage {
    try await answer(to: request, within: limits).response
  }

  /// The answer that ``send(_:within:)`` gives, and the request that it answers, as it was sent.
  package func answer(
    to request: RequestMessage, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> AuthorizedAnswer {
    let used = try await authorization()
    let first = try await exchange(request, by: used, within: limits)
    // A 401 from a place that was not shown the credential says nothing about it.
    guard first.wasAuthorized, used.mayConcernCredential(first.response) else { return first }
    let verdict = used.verdict(in: first.response)
    let isProvider = used.isOfProvider(first.sent.origin)
    guard verdict.isRefusal, isRenewable(used.stored, refusedByProvider: isProvider) else {
      if case .gone(let refusal) = verdict, case .kept = source, isProvider {
        throw await accounts.end(
          used.stored, because: refusal.withoutSecrets(of: first.sent, with: used.stored.credential))
      }
      return try first.wantingNoSignIn(of: account, with: used.stored.credential)
    }
    // Counted before: what is signed out meanwhile must not be held as if it were recent.
    let changes = accounts.changes.count
    let renewed = accounts.authorization(by: try await fresh(replacing: used.stored))
    recent.hold(renewed, after: changes)
    let second = try await exchange(request, by: renewed, within: limits)
    guard second.wasAuthorized, renewed.mayConcernCredential(second.response) else { return second }
    return try second.wantingNoSignIn(of: account, with: renewed.stored.credential)
  }

  /// The request as it would be sent, with its credential, and not sent.
  public func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage {
    var random = SystemRandomNumberGenerator()
    return try await authorization().authorize(request, at: accounts.now(), using: &random)
  }

  func authorization() async throws(OAuthError) -> RequestAuthorization {
    let changes = accounts.changes.count
    if let recent = recent.authorization(at: accounts.now(), after: changes) { return recent }
    let authorization = accounts.authorization(by: try await fresh())
    recent.hold(authorization, after: changes)
    return authorization
  }

  private func fresh() async throws(OAuthError) -> StoredCredential {
    switch source {
    case .kept(let account): return try await accounts.fresh(account)
    case .direct(let grant, let provider, let client, let origins):
      return try await accounts.direct(by: grant, of: provider, as: client).allowing(origins)
    case .consumer(let provider, let client, let origins):
      return try StoredCredential(twoLegged: provider, as: client, allowedOrigins: origins, at: accounts.now())
    }
  }

  private func fresh(replacing used: StoredCredential) async throws(OAuthError) -> StoredCredential {
    switch source {
    case .kept(let account): return try await accounts.fresh(account, replacing: used)
    case .direct(let grant, let provider, let client, let origins):
      let renewed = try await accounts.direct(
        by: grant, of: provider, as: client, isGood: { $0.credential != used.credential })
      return renewed.allowing(origins)
    case .consumer: return used
    }
  }

  /// For so many seconds after a renewal, the refusal of an origin that only the user allowed causes no other.
  private static let pauseForForeignRefusals: Int64 = 300

  /// Whether another credential can be had, and may be for this refusal: an origin that is not the provider's must not
  /// use up a refresh token with each request.
  private func isRenewable(_ used: StoredCredential, refusedByProvider isProvider: Bool) -> Bool {
    guard isProvider || used.obtainedAt + Self.pauseForForeignRefusals <= accounts.now() else { return false }
    return switch source {
    case .kept: used.credential.isRefreshable
    case .direct: true
    case .consumer: false
    }
  }

  /// The last answer, after the redirects.
  private func exchange(
    _ request: RequestMessage, by authorization: RequestAuthorization, within limits: ExchangeLimits
  ) async throws(OAuthError) -> AuthorizedAnswer {
    var request = request
    var isAllowed = true
    var answer = try await accounts.exchange.send(request, by: authorization, within: limits)
    for _ in 0..<Self.maximumRedirects {
      guard let target = Redirect.target(of: answer.response, to: request) else { break }
      request = Redirect.following(request, to: target)
      // What a foreign server sends us on to is its choice, not the user's: the credential does not come back.
      isAllowed = isAllowed && Origin(of: target).map(authorization.allows) ?? false
      answer = try await accounts.exchange.send(request, by: isAllowed ? authorization : nil, within: limits)
    }
    return AuthorizedAnswer(response: answer.response, sent: answer.sent, wasAuthorized: isAllowed)
  }
}

/// Redirects of requests that change nothing; every other one is the caller's to see.
enum Redirect {
  /// Where an answer sends a GET or HEAD on to; nil when it does not, or to a place that would be clear text.
  static func target(of response: ResponseMessage, to request: RequestMessage) -> AbsoluteURL? {
    guard (300..<400).contains(response.status), [301, 302, 303, 307, 308].contains(response.status),
      [.get, .head].contains(request.head.method),
      let location = response.head.headerFields[.location], let base = try? AbsoluteURL(request.url ?? "")
    else { return nil }
    let isPath = location.hasPrefix("/") && !location.hasPrefix("//")
    let text = isPath ? "\(base.scheme)://\(base.authority ?? "")\(location)" : location
    guard let target = try? Endpoint(text).url, target.scheme == base.scheme || target.scheme == "https" else {
      return nil
    }
    return target
  }

  /// The request at its new address; what the caller set for another origin stays behind.
  static func following(_ request: RequestMessage, to target: AbsoluteURL) -> RequestMessage {
    var next = RequestMessage(request.head.method, to: target)
    let isSameOrigin = request.origin == Origin(of: target)
    next.head.headerFields = isSameOrigin ? request.head.headerFields : HTTPFields()
    if !isSameOrigin { next.head.headerFields[.accept] = request.head.headerFields[.accept] }
    return next
  }
}

extension StoredCredential {
  fileprivate func allowing(_ origins: [Origin]) -> StoredCredential {
    var stored = self
    stored.allowedOrigins = origins
    return stored
  }
}
