import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

/// The second half of a sign-in: the browser comes back.
extension Website {
  /// Finishes the sign-in that a callback answers, and begins a session with a new id.
  func finish(at provider: WebsiteProvider, by request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    guard let path = request.head.path, let owner = signInCookie.secret(in: request) else {
      return try await unexpected(
        request, "This browser did not begin the sign-in",
        "Or it took longer than ten minutes. Begin it here, and finish it here.")
    }
    var begun: WaitingSignIn?
    let outcome: Accounts.CallbackOutcome
    do throws(OAuthError) {
      outcome = try await accounts.receive(path, ownedBy: owner, for: provider.client) { key, note in
        waiting.remove(key)
        begun = note.flatMap(WaitingSignIn.init(json:))
        return begun?.provider.hasSameBytes(as: provider.name) == true
      }
    } catch {
      // Where the store could not be read, it waits on.
      guard let begun else { throw error }
      return failed(error, at: provider, step: .after(begun.link)).settingCookie(signInCookie.removal)
    }
    switch outcome {
    case .completed(let signedIn):
      guard let signIn = begun else { return try await unexpected(request) }
      return try await complete(signIn, at: provider, by: signedIn, request).settingCookie(signInCookie.removal)
    case .unsolicited: return try await unexpected(request)
    case .notOurs(let error):
      var answer = try await unexpected(request)
      answer.refusal = error
      return answer
    }
  }

  /// Takes a callback that a page of the provider posts, and has the browser bring it once more, by a link of ours.
  ///
  /// OAuth 2.0 Form Post Response Mode §2. With a POST from another website comes no cookie of `SameSite=Lax`; with the
  /// GET that follows it does. A cookie with `SameSite=None` would be the other way, and would come with every form.
  func takePosted(_ request: RequestMessage, from provider: WebsiteProvider) throws(OAuthError) -> WebsiteAnswer {
    let redirectURI = try provider.redirectURI(at: address)
    do throws(OAuthError) {
      let posted = try FormPostResponse(reading: request, at: redirectURI)
      let url = redirectURI.url.text(adding: posted.parameters)
      return WebsiteAnswer(
        pages.page("returning", ["provider": .text(provider.title), "destination": .text(url)]))
    } catch {
      return WebsiteAnswer(
        pages.message(
          "This is no answer of \(provider.title)", "Nothing was done. Begin the sign-in again.", status: .badRequest),
        refusal: error)
    }
  }

  /// What the user of a sign-in gets whose provider has said who the user is.
  private func complete(
    _ signIn: WaitingSignIn, at provider: WebsiteProvider, by signedIn: SignedIn, _ request: RequestMessage
  ) async throws(OAuthError) -> WebsiteAnswer {
    guard let identity = signedIn.stored.identity else {
      await forget(signedIn)
      return WebsiteAnswer(
        pages.message(
          "\(provider.title) did not say who you are", "Without that, the website cannot sign you in.",
          status: .badGateway))
    }
    let before = try await browserSession(of: request)
    if let link = signIn.link {
      return try await complete(link, by: signedIn, of: identity, in: before, returningTo: signIn.returnPath)
    }
    let lookedUpAt = now
    guard let user = try await user(with: identity) else {
      await forget(signedIn)
      return WebsiteAnswer(
        pages.message(
          "This website does not know you", "It has no user with your account at \(provider.title).",
          status: .forbidden))
    }
    let now = self.now
    let session = WebSession(
      user: user, name: identity.shownName, account: signedIn.account, signedInAt: now,
      lastSeenAt: now, browser: request.field("User-Agent").map { DisplayText.clean($0, limit: 200) },
      identity: SessionIdentity(identity, credential: signedIn.stored.credential), end: now + sessions.times.absolute)
    return try await begin(
      session, since: lookedUpAt, by: signedIn.stored.credential, inPlaceOf: before, returningTo: signIn.returnPath)
  }

  /// Adds an account to a user who is signed in as the one who asked for it, in the same session.
  private func complete(
    _ link: WaitingSignIn.Link, by signedIn: SignedIn, of identity: Identity, in session: WebSession?,
    returningTo path: LocalPath
  ) async throws(OAuthError) -> WebsiteAnswer {
    guard let session, session.id.hasSameBytes(as: link.session), session.user.hasSameBytes(as: link.user) else {
      try await forgetUnused(signedIn, of: identity)
      return WebsiteAnswer(
        pages.message(
          "The account was not added", "You were signed out meanwhile. Sign in, and add it again.", status: .forbidden))
    }
    let isLinked: Bool
    do { isLinked = try await users.link(identity, to: session.user) } catch { throw .usersFailed(error) }
    guard isLinked else {
      try await forgetUnused(signedIn, of: identity)
      return WebsiteAnswer(
        pages.message(
          "The account was not added", "Another user of this website signs in with it.", status: .conflict,
          step: .accounts))
    }
    let now = self.now
    // The users of the website took their time: what ended meanwhile stays ended.
    guard let id = try await sessions.renew(session, at: now) else {
      try await forgetUnused(signedIn, of: identity)
      return WebsiteAnswer(
        pages.message(
          "The account was added", "You were signed out meanwhile. Sign in with either account.", status: .forbidden)
      ).settingCookie(sessionCookie.removal)
    }
    return entering(session, as: id, returningTo: path, at: now)
  }

  /// Begins a session, whose id no one can know who knew the one before.
  ///
  /// OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change".
  private func begin(
    _ session: WebSession, since lookedUpAt: Instant, by credential: Credential, inPlaceOf before: WebSession?,
    returningTo path: LocalPath
  ) async throws(OAuthError) -> WebsiteAnswer {
    let now = self.now
    let id = try await open(session, since: lookedUpAt, by: credential, at: now)
    if let before { try await sessions.end(before) }
    guard let id else {
      return WebsiteAnswer(
        pages.message(
          "This sign-in is over", "You were signed out meanwhile, here or where you signed in.", status: .forbidden))
    }
    return entering(session, as: id, returningTo: path, at: now)
  }

  /// Begins a session; nil where the users of the website took their time, and the provider has ended it meanwhile, or the
  /// website has forgotten the user, who was looked up then, or the user has taken the account away.
  func open(
    _ session: WebSession, under new: SessionID? = nil, since lookedUpAt: Instant, by credential: Credential?,
    at now: Instant
  ) async throws(OAuthError) -> SessionID? {
    let id = try await sessions.open(session, under: new, at: now)
    var isForgotten = try await logouts.haveForgotten(session.user, since: lookedUpAt)
    if !isForgotten { isForgotten = try await logouts.haveUnlinked(session.identity.account, since: lookedUpAt) }
    if !isForgotten, try await !hasEnded(session, by: credential, at: now) { return id }
    try await sessions.end(session, with: id)
    if isForgotten {
      // What was stored after the others were signed out.
      if try await accounts.stored(session.account) != nil { _ = try await accounts.signOut(session.account) }
    } else {
      try await forgetAccounts(after: session)
    }
    return nil
  }

  private func hasEnded(
    _ session: WebSession, by credential: Credential?, at now: Instant
  ) async throws(OAuthError) -> Bool {
    guard let issuedAt = credential.flatMap(SessionIdentity.issuedAt) else { return false }
    return try await logouts.haveEnded(session.identity, issuedAt: issuedAt, at: now)
  }

  private func entering(
    _ session: WebSession, as id: SessionID, returningTo path: LocalPath, at now: Instant
  ) -> WebsiteAnswer {
    WebsiteAnswer.seeOther(path.text).settingCookie(sessionCookie.field(id.secret, for: session.end - now))
  }

  /// The user that a provider's user is, who may be new; nil where the website lets no one new in.
  func user(with identity: Identity) async throws(OAuthError) -> String? {
    do {
      if let known = try await users.user(with: identity) { return known }
      return try await users.create(from: identity)
    } catch { throw .usersFailed(error) }
  }

  /// The answer to a callback for which nothing waits: a page that was loaded twice, or too late, or of another browser.
  ///
  /// A user who is signed in has come by the back button, and is led on.
  private func unexpected(
    _ request: RequestMessage, _ heading: String = "This sign-in is over",
    _ explanation: String = "It was finished already, or took longer than ten minutes. Nothing was done."
  ) async throws(OAuthError) -> WebsiteAnswer {
    guard try await browserSession(of: request) == nil else { return .seeOther(LocalPath.front.text) }
    return WebsiteAnswer(pages.message(heading, explanation, status: .badRequest))
  }
}

extension OAuthError {
  /// What the website's own users throw.
  static func usersFailed(_ error: any Error) -> OAuthError {
    .storeFailed(error, at: "the users of the website")
  }
}
