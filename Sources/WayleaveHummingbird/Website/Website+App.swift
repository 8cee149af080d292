import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveResourceServer
import WayleaveSignIn
import WayleaveWire

/// The server half of a native app: it signs a user in by what the app hands over, and out again.
///
/// There are no cookies: a page of another website can send a request here, and gets nothing for it.
extension Website {
  /// Answers an app: at a provider it signs in, at none it signs out.
  func answerApp(_ request: RequestMessage, at app: AppProvider?, from client: String?) async -> WebsiteAnswer {
    guard request.field("Origin") == nil else {
      return .appRefusal("invalid_request", "A page signs in at /sign-in.", status: .forbidden)
    }
    do throws(OAuthError) {
      guard let app else { return try await signOutApp(by: request) }
      return try await signIn(by: request, of: app, from: client)
    } catch { return appFailure(error) }
  }

  /// What the request of an app gets that is in no session.
  ///
  /// RFC 6750 §3.1: without a token there is no error code.
  func appChallenge(for request: RequestMessage) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .unauthorized))
    response.head.headerFields[.wwwAuthenticate] =
      request.appSession == nil ? "Bearer" : #"Bearer error="invalid_token""#
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  /// Signs in the user of what an app hands over, and answers with the token of a session of our own.
  private func signIn(
    by request: RequestMessage, of app: AppProvider, from client: String?
  ) async throws(OAuthError) -> WebsiteAnswer {
    let brought: AppHandOver
    do throws(OAuthError) { brought = try AppHandOver(reading: request, for: app) } catch {
      return .appRefusal("invalid_request", error.message)
    }
    let mark = brought.codeMark(of: app)
    let network = client.map(ClientAddress.network)
    switch inFlight.begin(mark, at: app.name, for: network) {
    case .free: break
    case .twice: throw .replayedHandOver()
    case .tooMany:
      return .appRefusal(
        "temporarily_unavailable", "Too many sign-ins are checked now. Try again later.", status: .serviceUnavailable)
    }
    defer { inFlight.end(mark, at: app.name, for: network) }
    let verified = try await verify(brought, as: mark, of: app)
    // What the provider issued is stored before anything is answered: a code brings it once.
    let (account, isStored) = try await keep(verified, brought.handedOver, of: app)
    let lookedUpAt = now
    guard let user = try await user(with: verified.identity) else {
      if isStored { _ = try? await accounts.signOut(account) }
      return .appRefusal("access_denied", "The server has no user with this account.", status: .forbidden)
    }
    var name = verified.identity.shownName
    if name == nil, isStored { name = await accounts.askWhoIs(account)?.shownName }
    let now = self.now
    let session = WebSession(
      user: user, name: name, account: account, signedInAt: now, lastSeenAt: now,
      browser: request.field("User-Agent").map { DisplayText.clean($0, limit: 200) } ?? "An app",
      identity: SessionIdentity(verified.identity, credential: verified.credential), end: now + sessions.times.absolute)
    var random = SystemRandomNumberGenerator()
    let new = SessionID(ofAppUsing: &random)
    guard let id = try await open(session, under: new, since: lookedUpAt, by: verified.credential, at: now)
    else {
      return .appRefusal("invalid_grant", "The user was signed out meanwhile.")
    }
    return WebsiteAnswer(TokenResponse(accessToken: id.secret, expiresIn: (session.end - now).wholeSeconds).response())
  }

  /// Ends the session of a token; the answer is the same where there is none. A request that names no token, or several, is
  /// refused, since an answer of 200 would say that the session has ended.
  ///
  /// RFC 7009 §2.1, §2.2.
  private func signOutApp(by request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    let token: Secret?
    do throws(OAuthError) { token = try AppHandOver.fields(of: request).nonEmptySecret(of: "token") } catch {
      return .appRefusal("invalid_request", error.message)
    }
    guard let token else { return .appRefusal("invalid_request", "Send the token of the session as “token”.") }
    var ended: WebSession?
    if let id = SessionID(ofApp: token), let session = try await sessions.session(id, at: now) {
      try await sessions.end(session)
      ended = session
    }
    var response = ResponseMessage(HTTPResponse(status: .ok))
    response.head.headerFields[.cacheControl] = "no-store"
    return await answer(WebsiteAnswer(response), forgettingAccountsAfter: ended)
  }

  /// What an app gets in place of a token when something fails; the reason goes to the log. Anyone can hand over what the
  /// provider refuses: that is counted, and no error of the website, unless its client is what is refused.
  ///
  /// RFC 6749 §5.2.
  private func appFailure(_ error: OAuthError) -> WebsiteAnswer {
    let isOurClient = error.refusal?.error == "invalid_client"
    var answer =
      switch error.category {
      // The server's own secret is refused: no new sign-in of the user helps.
      case _ where isOurClient:
        WebsiteAnswer.appRefusal("server_error", "The server has an error.", status: .internalServerError)
      case .network, .timedOut, .storage,
        _ where error.code == .handOverMemoryFull:
        WebsiteAnswer.appRefusal("temporarily_unavailable", "Try again later.", status: .serviceUnavailable)
      case .denied, .refused, .unverified, .signInNeeded:
        WebsiteAnswer.appRefusal("invalid_grant", "What was handed over is not valid, or was used before.")
      case .configuration, .cancelled:
        WebsiteAnswer.appRefusal("server_error", "The server has an error.", status: .internalServerError)
      }
    let isOfSender = [.denied, .refused, .unverified, .signInNeeded].contains(error.category)
    if isOfSender, !isOurClient { answer.refusal = error } else { answer.failure = error }
    return answer
  }

  /// How long a used code is remembered: longer than any provider accepts one.
  ///
  /// RFC 6749 §4.1.2: "A maximum authorization code lifetime of 10 minutes is RECOMMENDED."
  private static let codeMemory = Duration.seconds(3600)

  /// Has the provider confirm what was handed over; throws `hand_over.replayed` for a code that has signed someone in.
  ///
  /// RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once." Not every provider looks.
  private func verify(
    _ brought: AppHandOver, as mark: String?, of app: AppProvider
  ) async throws(OAuthError) -> VerifiedHandOver {
    let now = self.now
    if let mark, try await handedOver.contains(mark, at: now) { throw .replayedHandOver() }
    let verified = try await accounts.verify(
      brought.handedOver, of: app.provider, as: app.client, nonce: brought.nonce, seen: handedOver)
    // Of two requests with one code that came together at two processes, one is the first.
    if let mark, try await !handedOver.remember(mark, until: now + Self.codeMemory, at: now) {
      throw .replayedHandOver()
    }
    return verified
  }

  /// Stores what the provider issued, as the account of the user there; an ID token and an Echo bring nothing to store.
  private func keep(
    _ verified: VerifiedHandOver, _ handedOver: HandedOver, of app: AppProvider
  ) async throws(OAuthError) -> (account: Account, isStored: Bool) {
    let account = Account(
      provider: app.provider.name, client: app.client.id, subject: verified.identity.subject)
    let credential: Credential
    switch handedOver {
    case .code:
      guard let issued = verified.credential else { return (account, false) }
      credential = issued
    case .tokenAndSecret(let token): credential = .oauth1(token)
    case .accessToken(let token):
      // It cannot be renewed, as what a code brought before can.
      if let held = try await accounts.stored(account), held.endedBecause == nil, !held.isSignedOut {
        return (account, false)
      }
      credential = .oauth2(.init(accessToken: token, scopes: verified.scopes, expiresAt: verified.expiresAt))
    case .idToken, .echo: return (account, false)
    }
    let stored = try await accounts.adopt(credential, of: app.provider, as: app.client, identity: verified.identity)
    return (stored.account, true)
  }
}

extension WebsiteAnswer {
  /// An answer that signs no app in.
  static func appRefusal(
    _ error: String, _ description: String, status: HTTPResponse.Status = .badRequest
  ) -> WebsiteAnswer {
    var response = TokenErrorResponse(error, description: description).response()
    response.head.status = status
    return WebsiteAnswer(response)
  }
}

extension Message where Head == HTTPRequest {
  /// The session that an app names: RFC 6750 §2.1. Another `Authorization`, such as that of a proxy, names none.
  var appSession: SessionID? {
    let fields = head.headerFields[values: .authorization]
    guard let field = fields.first, fields.count == 1 else { return nil }
    let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == "bearer" else { return nil }
    return SessionID(ofApp: Secret(Array(parts[1])))
  }
}
