import HTTPTypes
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveOAuth1
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
    case .token(let name, let minimum, let isJSON):
      return try token(name, minimum.map { Int64(clamping: $0) }, isJSON: isJSON, to: request, on: connection)
    case .authorize(let name, let message): return try authorize(message, name, to: request, on: connection)
    case .answered(let message, let response, let credential):
      return try authorize(message, after: response, to: credential, for: request, on: connection)
    case .echo(let name, let url): return try echo(url, name, to: request, on: connection)
    case .reverseAuth(let name, let parameters, let key):
      return try reverseAuth(parameters, key, name, to: request, on: connection)
    case .accounts: return try accounts(for: request)
    default: return try management(of: request, on: connection)
    }
  }

  private mutating func token(
    _ name: String?, _ minimum: Int64?, isJSON: Bool, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let found = try allowed(.token, name, to: request, on: connection) else { return nil }
    guard found.stored.credential.servesEveryRequest else {
      return .needsCommand("The token of this account is not sent as it is.")
    }
    guard try isFresh(found.stored, for: minimum, to: request, on: connection, among: found.all) else { return nil }
    give(found, to: request)
    guard isJSON else { return .text(Array(found.stored.credential.shownToken.utf8) + [UInt8(ascii: "\n")]) }
    let shown = shownName(of: found.stored, among: found.all)
    return .text(found.stored.tokenJSON(named: shown).encoded() + [UInt8(ascii: "\n")])
  }

  private mutating func echo(
    _ url: String, _ name: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let found = try allowed(.echo, name, to: request, on: connection),
      try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all)
    else { return nil }
    let address = try AbsoluteURL(url)
    try requireEchoAddress(address, of: found.stored)
    let echo = try authorization(by: found.stored).echo(of: address, stamp: stamp(for: found.stored))
    var carrier = RequestMessage(.get, to: address)
    try echo.apply(to: &carrier)
    give(found, to: request)
    return .fields(carrier.head.headerFields.map { AgentPair($0.name.rawName, $0.value) })
  }

  /// The signed request for the second half, which the program sends: its answer is for that program alone.
  private mutating func reverseAuth(
    _ pairs: [AgentPair], _ consumer: String, _ name: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    let parameters = try ReverseAuthParameters(pairs.first?.value ?? "")
    guard parameters.consumerKey.hasSameBytes(as: consumer) else {
      throw .agentFailed("the parameters are for another consumer", remedy: "Ask for the first half again.")
    }
    guard let found = try allowed(.reverseAuth, name, to: request, on: connection),
      try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all)
    else { return nil }
    let message = try authorization(by: found.stored)
      .reverseAuthRequest(ReverseAuthGrant(parameters), stamp: stamp(for: found.stored))
    give(found, to: request)
    return .authorized(AgentMessage(message), by: nil)
  }

  private mutating func accounts(for request: Waiting) throws(OAuthError) -> AgentAnswer? {
    guard let store = try openStore(for: request) else { return nil }
    let all = store.contents.accounts
    guard let visible = try visible(all, to: request) else { return nil }
    return .list(
      visible.map { stored in
        [
          AgentPair("account", AccountName.of(stored, among: all)),
          AgentPair("provider", stored.account.provider.text),
          AgentPair("handle", stored.identity?.handle ?? ""),
        ]
      })
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

  /// What puts the credential on requests; throws where that would show its secrets.
  private func authorization(by stored: StoredCredential) throws(OAuthError) -> RequestAuthorization {
    if registration(of: stored).showsSecrets {
      throw OAuthError(
        .unsupported, message: "Requests of this provider show its secrets, which the agent does not give away.",
        rule: .rfc(5849, "3.4.4"), expected: "another signature method than PLAINTEXT",
        received: .described("PLAINTEXT"),
        remedy: "Use `wayleave request` without the agent.")
    }
    return authorization(of: stored, clocks: clocks, servers: servers)
  }
}

extension Registration {
  /// Whether a signed request is both secrets, neither of which leaves the agent.
  ///
  /// RFC 5849 §3.4.4, PLAINTEXT.
  var showsSecrets: Bool {
    guard case .oauth1(let service) = provider.service else { return false }
    return service.dialect.signatureMethod == .plaintext
  }
}
