import HTTPTypes
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// What programs get.
extension Agent {
  /// The answer to a request; nil while it waits for something.
  mutating func answer(to request: Waiting, on connection: Int) throws(OAuthError) -> AgentAnswer? {
    if let failure = request.failure { return .failure(failure) }
    switch request.request.wish {
    case .token(let name, let minimum, let form):
      return try token(name, minimum.map { Int64(clamping: $0) }, form, to: request, on: connection)
    case .authorize(let name, let message): return try authorize(message, name, to: request, on: connection)
    case .answered(let message, let response, let credential):
      return try authorize(message, after: response, to: credential, for: request, on: connection)
    case .login(let name, let user, let origin):
      return try login(origin, name, of: user, to: request, on: connection)
    case .echo(let name, let url): return try echo(url, name, to: request, on: connection)
    case .reverseAuth(let name, let parameters):
      return try reverseAuth(parameters, name, to: request, on: connection)
    default: return try management(of: request, on: connection)
    }
  }

  /// The token in a form, or as JSON.
  private mutating func token(
    _ name: String?, _ minimum: Int64?, _ form: TokenForm?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let found = try allowed(.token, name, to: request, on: connection) else { return nil }
    let credential = found.stored.credential
    let needsEntry = form?.needsEntry ?? false
    let provider = needsEntry ? registration(of: found.stored).provider : found.stored.provider
    let shown = shownName(of: found.stored, among: found.all)
    try form?.require(of: credential, at: provider, named: shown)
    guard credential.servesEveryRequest else {
      return .needsCommand("The token of this account is not sent as it is.")
    }
    guard try isFresh(found.stored, for: minimum, to: request, on: connection, among: found.all) else { return nil }
    give(found, to: request)
    let text = form?.text(of: credential, at: provider, as: found.stored.client.id)
    return .text((text.map { Array($0.utf8) } ?? found.stored.tokenJSON(named: shown).encoded()) + [UInt8(ascii: "\n")])
  }

  /// The token as a user name and a password; `done` where no account's may go to the server.
  private mutating func login(
    _ address: String, _ name: String?, of user: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    let origin = try Origin(address)
    guard let store = try openStore(for: request), let visible = try visible(store.contents.accounts, to: request)
    else { return nil }
    // Before the user is asked. A name that the program may not know is refused below.
    let choice = choice(for: .password, named: name, at: origin, among: visible)
    let fitting = choice.fitting(user: user) { registration(of: $0).provider.apiDialect.gitUser }
    guard choice.isUnknown || !fitting.isEmpty else { return .done }
    guard let found = try allowed(.token, name, among: fitting, to: request, on: connection) else { return nil }
    guard fitting.contains(where: { $0.account == found.stored.account }) else { return .done }
    let shown = shownName(of: found.stored, among: found.all)
    let provider = registration(of: found.stored).provider
    // Before a renewal, which would be for nothing.
    _ = try TokenLogin(found.stored, at: provider, named: shown)
    guard try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all) else { return nil }
    let login = try TokenLogin(found.stored, at: provider, named: shown)
    give(found, to: request)
    return .text(login.exposedJSON.encoded())
  }

  private mutating func echo(
    _ url: String, _ name: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let found = try allowed(.echo, name, to: request, on: connection) else { return nil }
    if let answer = answerByCommand(of: found.stored) { return answer }
    guard try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all) else { return nil }
    let address = try AbsoluteURL(url)
    try requireEchoAddress(address, of: found.stored)
    let echo = try authorization(of: found.stored, clocks: clocks, servers: servers)
      .echo(of: address, stamp: stamp(for: found.stored))
    var carrier = RequestMessage(.get, to: address)
    try echo.apply(to: &carrier)
    give(found, to: request)
    return .fields(carrier.head.headerFields.map { AgentPair($0.name.rawName, $0.value) })
  }

  /// The signed request for the second half, which the program sends: its answer is for that program alone.
  private mutating func reverseAuth(
    _ text: String, _ name: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    let parameters = try ReverseAuthParameters(text)
    guard let found = try allowed(.reverseAuth, name, to: request, on: connection) else { return nil }
    if let answer = answerByCommand(of: found.stored) { return answer }
    guard try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all) else { return nil }
    var registration = registration(of: found.stored)
    // The endpoint of the sign-in's entry: a program can change today's entry, and would have another URL signed.
    registration.provider = found.stored.provider
    let message = try RequestAuthorization(found.stored, registration: registration, clocks: clocks, servers: servers)
      .reverseAuthRequest(ReverseAuthGrant(parameters), stamp: stamp(for: found.stored))
    give(found, to: request)
    return .authorized(AgentMessage(message), by: nil)
  }

  /// The accounts that a program may know of: all for ours, those of its grants for another. Nil while it waits.
  mutating func visible(
    _ all: [StoredCredential], to request: Waiting
  ) throws(OAuthError) -> [StoredCredential]? {
    let usable = all.filter { !$0.isSignedOut }
    guard !request.caller.isOwn else { return usable }
    guard let hash = hash(of: request.caller.subject) else { return nil }
    let known = grants.accounts(for: request.caller.subject.file.path, hash: hash, at: surroundings.elapsed())
    return usable.filter { known.contains($0.account) }
  }

  mutating func give(_ found: Allowed, to request: Waiting) {
    lastUse = surroundings.elapsed()
    renewals.wasAsked(found.stored.account)
    let name = shownName(of: found.stored, among: found.all)
    note(request, account: name, .given, by: "grant \(found.grant)")
  }

  private func stamp(for stored: StoredCredential) -> Stamp {
    var random = SystemRandomNumberGenerator()
    return Stamp(at: clocks.timestamp(for: stored.account, at: surroundings.now()), using: &random)
  }
}

extension Registration {
  /// Whether a request to the API has a secret of the client in it, which never leaves the agent.
  ///
  /// A signature by PLAINTEXT is both secrets, and some APIs want the client's secret or its API key with each request.
  /// RFC 5849 §3.4.4.
  var showsSecrets: Bool {
    guard case .oauth1(let service) = provider.service else {
      return provider.apiDialect.clientValues.haveSecrets
    }
    return service.dialect.signatureMethod == .plaintext
  }
}
