import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

/// What a provider reports: a session there has ended, and so ends here.
extension Website {
  /// Ends the sessions that a logout token names.
  ///
  /// OpenID Connect Back-Channel Logout §2.7, and §2.8 for the answer: 400 too where the end did not succeed.
  func endSessions(
    toldBy request: RequestMessage, from provider: Provider, to client: Client
  ) async -> WebsiteAnswer {
    // Without an issuer, no one signs such a token.
    guard provider.issuer != nil else { return WebsiteAnswer(BackChannelLogoutRequest.refusal) }
    let token: LogoutToken
    do throws(OAuthError) {
      let told = try BackChannelLogoutRequest(reading: request)
      token = try await accounts.verifiedLogoutToken(told.logoutToken, from: provider, to: client)
    } catch {
      // Anyone can send what needs the provider's keys: while these cannot be fetched, that is in the log once a minute.
      let isForLog = !error.isOfSender && unverifiedFailures.admits(at: now)
      return isForLog
        ? WebsiteAnswer(BackChannelLogoutRequest.refusal, failure: error)
        : WebsiteAnswer(BackChannelLogoutRequest.refusal, refusal: error)
    }
    do throws(OAuthError) {
      try logoutTokens.admit(token, at: now)
      do throws(OAuthError) { try await endSessions(namedBy: token) } catch {
        // The provider may send the same token again, and its sessions are still to end.
        logoutTokens.forget(token)
        throw error
      }
      return WebsiteAnswer(BackChannelLogoutRequest.success)
    } catch {
      return error.isOfSender
        ? WebsiteAnswer(BackChannelLogoutRequest.refusal, refusal: error)
        : WebsiteAnswer(BackChannelLogoutRequest.refusal, failure: error)
    }
  }

  /// Ends the session that a frame of the provider names.
  ///
  /// OpenID Connect Front-Channel Logout §2. Anyone can send it, and in a frame no browser sends our cookie. So it must name
  /// issuer and session: register `frontchannel_logout_session_required`.
  func endSession(inFrame request: RequestMessage, of provider: WebsiteProvider) async -> WebsiteAnswer {
    guard let issuer = provider.provider.issuer else { return WebsiteAnswer(BackChannelLogoutRequest.refusal) }
    let told: FrontChannelLogout
    do throws(OAuthError) { told = try FrontChannelLogout(reading: request, from: issuer) } catch {
      return WebsiteAnswer(BackChannelLogoutRequest.refusal, refusal: error)
    }
    guard let sessionID = told.sessionID else { return WebsiteAnswer(BackChannelLogoutRequest.refusal) }
    do throws(OAuthError) {
      try await sessions.end(issuer: issuer.text, sessionID: sessionID, subject: nil, at: now)
      return WebsiteAnswer(FrontChannelLogout.answer)
    } catch { return WebsiteAnswer(BackChannelLogoutRequest.refusal, failure: error) }
  }

  private func endSessions(namedBy token: LogoutToken) async throws(OAuthError) {
    // First: a sign-in that is under way looks there after its session is in the list.
    try await logouts.add(token, at: now)
    if let sessionID = token.sessionID {
      try await sessions.end(issuer: token.issuer.text, sessionID: sessionID, subject: token.subject, at: now)
    }
    // Back-Channel Logout §2.4: "If a sid Claim is not present, the intent is that all sessions at the RP for the End-User …
    // be logged out". With one, another session of the provider stays; but of a session that began by an ID token
    // without “sid”, no one knows which it is. It ends too: a user who has signed out must not stay signed in.
    guard let subject = token.subject else { return }
    let user: String?
    do { user = try await users.user(with: Identity(issuer: token.issuer, subject: subject)) } catch {
      throw .usersFailed(error)
    }
    guard let user else { return }
    try await sessions.end(
      issuer: token.issuer.text, subject: subject, of: user, withoutSessionID: token.sessionID != nil, at: now)
  }
}

extension OAuthError {
  /// Whether what came is at fault, and neither the website nor what its provider publishes.
  fileprivate var isOfSender: Bool {
    switch code {
    case .malformedMetadata, .metadataIssuerMismatch, .metadataDowngraded, .unexpectedAnswer, .unexpectedRedirect,
      .answerTooLarge, .contentCoding:
      false
    default: category == .unverified
    }
  }
}
