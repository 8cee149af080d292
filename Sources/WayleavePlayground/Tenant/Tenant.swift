import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// One isolated playground.
///
/// An actor whose handlers never wait. Two tenants answer at the same time, and share nothing but the configuration.
actor Tenant {
  /// What becomes of a request.
  enum Arrival: Sendable {
    /// It is answered.
    case answered(ResponseMessage)
    /// Something goes wrong with it.
    case faulty(FaultyReply)
  }

  /// Where the tenant is.
  nonisolated let base: String
  private var router: Router
  private var resets = 0
  private let makeRouter: @Sendable () -> Router
  private let fetchDocument: @Sendable (AbsoluteURL) async -> ResponseMessage?
  private let sleep: @Sendable (Duration) async throws -> Void

  init(configuration: PlaygroundConfiguration, address: TenantAddress, pages: Pages) {
    base = address.base
    sleep = configuration.sleep
    fetchDocument = configuration.documentFetcher
    let makeRouter = { @Sendable in Router(configuration: configuration, address: address, pages: pages) }
    self.makeRouter = makeRouter
    router = makeRouter()
  }

  /// Takes a request, counts it for the faults, and answers it where none concerns it.
  func receive(_ request: RequestMessage, from certificate: PeerCertificate? = nil) async -> Arrival {
    let path = TenantAddress.split(request.pathWithoutQuery).path
    await fetchDocument(for: request, at: path)
    return take(request, at: path, from: certificate)
  }

  /// Fetches what a client publishes of itself, where a request needs that: the one wait, before anything is done with it.
  ///
  /// Other requests are answered meanwhile.
  private func fetchDocument(for request: RequestMessage, at path: String) async {
    guard let id = router.personality(at: path)?.documentNeeded(by: request, at: path),
      let url = try? AbsoluteURL(id.text)
    else { return }
    let document = await fetchDocument(url)
    router.personality(at: path)?.keep(document, of: id)
  }

  private func take(_ request: RequestMessage, at path: String, from certificate: PeerCertificate?) -> Arrival {
    if OwnPath.isApart(path) { return .answered(answer(request, at: path, [], from: certificate)) }
    let context = router.context
    let faults = context.faults.take(for: request, at: path, isUncounted: router.onlyFetchesNonce(request, at: path))
    let number = context.journal.append(
      JournalEntry(
        request, at: path, provider: router.provider(at: path), instant: context.now, faults: faults.map(\.effect.word))
    )
    guard faults.isEmpty else {
      let instant = context.realNow + faults.map(\.effect).skew
      return .faulty(
        FaultyReply(faults: faults, number: number, resets: resets, instant: instant, sleep: sleep) { [self, resets] in
          await note($0, at: path, of: number, after: resets)
        })
    }
    let answer = answer(request, at: path, [], from: certificate, number: number)
    finish(number, with: answer)
    return .answered(answer)
  }

  /// The answer to a request that a fault concerns.
  func answer(_ request: RequestMessage, with reply: FaultyReply, from certificate: PeerCertificate?) -> ResponseMessage
  {
    let path = TenantAddress.split(request.pathWithoutQuery).path
    for fault in reply.faults where fault.effect.isInAnswer {
      note(fault, at: path, of: reply.number, after: reply.resets)
    }
    let number = reply.resets == resets ? reply.number : nil
    return answer(request, at: path, reply.faults.map(\.effect), from: certificate, number: number)
  }

  private func answer(
    _ request: RequestMessage, at path: String, _ effects: [Fault.Effect], from certificate: PeerCertificate?,
    number: Int? = nil
  ) -> ResponseMessage {
    router.context.requestInHand = number
    defer { router.context.requestInHand = nil }
    let answer = router.answer(request, at: path, effects: effects, from: certificate)
    if router.context.isToBeReset { reset() }
    return answer
  }

  /// Writes the answer of a faulty request into the journal.
  func finish(_ reply: FaultyReply, with answer: ResponseMessage) {
    if reply.resets == resets { finish(reply.number, with: answer) }
  }

  private func finish(_ number: Int, with answer: ResponseMessage) {
    router.context.journal.update(number) { $0.finish(with: answer) }
  }

  private func note(_ fault: Fault, at path: String, of number: Int, after resets: Int) {
    router.context.requestInHand = resets == self.resets ? number : nil
    defer { router.context.requestInHand = nil }
    router.context.note(
      PlaygroundEvent(
        instant: router.context.now, provider: router.provider(at: path), kind: .faultBegun, path: path, client: nil,
        person: nil, reason: fault.effect.word))
  }

  /// Begins again: sessions, tokens, registrations, log, journal, clock and faults are as they were at the start.
  func reset() {
    router = makeRouter()
    resets += 1
  }

  func use(_ faults: Faults) { router.context.faults.use(faults) }

  func advanceClock(by time: Duration) { router.context.clock.advance(by: time) }

  /// What the tenant saw, the newest last.
  var log: [PlaygroundEvent] { router.context.log }

  /// Its providers as entries of a catalogue, each with the clients that are registered there.
  func played() throws(OAuthError) -> [PlayedProvider] {
    var played: [PlayedProvider] = []
    for personality in router.personalities { played += try personality.played() }
    return played
  }

  /// An entry of the catalogue, as it is played here.
  func playedEntry(named name: ProviderName) -> PlayedProvider? {
    let entries = router.personalities.lazy.compactMap { $0 as? Entries }.first { $0.provider == .entries }
    return entries?.play(of: name).map { PlayedProvider($0.moved, clients: [$0.client]) }
  }

  func revokeTokens(at provider: PlaygroundProvider) {
    for personality in router.personalities where personality.plays(provider) { personality.revokeTokens() }
  }
}

extension Fault.Effect {
  /// Whether a personality applies it while it answers.
  fileprivate var isInAnswer: Bool {
    switch self {
    case .skewedClock, .idToken, .rotateKeys, .refreshReuse, .endTokens, .deny, .callbackTwice, .callbackAltered,
      .callbackWithout, .callbackAnswer, .way:
      true
    default: false
    }
  }
}
