import HTTPTypes
import Wayleave
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Requests of programs, with their credential.
///
/// What an API answered is the word of the program that shows it, so it changes nothing for others: a nonce and a clock
/// are taken for the one request that follows, no account is marked, and a renewal has a pause after it. What the program
/// gets depends on no secret that stands in such an answer: it cannot guess at one.
extension Agent {
  mutating func authorize(
    _ message: AgentMessage, _ name: String?, to request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let found = try allowed(.requests, name, at: message.url, to: request, on: connection) else { return nil }
    if let answer = answerByCommand(of: found.stored) { return answer }
    guard try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all) else { return nil }
    let authorization = authorization(of: found.stored, clocks: clocks, servers: servers)
    return try give(message, by: authorization, of: found, to: request)
  }

  /// The request again, after its answer; what the program needs to explain the answer where it stands.
  mutating func authorize(
    _ message: AgentMessage, after shown: AgentResponse, to credential: AgentCredential, for request: Waiting,
    on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    let response = try ResponseMessage(shown)
    guard let found = try allowed(.requests, credential.account, at: message.url, to: request, on: connection) else {
      return nil
    }
    if let answer = answerByCommand(of: found.stored) { return answer }
    let servers = SharedServerKnowledge()
    let authorization = authorization(of: found.stored, clocks: SigningClocks(), servers: servers)
    let (origin, now) = (Origin(of: try AbsoluteURL(message.url)), surroundings.now())
    // Before anything is done for it: an answer of another place says nothing.
    _ = try authorized(message, by: authorization, of: found.stored)
    let standing = AgentAnswer.standing(response, of: found.stored)
    if let origin { servers.update { $0.learn(from: response, of: origin, as: .resourceServer, at: now) } }
    // The program counts: here each answer is the first.
    var attempts = ProofAttempts(datesByDemand: false)
    let isForTimeOrNonce = authorization.isRefusedForItsTimeOrNonce(by: response, of: origin, at: now, in: &attempts)
    let verdict = authorization.verdict(in: response)
    // Whatever was renewed meanwhile: what the API has not refused is not sent twice.
    guard isForTimeOrNonce || authorization.mayConcernCredential(response) && verdict.isRefusal else { return standing }
    guard try isFresh(found.stored, for: nil, to: request, on: connection, among: found.all) else { return nil }
    let isAnother = !found.stored.mark.hasSameBytes(as: credential.mark)
    if isForTimeOrNonce || isAnother { return try give(message, by: authorization, of: found, to: request) }
    guard !request.isRenewed else { return standing }
    guard found.stored.credential.isRefreshable else {
      guard case .gone = verdict, authorization.isOfProvider(origin) else { return standing }
      throw .agentSignInEnded("the provider no longer accepts its token", of: found.stored)
    }
    guard !found.stored.refusedRenewals.isPaused(at: origin, at: now), let renewal = renewRefused(found) else {
      return standing
    }
    waiting[connection]?.renewal = renewal
    return nil
  }

  /// Begins a renewal for a refusal, or joins the one that runs; nil in the pause after one.
  private mutating func renewRefused(_ found: Allowed) -> Renewal? {
    guard renewals.takeRefusal(of: found.stored.account, at: surroundings.elapsed()) else { return nil }
    return renew(found.stored, named: shownName(of: found.stored, among: found.all), for: nil, forcing: true)
  }

  /// What the agent leaves to the command: signatures that show the secrets, and connections with a certificate, whose
  /// key the program would need.
  func answerByCommand(of stored: StoredCredential) -> AgentAnswer? {
    let registration = registration(of: stored)
    if stored.trustRoots != nil { return .needsCommand("The account trusts certificates of its own.") }
    if registration.showsSecrets { return .needsCommand("Requests of this provider show its secrets.") }
    if registration.client.authentication?.needsCertificate ?? false {
      return .needsCommand("The client shows a certificate.")
    }
    return nil
  }

  /// What puts the credential on requests, with the clocks and nonces that it may use.
  func authorization(
    of stored: StoredCredential, clocks: SigningClocks, servers: SharedServerKnowledge
  ) -> RequestAuthorization {
    RequestAuthorization(stored, registration: registration(of: stored), clocks: clocks, servers: servers)
  }

  private mutating func give(
    _ message: AgentMessage, by authorization: RequestAuthorization, of found: Allowed, to request: Waiting
  ) throws(OAuthError) -> AgentAnswer {
    let authorized = try authorized(message, by: authorization, of: found.stored)
    give(found, to: request)
    let name = shownName(of: found.stored, among: found.all)
    return .authorized(authorized, by: AgentCredential(account: name, mark: found.stored.mark))
  }

  /// The request with the credential; throws where that must not go.
  private func authorized(
    _ message: AgentMessage, by authorization: RequestAuthorization, of stored: StoredCredential
  ) throws(OAuthError) -> AgentMessage {
    try requireNoOAuthEndpoint(message, of: stored)
    var random = SystemRandomNumberGenerator()
    let authorized = try authorization.authorize(
      RequestMessage(message), at: surroundings.now(), using: &random)
    return AgentMessage(authorized, after: message.body)
  }
}

extension StoredCredential {
  /// What tells its token from an earlier or a later one.
  fileprivate var mark: String {
    switch credential {
    case .oauth1(let credential): credential.token.fingerprint
    case .oauth2(let tokens): tokens.accessToken.fingerprint
    }
  }
}

extension AgentAnswer {
  /// For an answer of an API that stands: what the account has already where scopes are demanded, and where it was got
  /// where the token is refused. `done` where there is nothing to say.
  fileprivate static func standing(_ response: ResponseMessage, of stored: StoredCredential) -> AgentAnswer {
    var facts: [AgentPair] = []
    if response.demandsOnly(grantedTo: stored.credential) { facts.append(AgentPair(AgentFact.granted, "yes")) }
    if response.status == 401, let place = APIPlace(of: stored) {
      facts += [
        AgentPair(AgentFact.api, place.api.text), AgentPair(AgentFact.issuer, place.issuer.text),
        AgentPair(AgentFact.provider, place.provider.text),
      ]
    }
    return facts.isEmpty ? .done : .fields(facts)
  }
}
