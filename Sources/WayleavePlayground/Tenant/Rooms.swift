import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Everything of a tenant that a reset replaces: a house, and the personalities that live in it.
final class Rooms {
  /// A route with the personality whose it is; none for the pages of the playground itself.
  struct Door {
    let route: Route
    let personality: (any Personality)?
  }

  let house: House
  let personalities: [any Personality]
  private var doors: [String: Door] = [:]
  /// The doors whose path has a segment that can be anything.
  private var patterns: [(path: [Substring], door: Door)] = []
  /// The second of the last answer as a header has it: thousands of answers have the same.
  private var lastDate: (instant: Instant, text: String?)?

  init(configuration: PlaygroundConfiguration, address: TenantAddress, pages: Pages) {
    house = House(configuration: configuration, address: address, pages: pages)
    personalities = Personalities.all.map { [house] in $0.make(house) }
    let ownRoutes = Reception(house: house, personalities: personalities).routes + Control(house: house).routes
    for route in ownRoutes { add(Door(route: route, personality: nil), at: route.path) }
    for personality in personalities {
      for route in personality.routes {
        add(Door(route: route, personality: personality), at: personality.path(of: route))
      }
    }
  }

  private func add(_ door: Door, at path: String) {
    if path.contains("*") { patterns.append((KnownPaths.segments(of: path), door)) } else { doors[path] = door }
  }

  /// Whose path it is; nil for the pages of the playground itself.
  func provider(at path: String) -> PlaygroundProvider? { door(at: path)?.door.personality?.provider }

  /// Whether a request gets nothing but a nonce, with which the client sends it again.
  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool {
    door(at: path)?.door.personality?.onlyFetchesNonce(request, at: path) ?? false
  }

  func answer(
    _ request: RequestMessage, at path: String, effects: [Fault.Effect], from certificate: PeerCertificate?
  ) -> ResponseMessage {
    var response = dispatch(request, at: path, effects: effects, from: certificate)
    if response.head.headerFields[.cacheControl] != Pages.oneDay {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    response.head.headerFields[.date] = date(at: house.realNow + effects.skew)
    return response
  }

  private func date(at instant: Instant) -> String? {
    if let lastDate, lastDate.instant == instant { return lastDate.text }
    let text = instant.httpDate
    lastDate = (instant, text)
    return text
  }

  private func dispatch(
    _ request: RequestMessage, at path: String, effects: [Fault.Effect], from certificate: PeerCertificate?
  ) -> ResponseMessage {
    guard let (door, wildcards) = door(at: path) else { return unknownPath(path) }
    let route = door.route
    // Pages are at one origin only, so that a browser has one session.
    let origin = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
    guard origin.hasSameBytes(as: house.address.origin) || route.isForPrograms else {
      return Misdirection.elsewhere(house.address.origin).response
    }
    guard route.methods.contains(request.head.method) else { return wrongMethod(for: route) }
    guard let query = try? Form(decoding: request.query ?? "") else {
      return house.pages.message(
        "This URL is broken", of: door.personality?.provider, status: .badRequest,
        explanation: "Its query holds a “%” that no two hexadecimal digits follow.")
    }
    if effects.contains(.rotateKeys) { door.personality?.rotateKeys() }
    return route.answer(
      Visit(
        request: request, path: path, wildcards: wildcards, provider: door.personality?.provider, query: query,
        now: house.now + effects.skew, certificate: certificate, effects: effects,
        realDifference: .zero - house.clock.offset))
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
    let segments = KnownPaths.segments(of: path)
    for (pattern, door) in patterns where KnownPaths.matches(segments, pattern) {
      return (door, zip(pattern, segments).filter { $0.0 == "*" }.map { String($0.1) })
    }
    return nil
  }
}

extension [Fault.Effect] {
  /// By how much the provider's clock is wrong.
  var skew: Duration {
    reduce(.zero) { sum, effect in
      guard case .skewedClock(let time) = effect else { return sum }
      return sum + time
    }
  }
}
