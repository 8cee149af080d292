import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Every entry of the catalogue, played from its own data: endpoints, names, formats, envelopes, identity.
///
/// What an entry says of its provider is what this provider demands and answers, so that a wrong entry cannot be replayed.
/// An entry is looked up when its first request comes. One entry alone can be at the root, with the paths of the real one.
final class Entries: Personality {
  let context: TenantContext
  let provider: PlaygroundProvider
  private let depths: EntryDepths
  private let root: RootEntry?
  private let rootPlay: EntryPlay?
  let mount: String
  private var plays: [String: EntryPlay] = [:]
  private static let maximumPlays = 500
  var keys = SigningKeys(lifetime: .seconds(86_400))

  init(in context: TenantContext, depths: EntryDepths) {
    self.context = context
    self.depths = depths
    provider = .entries
    mount = "/entries"
    root = nil
    rootPlay = nil
  }

  init(in context: TenantContext, root: RootEntry) {
    self.context = context
    self.root = root
    provider = root.provider
    mount = ""
    depths = EntryDepths([:])
    rootPlay = try? EntryPlay(root, in: context.base)
    plays[root.entry.name.text] = rootPlay
  }

  var routes: [Route] {
    if let root { return root.places.map { route($0, of: root) } }
    // What else can happen there depends on the entry: see ``EntryPath/has(_:)``.
    return [
      Route("/*", answer: showPage),
      Route("/*/**", [.get, .post, .put, .delete, .head], happenings: [.endOfTokens], answer: answer),
    ]
  }

  private func route(_ place: RootEntry.Place, of root: RootEntry) -> Route {
    let url = try? AbsoluteURL("https://\(place.host)\(place.path)")
    return Route(place.path, place.methods, title: place.title, happenings: place.happenings) { [self] visit in
      guard let rootPlay, let url else { return refuse("no entry that can be played", visit) }
      return answerInDepth(visit, at: url, of: rootPlay)
    }
  }

  var introduction: Introduction {
    if let root {
      return Introduction(
        explanation: root.explanation, clientsAre: root.clientsAre,
        clients: root.clients.map { .init(name: $0.name, id: $0.id.text, redirectURIs: $0.redirectURIs) })
    }
    return Introduction(
      explanation:
        "Any other provider, at /entries/NAME/ followed by the host and path of its real URL.",
      clients: ([("Wayleave Demo", EntryPlay.clientID)] + depths.nativeClients.map { ("Native app", $0) }).map {
        .init(name: $0, id: $1.text, redirectURIs: (try? RedirectURI.registered) ?? [])
      }, knownCommand: "wayleave login playground-github")
  }

  func plays(_ provider: PlaygroundProvider) -> Bool {
    provider == self.provider || plays.values.contains { $0.provider == provider }
  }

  func answer(unknownPath path: String) -> ResponseMessage? { root?.depth.answer(unknownPath: path, in: context) }

  func played() throws(OAuthError) -> [PlayedProvider] {
    guard let rootPlay else {
      return context.configuration.entries.compactMap { play(of: $0.name) }
        .map { PlayedProvider($0.moved, clients: [$0.client]) }
    }
    let clients = try rootPlay.clients.map { (client) throws(OAuthError) in
      try Client(id: client.id, secret: client.secret)
    }
    return [PlayedProvider(rootPlay.moved, clients: clients)]
  }

  func rotateKeys() { keys.rotate() }

  func revokeTokens() {
    for play in plays.values { play.end(.appRemoved) }
  }

  /// The entry of a name, as it is played here; nil for a name that no entry has.
  func play(of name: ProviderName) -> EntryPlay? {
    if let play = plays[name.text] { return play }
    guard root == nil,
      var play = EntryPlay(
        named: name, in: context.base, depths: depths, own: context.configuration.entries, registry: context.registry,
        rules: context.configuration.rules(of:))
    else { return nil }
    // The name of a template means its example: `okta` and `okta.acme` are one.
    let example = play.entry.name.text
    play = plays[example] ?? play
    // Templates have any number of names: those of before can be made again, their tokens end.
    if plays.count >= Self.maximumPlays { plays = [:] }
    plays[example] = play
    plays[name.text] = play
    return play
  }

  private func answer(_ visit: Visit) -> ResponseMessage {
    let path = visit.path.dropFirst(mount.count + 1)
    let name = path.prefix { $0 != "/" }
    if path.dropFirst(name.count) == "/" { return showPage(visit) }
    guard let play = play(of: ProviderName(String(name))), let url = EntryAddress.real(path.dropFirst(name.count))
    else {
      return context.pages.message(
        "No provider has this URL", of: nil, status: .notFound,
        explanation: "A provider is at /entries/NAME/ followed by the host and path of its real URL.",
        remedy: "The front page, at \(context.address.root)/, lists all names.")
    }
    var visit = visit
    visit.provider = play.provider
    for case .endTokens(let word) in visit.effects {
      if let reason = TokenEnding(rawValue: word) { play.end(reason) }
    }
    if visit.effects.contains(.refreshReuse), play.role(of: url, visit) == .token {
      endGrant(ofTokenIn: visit, at: play)
    }
    if url.host == "playground" { return control(play, url.path, visit) }
    return answerInDepth(visit, at: url, of: play)
  }

  /// The address that a page prints for a provider shows that page.
  private func showPage(_ visit: Visit) -> ResponseMessage {
    let name = visit.path.dropFirst(mount.count + 1).prefix { $0 != "/" }
    return .seeOther("\(context.base)\(OwnPath.catalogue)\(name)")
  }

  private func answerInDepth(_ visit: Visit, at url: AbsoluteURL, of play: EntryPlay) -> ResponseMessage {
    let request = EntryRequest(entries: self, play: play, url: url, visit: visit)
    return play.depth?.answer(request) ?? answer(visit, at: url, of: play)
  }

  /// What the data of the entry answers.
  func answer(_ visit: Visit, at url: AbsoluteURL, of play: EntryPlay) -> ResponseMessage {
    switch play.role(of: url, visit) {
    case .temporaryCredential: return issueTemporaryCredential(play, visit)
    case .authorization: return authorize(play, visit)
    case .token: return grantToken(play, visit)
    case .revocation: return revoke(play, visit)
    case .registration: return register(at: play, visit)
    case .keySet: return keySet(visit)
    case .metadata: return metadata(play, visit)
    case .identity:
      var response = identity(play, at: url, visit)
      if play.tolerance.answersAsText { response.head.headerFields[.contentType] = "text/plain" }
      return response
    case .api: return api(play, visit)
    case nil: return play.unknownURL
    }
  }

  /// A device gets its answer at its next poll.
  private func settle(_ asked: EntryDeviceQuestion, as person: PlaygroundPerson?, _ visit: Visit) -> ResponseMessage {
    let play = play(of: ProviderName(asked.play))
    guard play?.depth?.settle(asked, as: person, visit) ?? false else { return context.refuse(.expired, visit) }
    return context.pages.message(
      person == nil ? "You said no" : "Your device is connected", of: play?.provider, status: .ok,
      explanation: person == nil
        ? "The device gets nothing. You can close this page." : "You can close this page, and go on at the device.")
  }

  func hasAllowed(_ question: Question, _ person: PlaygroundPerson) -> Bool {
    plays.values.first { $0.provider == question.provider }?.consents.contain(question.clientID, by: person) ?? false
  }

  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    switch question.subject {
    case let asked as EntryQuestion: sendCode(asked, as: signedIn.person, visit)
    case let asked as EntryTemporary.Question: sendVerifier(asked, of: question, as: signedIn.person, visit)
    case let asked as EntryDeviceQuestion: settle(asked, as: signedIn.person, visit)
    default: context.refuse(.expired, visit)
    }
  }

  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage {
    switch question.subject {
    case let asked as EntryQuestion: refuseCode(asked, visit)
    case let asked as EntryDeviceQuestion: settle(asked, as: nil, visit)
    case let asked as EntryTemporary.Question: refuseVerifier(asked, of: question, visit)
    default: context.refuse(.expired, visit)
    }
  }
}
