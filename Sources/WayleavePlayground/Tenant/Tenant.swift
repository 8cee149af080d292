import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// One isolated playground: a house, and the personalities that live in it.
///
/// An actor whose handlers never wait. Two tenants answer at the same time, and share nothing but the configuration.
actor Tenant {
  /// A route with the personality whose it is; none for the pages of the playground itself.
  struct Door {
    let route: Route
    let provider: PlaygroundProvider?
  }

  /// Where the tenant is.
  nonisolated let base: String
  let house: House
  let personalities: [any Personality]
  private(set) var faults: Faults
  private let doors: [String: Door]
  /// The doors whose path has a segment that can be anything.
  private let patterns: [(path: [Substring], door: Door)]

  init(configuration: PlaygroundConfiguration, address: TenantAddress, pages: Pages) {
    let house = House(configuration: configuration, address: address, pages: pages)
    self.house = house
    base = address.base
    let personalities = Personalities.all.map { $0.make(house) }
    self.personalities = personalities
    faults = configuration.faults
    (doors, patterns) = Self.doors(of: personalities, and: Reception(house: house, personalities: personalities))
  }

  private static func doors(
    of personalities: [any Personality], and reception: Reception
  ) -> ([String: Door], [(path: [Substring], door: Door)]) {
    var doors: [String: Door] = [:]
    var patterns: [(path: [Substring], door: Door)] = []
    for route in reception.routes { doors[route.path] = Door(route: route, provider: nil) }
    for personality in personalities {
      for route in personality.routes {
        let door = Door(route: route, provider: personality.provider)
        let path = personality.path(of: route)
        if path.contains("*") { patterns.append((segments(of: path), door)) } else { doors[path] = door }
      }
    }
    return (doors, patterns)
  }

  func use(_ faults: Faults) { self.faults = faults }

  /// What goes wrong with a request; asked once for each, before it is handled.
  func reply(to request: RequestMessage) -> FaultyReply {
    let path = TenantAddress.split(request.pathWithoutQuery).path
    return FaultyReply(faults: faults.take(for: request, at: path)) { [self] in await note($0) }
  }

  private func note(_ fault: Fault) {
    house.note(
      PlaygroundEvent(
        instant: house.now, provider: door(at: fault.path)?.door.provider, kind: .faultBegun, path: fault.path,
        client: nil, person: nil, reason: fault.effect.word))
  }

  func answer(_ request: RequestMessage, from certificate: PeerCertificate? = nil) -> ResponseMessage {
    var response = dispatch(request, from: certificate)
    if response.head.headerFields[.cacheControl] != Pages.oneDay {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    return response
  }

  private func dispatch(_ request: RequestMessage, from certificate: PeerCertificate?) -> ResponseMessage {
    let path = TenantAddress.split(request.pathWithoutQuery).path
    guard let (door, wildcards) = door(at: path) else { return unknownPath(path) }
    let route = door.route
    // Pages are at one origin only, so that a browser has one session.
    guard request.head.scheme == "http" || route.isForPrograms else {
      return Misdirection.elsewhere(house.address.origin).response
    }
    guard route.methods.contains(request.head.method) else { return wrongMethod(for: route) }
    guard let query = try? Form(decoding: request.query ?? "") else {
      return house.pages.message(
        "This URL is broken", of: door.provider, status: .badRequest,
        explanation: "Its query holds a “%” that no two hexadecimal digits follow.")
    }
    return route.answer(
      Visit(
        request: request, path: path, wildcards: wildcards, provider: door.provider, query: query, now: house.now,
        certificate: certificate))
  }

  private func wrongMethod(for route: Route) -> ResponseMessage {
    let methods = route.methods.map(\.rawValue)
    var response = ResponseMessage.text(.methodNotAllowed, "This path takes \(methods.joined(separator: " or ")).\n")
    response.head.headerFields[.allow] = methods.joined(separator: ", ")
    return response
  }

  private func unknownPath(_ path: String) -> ResponseMessage {
    personalities.lazy.compactMap { $0.answer(unknownPath: path) }.first
      ?? house.pages.message(
        "There is nothing here", of: nil, status: .notFound, explanation: "The playground has no page at this URL.",
        remedy: "The front page, at \(house.address.root)/, lists all that there is.")
  }

  private func door(at path: String) -> (door: Door, wildcards: [String])? {
    if let door = doors[path] { return (door, []) }
    guard !patterns.isEmpty else { return nil }
    let segments = Self.segments(of: path)
    for (pattern, door) in patterns {
      let isOpen = pattern.last == "**" && segments.count >= pattern.count
      guard isOpen || pattern.count == segments.count else { continue }
      let pairs = zip(isOpen ? pattern.dropLast() : pattern[...], segments)
      guard pairs.allSatisfy({ $0 == "*" || $0.utf8.elementsEqual($1.utf8) }) else { continue }
      return (door, pairs.filter { $0.0 == "*" }.map { String($0.1) })
    }
    return nil
  }

  private static func segments(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// What the tenant saw, the newest last.
  var log: [PlaygroundEvent] { house.log }

  /// Its providers as entries of a catalogue, each with the clients that are registered there.
  func played() throws(OAuthError) -> [PlayedProvider] {
    var played: [PlayedProvider] = []
    for personality in personalities { played += try personality.played() }
    return played
  }

  /// An entry of the catalogue, as it is played here.
  func playedEntry(named name: ProviderName) -> PlayedProvider? {
    let entries = personalities.lazy.compactMap { $0 as? Entries }.first
    return entries?.play(of: name).map { PlayedProvider($0.moved, clients: [$0.client]) }
  }

  func revokeTokens(at provider: PlaygroundProvider) {
    for personality in personalities where personality.plays(provider) { personality.revokeTokens() }
  }
}
