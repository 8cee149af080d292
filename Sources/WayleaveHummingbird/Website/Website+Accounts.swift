import HTTPTypes
public import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// What a user sees and does who is signed in: accounts, sessions, sign-out.
extension Website {
  /// The page of the accounts by which the user signs in, and of the browsers in which the user is signed in.
  func accountsPage(for request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    guard let session = try await browserSession(of: request), let token = session.formToken else {
      return WebsiteAnswer(invitation(for: request))
    }
    let identities: [Identity]
    do { identities = try await users.identities(of: session.user) } catch { throw .usersFailed(error) }
    let others = try await sessions.sessions(of: session.user, at: now)
    return WebsiteAnswer(
      pages.page(
        "accounts",
        [
          "token": .text(token.exposedText),
          "identities": .list(
            identities.map { (identity) -> PageValue in
              .record([
                "title": .text(title(of: identity.issuer)), "issuer": .text(identity.issuer.text),
                "subject": .text(identity.subject),
                "person": identity.shownName.map(PageValue.text) ?? .flag(false),
                // The last one stays: without it, the user could not come back.
                "canLeave": .flag(identities.count > 1),
              ])
            }),
          "providers": .list(providers.map { .record(["name": .text($0.name), "title": .text($0.title)]) }),
          "sessions": .list(
            others.map {
              let isHere = $0.id.hasSameBytes(as: session.id)
              return .record([
                "id": .text($0.id), "browser": .text(BrowserName.shown(for: $0.browser)),
                "since": .text(Self.shown($0.signedInAt)), "isHere": .flag(isHere),
                // This browser is seen now.
                "seen": isHere ? .flag(false) : .text(Self.shown($0.lastSeenAt)),
              ])
            }),
        ]))
  }

  /// Begins a sign-in whose account is added to the user: a form of the user's own session asks for it.
  func beginLink(by request: RequestMessage, from client: String?) async throws(OAuthError) -> WebsiteAnswer {
    let own: OwnForm
    switch try await ownForm(of: request) {
    case .failure(let refusal): return refusal.answer
    case .success(let form): own = form
    }
    guard let name = (try? own.form.text(of: "provider")).flatMap(\.self),
      let provider = providers.first(where: { $0.name.hasSameBytes(as: name) }), let path = LocalPath("/accounts")
    else { return foreignForm.answer }
    let link = WaitingSignIn.Link(user: own.session.user, session: own.session.id)
    return try await begin(at: provider, for: request, from: client, returningTo: path, adding: link)
  }

  /// Takes an account away from the user, with the sessions that began by it and its tokens.
  func unlink(by request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    let own: OwnForm
    switch try await ownForm(of: request) {
    case .failure(let refusal): return refusal.answer
    case .success(let form): own = form
    }
    guard let issuer = (try? own.form.text(of: "issuer")).flatMap(\.self),
      let subject = (try? own.form.text(of: "subject")).flatMap(\.self)
    else { return foreignForm.answer }
    let identity = Identity(issuer: Issuer(issuer), subject: subject)
    let isGone: Bool
    do { isGone = try await users.unlink(identity, from: own.session.user) } catch { throw .usersFailed(error) }
    guard isGone else {
      return WebsiteAnswer(
        pages.message(
          "The account was not removed", "You would have no way left to sign in. Add another one first.",
          status: .conflict, step: .accounts))
    }
    // First: a sign-in that is under way looks there after its session is in the list.
    try await logouts.add(unlinked: identity, at: now)
    let began = try await sessions.sessions(of: own.session.user, at: now).filter {
      $0.identity.account.isSameUser(as: identity)
    }
    // Who has the account must not stay in by it: a user may remove it since someone else has.
    try await sessions.end(startedBy: identity, of: own.session.user, at: now)
    try await signOut([identity], began)
    return .seeOther("/accounts")
  }

  /// Ends all sessions of a user, and signs the accounts of the user out at the providers: before your app removes or blocks
  /// the user. Nothing happens where that is done.
  ///
  /// What a provider does not confirm now, `Accounts.sendPendingRevocations()` sends again. A user who may still come back
  /// is not kept out by it.
  public func forgetUser(_ user: String) async throws(OAuthError) {
    let identities: [Identity]
    do { identities = try await users.identities(of: user) } catch { throw .usersFailed(error) }
    // First: a sign-in that is under way looks there after its session is in the list.
    try await logouts.add(user: user, at: now)
    let open = try await sessions.sessions(of: user, at: now)
    try await sessions.endAll(of: user, at: now)
    try await signOut(identities, open)
  }

  /// Signs accounts out at the providers: those of the providers' users, and those by which sessions began.
  private func signOut(_ identities: [Identity], _ sessions: [WebSession]) async throws(OAuthError) {
    for account in Set(held(by: identities) + sessions.map(\.account)) where try await accounts.stored(account) != nil {
      _ = try await accounts.signOut(account)
    }
  }

  /// The accounts that providers' users can have here.
  private func held(by identities: [Identity]) -> [Account] {
    let places = providers.map { ($0.provider, $0.client.id) } + apps.map { ($0.provider, $0.client.id) }
    return identities.flatMap { identity in
      places.filter { isProvider($0.0, identity.issuer) }.map {
        Account(provider: $0.0.name, client: $0.1, subject: identity.subject)
      }
    }
  }

  /// Ends a session of the user, in whichever browser it is.
  func endSession(by request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    let own: OwnForm
    switch try await ownForm(of: request) {
    case .failure(let refusal): return refusal.answer
    case .success(let form): own = form
    }
    let id = (try? own.form.text(of: "session")).flatMap(\.self) ?? ""
    let session = try await sessions.sessions(of: own.session.user, at: now).first { $0.id.hasSameBytes(as: id) }
    if let session { try await sessions.end(session) }
    return await answer(.seeOther("/accounts"), forgettingAccountsAfter: session)
  }

  /// Asks whether to sign out, and does so when the form comes: a link alone signs no one out.
  func signOut(_ request: RequestMessage) async throws(OAuthError) -> WebsiteAnswer {
    if !request.isUnsafe {
      guard let session = try await browserSession(of: request), let token = session.formToken else {
        return .seeOther("/")
      }
      return WebsiteAnswer(
        pages.page(
          "sign-out",
          ["token": .text(token.exposedText), "person": session.name.map(PageValue.text) ?? .flag(false)]))
    }
    switch try await ownForm(of: request) {
    case .failure(let refusal): return refusal.answer
    case .success(let own):
      // Before the tokens go: the provider knows the session by the ID token.
      let answer = await afterSignOut(of: own.session)
      try await sessions.end(own.session)
      return await self.answer(answer, forgettingAccountsAfter: own.session).settingCookie(sessionCookie.removal)
    }
  }

  /// Where the browser goes after the sign-out: to the provider where it is to end its session too, else to the front page.
  ///
  /// OpenID Connect RP-Initiated Logout §2.
  private func afterSignOut(of session: WebSession) async -> WebsiteAnswer {
    var answer = WebsiteAnswer.seeOther(LocalPath.front.text)
    let account = session.account
    let provider = providers.first {
      $0.signsOutThere && $0.provider.name == account.provider && $0.client.id == account.client
    }
    guard let provider else { return answer }
    do throws(OAuthError) {
      let front = try RedirectURI(address.url(LocalPath.front.text))
      let page = try await accounts.sessionPage(
        of: account, returningTo: front, signedInUntil: session.signedInAt)
      guard let url = page else { return answer }
      return WebsiteAnswer(
        pages.page("leaving", ["provider": .text(provider.title), "destination": .text(url.text)]))
    } catch {
      // It must not keep anyone from signing out here.
      answer.failure = error
      return answer
    }
  }

  /// An answer after the end of a session, whose accounts are signed out at the providers where no one uses them: see
  /// ``forgetAccounts(after:)``. The session has ended, so a failure is for the log alone.
  func answer(
    _ answer: WebsiteAnswer, forgettingAccountsAfter session: WebSession?
  ) async -> WebsiteAnswer {
    var answer = answer
    do throws(OAuthError) { if let session { try await forgetAccounts(after: session) } } catch {
      answer.failure = error
    }
    return answer
  }

  /// Signs out at the providers what no one uses once a session has ended: the account by which it began, where no other
  /// session has it; and with the user's last session all accounts of the user. Nothing where the website keeps accounts.
  func forgetAccounts(after session: WebSession) async throws(OAuthError) {
    guard !keepsAccounts else { return }
    try await forget(session.account, after: session)
    let identities: [Identity]
    do { identities = try await users.identities(of: session.user) } catch { throw .usersFailed(error) }
    for account in Set(held(by: identities)) where account != session.account {
      try await forget(account, after: session)
    }
  }

  private func forget(_ account: Account, after session: WebSession) async throws(OAuthError) {
    // First: what a later sign-in stores from here on stays.
    guard let stored = try await accounts.stored(account) else { return }
    let isOwn = account == session.account
    let left = try await sessions.sessions(of: session.user, at: now)
    guard !left.contains(where: { !isOwn || $0.account == account }) else { return }
    if let signedIn = stored.signedInAt, !isOwn || session.signedInAt < signedIn,
      now - signedIn < Self.longestCallback
    {
      // Another sign-in has stored it, whose session may begin at this moment. What it is seen to be then decides.
      Task {
        try await Task.sleep(for: Self.longestCallback)
        try await forget(account, after: session)
      }
      return
    }
    // What the provider does not confirm now, `sendPendingRevocations` sends again.
    _ = try? await accounts.signOut(account, signedInAt: stored.signedInAt)
  }

  /// Signs out at the provider what a sign-in has stored and no one uses.
  func forget(_ signedIn: SignedIn) async {
    _ = try? await accounts.signOut(signedIn.account, signedInAt: signedIn.stored.signedInAt)
  }

  /// The same where someone may use it. Where the website keeps accounts, that is any user who has the account; else a user
  /// who is signed in.
  func forgetUnused(_ signedIn: SignedIn, of identity: Identity) async throws(OAuthError) {
    let user: String?
    do { user = try await users.user(with: identity) } catch { throw .usersFailed(error) }
    if let user {
      guard !keepsAccounts, try await sessions.sessions(of: user, at: now).isEmpty else { return }
    }
    await forget(signedIn)
  }

  /// How long a sign-in may take from its tokens to its session.
  private static let longestCallback = Duration.seconds(60)

  /// A time to the minute; the zone of the visitor is not known.
  private static func shown(_ instant: Instant) -> String {
    // 2026-11-20T08:15:00Z
    let text = instant.description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }

  /// What the pages call the provider of an identity: as the website does, else as the provider calls itself.
  private func title(of issuer: Issuer) -> String {
    providers.first { isProvider($0.provider, issuer) }?.title ?? DisplayText.clean(issuer.text, limit: 200)
  }

  private func isProvider(_ provider: Provider, _ issuer: Issuer) -> Bool {
    // Without an issuer, a provider's users are known by its name.
    provider.issuer.map { $0 == issuer } ?? issuer.text.hasSameBytes(as: provider.name.text)
  }
}
