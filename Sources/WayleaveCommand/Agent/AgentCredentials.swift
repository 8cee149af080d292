import HTTPTypes
import Wayleave
import WayleaveAgent
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// The credential of an account that the agent holds: it authorizes each request, and this process sends it.
final class AgentCredentials: FreshCredentials, RequestAuthorizing {
  private struct State {
    /// A request that the agent has authorized already, and as what.
    var ready: (request: RequestMessage, sent: RequestMessage)?
    var credential: AgentCredential
    /// Whether the agent said of the last answer that it stands.
    var isStanding = false
    /// What it said of the account then.
    var facts: [AgentPair] = []
  }

  private let output: OutputOptions
  private let state: Lock<State>

  /// The token stays in the agent, and in the request that is sent.
  var credential: Credential? { nil }

  var accountName: String { state.withLock { $0.credential.account } }

  /// The agent says it of the last answer.
  func wasGranted(_ scopes: [String]) -> Bool { fact(AgentFact.granted) != nil }

  /// Why an API refuses the token, where it takes those of another server now; nil for any other reason.
  func moved(by transport: any Transport) async throws(OAuthError) -> OAuthError? {
    guard let api = fact(AgentFact.api), let resource = try? ResourceIndicator(api),
      let issuer = fact(AgentFact.issuer), let provider = fact(AgentFact.provider)
    else { return nil }
    let place = APIPlace(resource, issuer: Issuer(issuer), provider: ProviderName(provider))
    let accounts = Accounts(
      transport: transport, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()))
    return try await accounts.otherServers(than: place).map { .moved(to: $0, from: place) }
  }

  private func fact(_ name: String) -> String? {
    state.withLock { state in state.facts.first { $0.name.hasSameBytes(as: name) }?.value }
  }

  /// Asks the agent for the first request; nil where the command must read the store. Throws what the agent refuses.
  init?(of agent: AgentClient, named name: String?, for request: RequestMessage, output: OutputOptions) async throws {
    guard !request.isLong else { return nil }
    let wish = AgentRequest.Wish.authorize(account: name, AgentMessage(request))
    guard case .authorized(let message, let credential?)? = try await agent.answer(to: wish) else { return nil }
    self.output = output
    let sent = try request.sent(as: message)
    state = Lock(State(ready: (request, sent), credential: credential))
  }

  func authorization() -> AgentCredentials { self }

  /// The agent has judged the answer before: where it gave the request again, it is asked about the second answer.
  func authorization(
    replacing used: AgentCredentials, after answer: AuthorizedAnswer
  ) async throws(OAuthError) -> AgentCredentials? {
    guard !state.withLock(\.isStanding) else { return nil }
    return try await again(answer.request, after: answer.response).map { sent in
      state.withLock { $0.ready = (answer.request, sent) }
      return self
    }
  }

  /// The agent has a pause of its own after each renewal that a program's answer causes.
  func note(_ answer: AuthorizedAnswer, to renewed: AgentCredentials) {}

  func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage {
    let ready = state.withLock { state in
      defer { state.ready = nil }
      return state.ready
    }
    if let ready, ready.request == request { return ready.sent }
    let wish = AgentRequest.Wish.authorize(account: accountName, AgentMessage(request))
    guard let sent = try await sent(request, by: wish) else { throw AgentRefusal(.unexpected).error }
    return sent
  }

  func authorized(
    _ request: RequestMessage, after response: ResponseMessage, in attempts: inout ProofAttempts
  ) async throws(OAuthError) -> RequestMessage? {
    guard mayConcernCredential(response), attempts.takeAny(response) else { return nil }
    return try await again(request, after: response)
  }

  /// The agent knows the provider's dialect. Here every answer counts that may be a refusal in one of them.
  func mayConcernCredential(_ response: ResponseMessage) -> Bool {
    RecommendedAction.mayConcernCredential(response, dialect: .ofAnyRefusal)
  }

  private func again(
    _ request: RequestMessage, after response: ResponseMessage
  ) async throws(OAuthError) -> RequestMessage? {
    let fields = response.head.headerFields.map { AgentPair($0.name.rawName, $0.value) }
    guard let shown = AgentResponse(status: response.status, fields: fields, body: response.body) else { return nil }
    let credential = state.withLock(\.credential)
    var sent: RequestMessage?
    do throws(OAuthError) {
      sent = try await self.sent(request, by: .answered(AgentMessage(request), shown, credential))
    } catch {
      // That the sign-in has ended is what this answer means: there is a line to type.
      guard ![.cancelled, .signInNeeded].contains(error.code) else { throw error }
      // The API has acted: its answer must be seen, whatever became of the agent or of the grant.
      output.say("The agent cannot be asked about this answer, so it stands. \(error.message)")
    }
    state.withLock { [sent] in $0.isStanding = sent == nil }
    return sent
  }

  /// The request as the agent authorizes it; nil where it does not.
  private func sent(
    _ request: RequestMessage, by wish: AgentRequest.Wish
  ) async throws(OAuthError) -> RequestMessage? {
    try await AgentTurn.take { () async throws(OAuthError) in try await asked(request, by: wish) }
  }

  private func asked(
    _ request: RequestMessage, by wish: AgentRequest.Wish
  ) async throws(OAuthError) -> RequestMessage? {
    // The agent sees which program asks only while the memory is not hidden.
    HiddenMemory.show()
    defer { HiddenMemory.hide() }
    let answer: AgentAnswer?
    do { answer = try await AgentClient.needed(output: output).answer(to: wish) } catch {
      if let refusal = error as? AgentRefusal { throw refusal.error }
      throw error as? OAuthError ?? AgentRefusal(.unexpected).error
    }
    guard case .authorized(let message, let credential?)? = answer else {
      let facts: [AgentPair] = if case .fields(let facts)? = answer { facts } else { [] }
      state.withLock { $0.facts = facts }
      return nil
    }
    state.withLock { state in
      (state.credential, state.isStanding, state.facts) = (credential, false, [])
    }
    return try request.sent(as: message)
  }
}

extension Message where Head == HTTPRequest {
  /// A request that the agent has authorized; one that is none is the agent's fault.
  init(authorized message: AgentMessage) throws(OAuthError) {
    do throws(OAuthError) { try self.init(message) } catch { throw AgentRefusal(.unexpected).error }
  }

  /// Whether the body leaves no room in a message to the agent, which has at most 1 MiB and must see all that is signed.
  fileprivate var isLong: Bool { body.count > AgentFrame.maximumLength / 2 }

  /// The request as the agent has authorized it.
  fileprivate func sent(as message: AgentMessage) throws(OAuthError) -> RequestMessage {
    var sent = try RequestMessage(authorized: message)
    if message.body == nil { sent.body = body }
    return sent
  }
}

extension OAuth2Dialect {
  /// A dialect whose answers may refuse in every way that is known.
  fileprivate static var ofAnyRefusal: OAuth2Dialect {
    var dialect = OAuth2Dialect()
    dialect.api.refusesByOK = true
    return dialect
  }
}

extension AgentFailure {
  fileprivate static let unexpected = AgentFailure(
    code: "agent.failed", message: "The agent answered something else than a request.",
    rule: "the agent answers at a socket of the user", expected: "the request with its credential",
    received: "another answer", remedy: "Restart the agent, and try again.", exitStatus: 1)
}
