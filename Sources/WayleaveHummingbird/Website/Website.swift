public import Wayleave
import WayleaveWire

/// A website on which visitors sign in: sessions, sign-ins, pages and accounts, without any framework.
///
/// It takes a request and gives an answer, for the paths that are its own: `/sign-in`, `/sign-in/NAME`,
/// `/callback/NAME`, `/sign-out`, `/accounts` and what is below them; with apps, `/app/sign-out` and all of `/app/sign-in`.
/// ``SignInMiddleware`` joins it to Hummingbird. For another framework, hand each request to ``answer(to:)`` and serve what
/// it gives; where it gives nil, go on.
public struct Website: Sendable {
  let address: WebsiteAddress
  let accounts: Accounts
  let providers: [WebsiteProvider]
  let apps: [AppProvider]
  /// The paths of the redirect URIs, in the order of the providers.
  private let callbacks: [String]
  let users: any WebsiteUsers
  let sessions: SessionRecords
  let waiting: WaitingSignIns
  let keepsAccounts: Bool
  let pages: WebsitePages
  let sessionCookie: WebsiteCookie
  let signInCookie: WebsiteCookie
  let handedOver: SeenInRecords
  let inFlight = ChecksInFlight()
  let logoutTokens = SeenLogoutTokens()
  let unverifiedFailures = FailurePace()
  let callbackFailures = FailurePace()
  let logouts: LogoutRecords
  var now: Instant { accounts.now() }

  /// A website.
  ///
  /// - Parameters:
  ///   - url: where visitors reach it, such as `https://example.com`; http only for a URL of this machine.
  ///   - title: what its pages call it; the host where nothing is said.
  ///   - accounts: signs users in, and holds their credentials.
  ///   - providers: where visitors can sign in, in the order of the page.
  ///   - apps: where users of native apps sign in, whose server half the website is.
  ///   - users: the users of the website; by default in the same vault as the sessions.
  ///   - vault: where sessions and begun sign-ins are stored. That of several processes must be one that they share; by
  ///     default it is memory, and everyone is signed out when the process ends.
  ///   - times: for how long visitors stay signed in.
  ///   - keepsAccounts: whether the account at the provider stays after its user has signed out. Without it, the tokens are
  ///     revoked when the last session of the user that began with it is signed out of; those of an account that was added
  ///     later, when the user's last session is.
  ///   - maximumWaiting: how many sign-ins that were begun can wait at once; beyond it, the oldest of the client that has
  ///     the most is forgotten.
  public init(
    at url: String, title: String? = nil, accounts: Accounts, providers: [WebsiteProvider],
    apps: [AppProvider] = [], users: (any WebsiteUsers)? = nil, vault: any Vault = MemoryVault(),
    times: SessionTimes = SessionTimes(), keepsAccounts: Bool = true, maximumWaiting: Int = 10_000
  ) throws(OAuthError) {
    address = try WebsiteAddress(url)
    for (index, provider) in providers.enumerated() {
      let isTaken = providers[..<index].contains { $0.name.hasSameBytes(as: provider.name) }
      guard !isTaken else { throw .repeatedProvider(provider.name) }
    }
    for (index, app) in apps.enumerated() where apps[..<index].contains(where: { $0.name.hasSameBytes(as: app.name) }) {
      throw .repeatedProvider(app.name)
    }
    try Self.requireDistinctUsers(at: providers.map(\.provider) + apps.map(\.provider))
    self.accounts = accounts
    self.apps = apps
    self.keepsAccounts = keepsAccounts
    self.providers = providers
    var callbacks: [String] = []
    for provider in providers {
      let path = try provider.redirectURI(at: address).url.path
      guard !callbacks.contains(where: path.hasSameBytes) else { throw .repeatedCallback(path) }
      callbacks.append(path)
    }
    self.callbacks = callbacks
    self.users = users ?? UserRecords(in: vault)
    let records = WebsiteRecords(in: vault)
    handedOver = SeenInRecords(in: records)
    sessions = SessionRecords(records: records, times: times)
    logouts = LogoutRecords(records: records)
    waiting = WaitingSignIns(of: accounts, maximum: maximumWaiting)
    pages = try WebsitePages(title: title ?? address.origin.host)
    sessionCookie = WebsiteCookie("session", at: address)
    signInCookie = WebsiteCookie("sign-in", at: address)
  }

  /// Without an issuer, the users of a provider are known by its name: two of one name would have the same users.
  private static func requireDistinctUsers(at providers: [Provider]) throws(OAuthError) {
    for provider in providers where provider.issuer == nil {
      let isAmbiguous = providers.contains { $0.name == provider.name && $0.service != provider.service }
      guard !isAmbiguous else { throw .ambiguousProvider(provider.name) }
    }
  }

  /// The largest body that a path of the website takes, in bytes: the framework need not read more.
  public static let largestBody = 64 * 1024

  /// Whether the website answers a request itself, by its path: the body is not looked at.
  public func answers(_ request: HTTPRequest) -> Bool { route(of: RequestMessage(request)) != nil }

  /// The answer to a request; nil for a path that is not of the website.
  ///
  /// `client` is from where it comes: the address that your server sees, or the one that your own proxy names. Anyone can
  /// begin sign-ins; where there are too many, the client with the most loses its oldest. And anyone can hand something
  /// over as an app; of what a provider is asked at once, one client has a quarter. Nil is one client, which has all.
  public func answer(to request: RequestMessage, from client: String? = nil) async -> WebsiteAnswer? {
    await wholeAnswer(to: request, from: client)?.cut(for: request.head.method)
  }

  private func wholeAnswer(to request: RequestMessage, from client: String?) async -> WebsiteAnswer? {
    guard let route = route(of: request) else { return nil }
    guard route.methods.contains(request.head.method) else { return wrongMethod(for: route) }
    guard request.body.count <= Self.largestBody else {
      return WebsiteAnswer(pages.message("That was too much", "The form is too long.", status: .contentTooLarge))
    }
    do throws(OAuthError) { return try await answer(to: request, at: route, from: client) } catch {
      return failed(error)
    }
  }

  /// The session of the visitor or app that sent a request; nil where no one is signed in.
  ///
  /// A browser has it by its cookie, an app by the token that it got: `Authorization: Bearer`. A browser's request that may
  /// change something, such as a POST, has a session only where a page of this website sent it: a form of another website
  /// is a visitor who is not signed in.
  public func session(of request: RequestMessage) async throws(OAuthError) -> WebSession? {
    guard let id = request.appSession else { return try await browserSession(of: request) }
    // No app says an origin, and a page has no business with an app's token.
    guard request.field("Origin") == nil else { return nil }
    return try await sessions.session(id, at: now)
  }

  /// The session of a browser. It alone counts for the pages: no app changes how its user signs in.
  func browserSession(of request: RequestMessage) async throws(OAuthError) -> WebSession? {
    guard let id = sessionCookie.secret(in: request) else { return nil }
    guard !request.isUnsafe || request.isFromPage(of: address.origin) else { return nil }
    return try await sessions.session(SessionID(id), at: now)
  }

  /// What a visitor gets who must sign in first: the page for it, which leads back here; 401 where no page was wanted, for
  /// an app, and where only apps sign in.
  public func invitation(for request: RequestMessage) -> ResponseMessage {
    guard request.appSession == nil, !providers.isEmpty else { return appChallenge(for: request) }
    guard [.get, .head].contains(request.head.method), let path = request.head.path else {
      return pages.message("You are not signed in", "Sign in and try again.", status: .unauthorized)
    }
    let query = Form([(name: "return_to", value: path)])
    return WebsiteAnswer.seeOther("/sign-in?" + String(decoding: query.encodedForQuery(), as: UTF8.self)).response
  }

  private func route(of request: RequestMessage) -> WebsiteRoute? {
    WebsiteRoute(path: request.pathWithoutQuery, of: providers, callbacks: callbacks, apps: apps)
  }

  private func answer(
    to request: RequestMessage, at route: WebsiteRoute, from client: String?
  ) async throws(OAuthError) -> WebsiteAnswer {
    switch route {
    case .style: WebsiteAnswer(WebsitePages.style)
    case .providers: WebsiteAnswer(signInPage(for: request, providers))
    case .begin(let index): try await begin(at: providers[index], for: request, from: client)
    case .callback(let index) where request.isUnsafe: try takePosted(request, from: providers[index])
    case .callback(let index): try await finish(at: providers[index], by: request)
    case .backChannelLogout(let index):
      await endSessions(toldBy: request, from: providers[index].provider, to: providers[index].client)
    case .appBackChannelLogout(let index):
      await endSessions(toldBy: request, from: apps[index].provider, to: apps[index].client)
    case .unknownApp: .appRefusal("invalid_request", "No app signs in here.", status: .notFound)
    case .frontChannelLogout(let index): await endSession(inFrame: request, of: providers[index])
    case .signOut: try await signOut(request)
    case .accounts: try await accountsPage(for: request)
    case .link: try await beginLink(by: request, from: client)
    case .unlink: try await unlink(by: request)
    case .endSession: try await endSession(by: request)
    case .appSignIn(let index): await answerApp(request, at: apps[index], from: client)
    case .appSignOut: await answerApp(request, at: nil, from: client)
    }
  }

  /// RFC 9110 §15.5.6: "The origin server MUST generate an Allow header field in a 405 response".
  private func wrongMethod(for route: WebsiteRoute) -> WebsiteAnswer {
    var response = pages.message(
      "That does not work", "This page cannot be asked for in this way.", status: .methodNotAllowed)
    response.head.headerFields[.allow] = route.methods.map(\.rawValue).joined(separator: ", ")
    return WebsiteAnswer(response)
  }
}

extension OAuthError {
  fileprivate static func repeatedCallback(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "Two providers of the website have the redirect URI “\(path)”.",
      rule: .rfc(9700, "4.4.2.2"), remedy: "Register another one at one of them, or leave it out of the client.")
  }

  fileprivate static func ambiguousProvider(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "Two providers of the website call themselves “\(name)”, have no issuer and are not the same.",
      rule: .wayleave("a name means one provider, whose users are known by it"),
      remedy: "Give the entry of one of them another name.")
  }

  fileprivate static func repeatedProvider(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "Two providers of the website have the name “\(name)”.",
      rule: .wayleave("a path of the website means one provider"), remedy: "Give one of them another name.")
  }
}
