import HTTPTypes
public import WayleaveWire

/// Sends requests as an account: puts the credential on each, keeps it fresh, and retries once.
///
/// A credential never goes to an origin that its provider does not name, nor over a redirect to another one. Safe to
/// use from any task.
public struct AuthorizedSession: Sendable {
  /// Whose requests these are.
  public let account: Account
  let accounts: Accounts

  /// How many redirects of a GET are followed.
  public static let maximumRedirects = 5

  /// Fetches an address; throws what ``send(_:within:)`` throws.
  public func get(_ url: String) async throws(OAuthError) -> ResponseMessage {
    try await send(RequestMessage(.get, to: try AbsoluteURL(url)))
  }

  /// Sends a request in the account's name and gives the answer, whatever its status.
  ///
  /// The access token is refreshed before it ends, and once after a 401; a signature that is refused for its time is
  /// made anew, once, by the provider's clock. Redirects of GET and HEAD are followed, with
  /// the credential to allowed origins of https only and without it elsewhere. Throws `request.foreign_origin`,
  /// `credential.sign_in_needed` and the failures of network and store.
  public func send(
    _ request: RequestMessage, within limits: ExchangeLimits = .api
  ) async throws(OAuthError) -> ResponseMessage {
    let used = try await accounts.fresh(account)
    let authorization = accounts.authorization(by: used)
    let first = try await exchange(request, by: authorization, within: limits)
    // Refused for its time, it was not carried out.
    if first.wasAuthorized, authorization.correctsClock(by: first.response, at: accounts.now()) {
      return try await exchange(request, by: authorization, within: limits).response
    }
    // A 401 from a place that was not shown the credential says nothing about it.
    guard first.response.status == 401, first.wasAuthorized, used.credential.isRefreshable else {
      return first.response
    }
    let renewed = try await accounts.fresh(account, replacing: used)
    return try await exchange(request, by: accounts.authorization(by: renewed), within: limits).response
  }

  /// The request as it would be sent, with its credential, and not sent.
  public func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage {
    let fresh = try await accounts.fresh(account)
    return try accounts.authorization(by: fresh).authorize(request, at: accounts.now())
  }

  /// The last answer, and whether the request that it answers carried the credential.
  private func exchange(
    _ request: RequestMessage, by authorization: RequestAuthorization, within limits: ExchangeLimits
  ) async throws(OAuthError) -> (response: ResponseMessage, wasAuthorized: Bool) {
    var request = request
    var isAllowed = true
    var response = try await accounts.exchange.send(
      try authorization.authorize(request, at: accounts.now()), within: limits)
    for _ in 0..<Self.maximumRedirects {
      guard let target = Redirect.target(of: response, to: request) else { break }
      request = Redirect.following(request, to: target)
      // What a foreign server sends us on to is its choice, not the user's: the credential does not come back.
      isAllowed = isAllowed && Origin(of: target).map(authorization.allowedOrigins.contains) ?? false
      let sent = isAllowed ? try authorization.authorize(request, at: accounts.now()) : request
      response = try await accounts.exchange.send(sent, within: limits)
    }
    return (response, isAllowed)
  }
}

/// Redirects of requests that change nothing; every other one is the caller's to see.
enum Redirect {
  /// Where an answer sends a GET or HEAD on to; nil when it does not, or to a place that would be clear text.
  static func target(of response: ResponseMessage, to request: RequestMessage) -> AbsoluteURL? {
    guard [301, 302, 303, 307, 308].contains(response.status), [.get, .head].contains(request.head.method),
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
    let isSameOrigin = (try? AbsoluteURL(request.url ?? "")).flatMap(Origin.init(of:)) == Origin(of: target)
    next.head.headerFields = isSameOrigin ? request.head.headerFields : HTTPFields()
    if !isSameOrigin { next.head.headerFields[.accept] = request.head.headerFields[.accept] }
    return next
  }
}
