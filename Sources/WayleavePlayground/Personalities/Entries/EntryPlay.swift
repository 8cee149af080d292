import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// One entry as it is played: its data, the client that is registered there, and what it has issued.
final class EntryPlay {
  /// What a URL of the provider is for.
  enum Role: Equatable {
    case temporaryCredential, authorization, token, revocation, keySet, metadata
    case identity, api, registration
  }

  /// The entry, with the addresses of the real provider.
  let entry: Provider
  /// The entry with the addresses here.
  let moved: Provider
  /// The issuer of its ID tokens, here; that of a provider whose entry asks the API stands in its metadata alone.
  let issuer: Issuer?
  /// Where the playground is: the part of every address here that stands before `/entries`.
  let playground: String
  /// How pages and events name it.
  let provider: PlaygroundProvider
  let client: Client
  /// The playground's own clients, `client` the first.
  private let ownClients: [PlaygroundClient]
  /// Those that developers registered.
  private let registry: ClientRegistry?
  /// What the documentation of the real provider says; nil where no page was read.
  let documented: DocumentedRules?
  /// What the provider does beyond its entry; nil for most.
  let depth: (any EntryDepth)?
  var issued: EntryLedger
  var temporaries = TemporaryCredentials<EntryTemporary>()
  /// Who has been named to a client before: Apple says a name once, and Google gives one refresh token.
  var known: Set<Int64> = []
  /// Who has allowed which client, and is not asked again: also where nothing was given after that, unlike ``known``.
  var consents = Consents()
  var nonces = NonceHistory(window: .seconds(300), capacity: 100_000)
  /// What it takes in addition to what the entry names.
  let tolerance: EntryTolerance
  private let identityRules: [IdentityRule]
  private let places: [(role: Role, endpoint: Endpoint)]
  /// What was said of a person before: it is made of the entry alone, and stays.
  private var profiles: [Int64: EntryProfile] = [:]

  /// The client that is registered at every entry.
  static let clientID = PlayedEntry.clientID
  static let secret = PlayedEntry.secret
  static let privateNumber = PlayedEntry.privateNumber

  private init(
    _ played: PlayedEntry, as provider: PlaygroundProvider, for clients: [PlaygroundClient], in base: String,
    depth: (any EntryDepth)?, registry: ClientRegistry? = nil, rules: DocumentedRules? = nil,
    capacity: Int = IssuingLimits.capacity
  ) throws(OAuthError) {
    entry = AdditionalIssuer.added(to: played.entry)
    playground = base
    moved = played.moved
    issuer =
      played.moved.issuer
      ?? entry.issuer.map { Issuer(EntryAddress(of: played.entry.name, in: base).moved(issuer: $0.text)) }
    self.provider = provider
    client = played.client
    ownClients = clients
    self.registry = registry
    documented = rules
    tolerance = .of(entry)
    identityRules =
      (entry.identity.map { [$0] } ?? [])
      + (AdditionalIdentities.all[(entry.name.templateAndValue?.template ?? entry.name).text] ?? [])
    self.depth = depth
    issued = EntryLedger(revokesAfterReuse: depth?.revokesAfterReuse ?? false, capacity: capacity)
    places = try Self.places(of: entry)
  }

  /// The entry of a name, or the example of a template; nil for a name that no entry has. The user's own go first.
  convenience init?(
    named name: ProviderName, in base: String, depths: EntryDepths, own: [Provider] = [],
    registry: ClientRegistry? = nil, rules: (ProviderName) -> DocumentedRules? = { _ in nil }
  ) {
    let described = own.first { $0.name == name }
    guard let played = described.map({ try? PlayedEntry($0, in: base) }) ?? PlayedEntry(named: name, in: base) else {
      return nil
    }
    let depth = depths.depth(of: played.entry.name)
    let secrets = [(played.client.id, played.client.secret)] + (depth?.nativeClient.map { [($0, nil)] } ?? [])
    // Not the bare name: that is of an entry which is also played at the root.
    try? self.init(
      played, as: PlaygroundProvider("entries/\(played.entry.name.text)", title: played.entry.title),
      for: secrets.map { id, secret in
        PlaygroundClient(
          id: id, name: "Wayleave Demo", secret: secret, registered: (try? RedirectURI.registered) ?? [])
      }, in: base, depth: depth, registry: registry, rules: rules(played.entry.name))
  }

  /// The entry that is played at the root.
  convenience init(_ root: RootEntry, in base: String) throws(OAuthError) {
    let client = root.clients.first
    let played = try PlayedEntry(
      root.entry, root: base, client: Client(id: client?.id ?? Self.clientID, secret: client?.secret))
    try self.init(
      played, as: root.provider, for: root.clients, in: base, depth: root.depth, capacity: root.capacity)
  }

  /// Ends grants, all where no others are meant, and remembers why; a removed app is one that was never allowed.
  func end(_ reason: TokenEnding, where isMeant: ((EntryGrant) -> Bool)? = nil) {
    let ended = issued.end(reason, where: isMeant ?? { _ in true })
    guard reason == .appRemoved else { return }
    for grant in ended {
      known.remove(grant.person.id)
      consents.forget(client(of: grant), by: grant.person)
    }
    // Those as well that became no token.
    if isMeant == nil { consents = Consents() }
  }

  /// All that are registered; one of a developer takes the place of one with the same id.
  var clients: [PlaygroundClient] {
    let added = registry?.clients(of: entry.name) ?? []
    return ownClients.filter { own in !added.contains { $0.id == own.id } } + added.map(adding)
  }

  /// A client of a developer; the playground's own one where that only gets further redirect URIs.
  private func adding(_ client: PlaygroundClient) -> PlaygroundClient {
    guard !client.isHeldToRules, let own = ownClients.first(where: { $0.id == client.id }) else { return client }
    return PlaygroundClient(
      id: own.id, name: own.name, secret: own.secret, registered: own.redirectURIs + client.redirectURIs)
  }

  /// Whether a token can be of another client than the usual one.
  var hasSeveralClients: Bool { ownClients.count > 1 || registry?.registrations.isEmpty == false }

  /// The client of this id that is registered here.
  func registered(_ id: ClientID?) -> PlaygroundClient? {
    registry?.clients(of: entry.name).first { $0.id == id }.map(adding) ?? ownClients.first { $0.id == id }
  }

  /// Whether the provider takes a way of authenticating, as its page says, or else as its entry says.
  func takes(
    _ shown: ClientAuthenticationMethod, of client: PlaygroundClient, named: ClientAuthenticationMethod
  ) -> Bool {
    let isTolerated = tolerance.clientAuthentication.contains(shown)
    guard client.secret != nil, named != .publicClient || shown != .publicClient else {
      return shown == .publicClient && documented?.allowsPublicClients ?? true || isTolerated && named == .publicClient
    }
    if let methods = documented?.confidentialAuthentication { return methods.contains(shown) || isTolerated }
    return shown == named || named == .basicRaw || isTolerated
  }

  /// Whether a code brings a refresh token: its page says so, and what is played beyond the entry does not deny it.
  func givesRefreshToken(for code: EntryCode) -> Bool {
    guard documented?.givesRefreshToken(for: code.request) ?? true else { return false }
    return depth?.givesRefreshToken(for: code, at: self) ?? true
  }

  /// Whether each refresh brings another refresh token, and ends the one before.
  var rotatesRefreshTokens: Bool { depth?.rotatesRefreshTokens ?? documented?.rotatesRefreshTokens ?? true }

  /// How long an access token is good; nil for one that does not expire.
  var tokenLifetime: Duration? { depth.map(\.tokenLifetime) ?? .seconds(3600) }

  /// The client that has a grant.
  func client(of grant: EntryGrant) -> ClientID { grant.client.map { ClientID($0) } ?? client.id }

  /// A client as a grant names it.
  func granted(_ id: ClientID) -> String? { id == client.id ? nil : id.text }

  /// What each URL of the entry is for; the more of a query it names, the earlier it counts.
  private static func places(of entry: Provider) throws(OAuthError) -> [(role: Role, endpoint: Endpoint)] {
    var places: [(role: Role, endpoint: Endpoint)] = []
    switch entry.service {
    case .oauth1(let service):
      places = [
        (.temporaryCredential, service.temporaryCredentialEndpoint), (.authorization, service.authorizationEndpoint),
        (.token, service.tokenEndpoint),
      ]
      if let endpoint = service.invalidationEndpoint { places.append((.revocation, endpoint)) }
    case .oauth2(let service):
      if let page = service[.authorization] { places.append((.authorization, page)) }
      places += ([service.tokenEndpoint] + service.dialect.refresh.endpoints).map { (.token, $0) }
      if let endpoint = service[.revocation] { places.append((.revocation, endpoint)) }
      if let endpoint = service[.registration] { places.append((.registration, endpoint)) }
      if let endpoint = service[.keySet] { places.append((.keySet, endpoint)) }
      // Every client of OpenID Connect begins there: OpenID Connect Discovery §4.
      if service[.keySet] != nil, let issuer = service.issuer, let url = try? AbsoluteURL(issuer.text),
        let endpoint = try? metadataEndpoint(of: url)
      {
        places.append((.metadata, endpoint))
      }
    case .issuer(let issuer):
      let base = issuer.text.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text
      places = [
        (.metadata, try metadataEndpoint(of: issuer)),
        (.authorization, try Endpoint("\(base)/playground/authorize")),
        (.token, try Endpoint("\(base)/playground/token")), (.revocation, try Endpoint("\(base)/playground/revoke")),
        (.keySet, try Endpoint("\(base)/playground/keys")), (.identity, try Endpoint("\(base)/playground/userinfo")),
      ]
    }
    places += (entry.identity?.allRequests ?? []).map { (.identity, $0.endpoint) }
    return places.sorted { $0.endpoint.url.queryLength > $1.endpoint.url.queryLength }
  }

  private static func metadataEndpoint(of issuer: AbsoluteURL) throws(OAuthError) -> Endpoint {
    try Endpoint(WellKnownAddress.openIDConfiguration(of: issuer).text)
  }

  /// Where its metadata is; nil where it has none.
  var metadataEndpoint: Endpoint? { places.first { $0.role == .metadata }?.endpoint }

  /// Where it says who the user is as OpenID Connect has it; nil where the ID token alone does.
  var userInfoEndpoint: Endpoint? {
    service?[.userInfo] ?? identityRules.first { $0.subject == "{sub}" && $0.endpoint != nil }?.endpoint
  }

  /// What a request is for; nil for a URL that the entry has not.
  func role(of url: AbsoluteURL, _ visit: Visit) -> Role? {
    let fitting = places.filter { $0.endpoint.matches(url, visit.query) }.map(\.role)
    // Lichess has one URL for both.
    let isEnding = visit.request.head.method == .delete || isNamedAsRevocation(visit)
    if let role = fitting.first(where: { isEnding ? $0 == .revocation : $0 != .revocation }) ?? fitting.first {
      return role
    }
    if !requests(at: url, visit).isEmpty { return .identity }
    guard let origin = Origin(of: url), entry.servesAPI(at: origin) else { return nil }
    return .api
  }

  /// Whether a request has the pairs that a revocation has, as at Naver's token endpoint.
  private func isNamedAsRevocation(_ visit: Visit) -> Bool {
    guard let pairs = service?.dialect.revocationForm?.parameters.filter({ !$0.value.contains("{") }), !pairs.isEmpty
    else { return false }
    let forms = [visit.query, (try? visit.request.bodyForm) ?? Form()]
    return forms.contains { form in
      pairs.allSatisfy { (try? form.text(of: $0.key))?.hasSameBytes(as: $0.value) ?? false }
    }
  }

  private var endpoints: [Endpoint] {
    places.map(\.endpoint) + identityRules.flatMap { $0.allRequests.map(\.endpoint) }
  }

  /// Whether some request to a URL means something, whatever its query is.
  func has(_ url: AbsoluteURL) -> Bool {
    if endpoints.contains(where: { $0.matches(url, Form(), exactly: false) }) { return true }
    // What a provider does beyond its entry has paths of its own.
    if depth != nil, isHost(url.host ?? "") { return true }
    return Origin(of: url).map(entry.servesAPI) ?? false
  }

  /// Whether some URL of the entry has this host.
  func isHost(_ host: String) -> Bool {
    (endpoints.map(\.origin) + entry.apiOrigins).contains { $0.host.hasSameBytes(as: host) }
  }

  /// The paths of its URLs here.
  var paths: [String] {
    let address = EntryAddress(of: entry.name, in: "")
    return endpoints.map { "\(address.base)/\($0.origin.hostAndPort)\($0.url.path)" }
  }

  /// Whether it has keys that it signs ID tokens with.
  var hasKeys: Bool { service?[.keySet] != nil }

  /// The host and path of each place at which something can happen; `*` where a value stands in one.
  func places(of happening: Happening) -> [String] {
    let role: Role?
    switch happening {
    case .way: return []
    case .question, .callback: role = .authorization
    case .idToken: role = hasKeys ? .token : nil
    case .refresh: role = service.map { $0.dialect.refresh.exchange == nil } ?? false ? .token : nil
    case .keys, .endOfTokens: role = nil
    }
    let own = places.filter { $0.role == role }.map { place in
      let path = PathPattern.segments(of: place.endpoint.url.path).map { $0.contains("%7B") ? "*" : $0 }
      return "/\(place.endpoint.origin.hostAndPort)\(path.joined(separator: "/"))"
    }
    return depth?.places(of: happening, among: own) ?? own
  }

  /// The answer to a URL that it has not.
  var unknownURL: ResponseMessage {
    .text(.notFound, "The playground does not play this URL of \(entry.title).\n")
  }

  /// The service with which it speaks OAuth 2, discovered or described.
  var service: OAuth2Service? {
    switch entry.service {
    case .oauth2(let service): return service
    case .issuer(let issuer):
      guard let token = places.first(where: { $0.role == .token }) else { return nil }
      var service = OAuth2Service(issuer: Issuer(issuer), tokenEndpoint: token.endpoint, scopes: ["openid"])
      for (name, role) in Self.discovered { service[name] = places.first { $0.role == role }?.endpoint }
      return service
    case .oauth1: return nil
    }
  }

  private static let discovered: [(EndpointName, Role)] = [
    (.authorization, .authorization), (.revocation, .revocation), (.keySet, .keySet), (.userInfo, .identity),
  ]

  /// The requests of identity that a URL can be: those that name its query, or else those that it does not contradict.
  private func requests(at url: AbsoluteURL, _ visit: Visit) -> [(rule: IdentityRule, request: IdentityRequest)] {
    let all = identityRules.flatMap { rule in rule.allRequests.map { (rule: rule, request: $0) } }
    let exact = all.filter { $0.request.endpoint.matches(url, visit.query) }
    return exact.isEmpty ? all.filter { $0.request.endpoint.matches(url, visit.query, exactly: false) } : exact
  }

  /// How the user is asked for at a URL, and whether that is the UserInfo of an entry that asks another API; nil where only
  /// OpenID Connect says it.
  func identityRequest(
    at url: AbsoluteURL, _ visit: Visit
  ) -> (request: IdentityRequest, isAdditionalUserInfo: Bool)? {
    requests(at: url, visit).first.map { rule, request in
      (request, entry.identity?.subject != "{sub}" && rule.subject == "{sub}")
    }
  }

  /// All that the provider says of a person at a URL.
  func told(of person: PlaygroundPerson, at url: AbsoluteURL, _ visit: Visit) -> JSON {
    requests(at: url, visit).reduce(.null) { told, asked in
      let profile = EntryProfile(of: person, by: asked.rule)
      let name = asked.request.name
      return told.adding(name.isEmpty ? profile.first : profile.named[name] ?? [:])
    }
  }

  /// What its token answer has in addition to the tokens.
  func tokenMembers(for person: PlaygroundPerson, until end: Instant? = nil) -> JSON.Object {
    var members = profile(of: person).token
    for (name, value) in tolerance.tokenMembers.sorted(by: { $0.key < $1.key }) { members[name] = value }
    if let name = tolerance.endMember, let end { members[name] = .number(String(end.secondsSinceEpoch)) }
    return members
  }

  /// What it says of a person.
  func profile(of person: PlaygroundPerson) -> EntryProfile {
    if let profile = profiles[person.id] { return profile }
    let rule = entry.identity ?? .openID(userInfoEndpoint: Endpoint(known: "https://playground.invalid/userinfo"))
    var profile = EntryProfile(of: person, by: rule)
    for rule in identityRules.dropFirst() { profile.add(tokenOf: EntryProfile(of: person, by: rule)) }
    profiles[person.id] = profile
    return profile
  }
}

extension AbsoluteURL {
  fileprivate var queryLength: Int { query?.utf8.count ?? 0 }
}

extension Endpoint {
  /// Whether a URL is this one: the host, the path with any value in its places, and the pairs of its query.
  ///
  /// Not exactly, where pairs may be left out, and the list of fields may be another.
  fileprivate func matches(_ url: AbsoluteURL, _ query: Form, exactly: Bool = true) -> Bool {
    guard Origin(of: url) == origin, let own = try? self.url.queryForm else { return false }
    let (mine, theirs) = (Self.segments(self.url.path), Self.segments(url.path))
    guard mine.count == theirs.count, zip(mine, theirs).allSatisfy({ $0 == $1 || $0.contains("%7B") }) else {
      return false
    }
    return own.fields.allSatisfy { field in
      let name = String(decoding: field.name, as: UTF8.self)
      // "fields[user]": JSON:API, "Sparse Fieldsets".
      let isList = name.hasSuffix("fields") || name.hasPrefix("fields[")
      let isLax = !exactly && (isList || !query.contains(name))
      return isLax || String(decoding: field.value, as: UTF8.self).contains("{") || query.fields.contains(field)
    }
  }

  private static func segments(_ path: String) -> [Substring] {
    (path.isEmpty ? "/" : path).split(separator: "/", omittingEmptySubsequences: false)
  }
}
