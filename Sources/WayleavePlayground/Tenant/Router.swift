import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Everything of a tenant that a reset replaces: a context, and the personalities that answer in it.
final class Router {
  /// A route with the personality whose it is; none for the pages of the playground itself.
  struct Destination {
    let route: Route
    let personality: (any Personality)?
  }

  let context: TenantContext
  let personalities: [any Personality]
  private var destinations: [String: Destination] = [:]
  /// The destinations whose path has a segment that can be anything.
  private var patterns: [(path: [Substring], destination: Destination)] = []
  /// The second of the last answer as a header has it: thousands of answers have the same.
  private var lastDate: (instant: Instant, text: String?)?

  init(configuration: PlaygroundConfiguration, address: TenantAddress, pages: Pages) {
    context = TenantContext(configuration: configuration, address: address, pages: pages)
    personalities = Personalities.all.map { [context] in $0.make(context) }
    let entries = personalities.lazy.compactMap { $0 as? Entries }.first { $0.provider == .entries }
    let ownRoutes =
      FrontPage(context: context, personalities: personalities, entries: entries).routes
      + Control(context: context, entries: entries).routes
    for route in ownRoutes { add(Destination(route: route, personality: nil), at: route.path) }
    for personality in personalities {
      for route in personality.routes {
        add(Destination(route: route, personality: personality), at: personality.path(of: route))
      }
    }
  }

  private func add(_ destination: Destination, at path: String) {
    if path.contains("*") {
      patterns.append((PathPattern.segments(of: path), destination))
    } else {
      destinations[path] = destination
    }
  }

  /// Whose path it is; nil for the pages of the playground itself.
  func provider(at path: String) -> PlaygroundProvider? { destination(at: path)?.destination.personality?.provider }

  /// The personality whose path it is; nil for the pages of the playground itself.
  func personality(at path: String) -> (any Personality)? { destination(at: path)?.destination.personality }

  /// Whether a request gets nothing but a nonce, with which the client sends it again.
  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool {
    destination(at: path)?.destination.personality?.onlyFetchesNonce(request, at: path) ?? false
  }

  func answer(
    _ request: RequestMessage, at path: String, effects: [Fault.Effect], from certificate: PeerCertificate?
  ) -> ResponseMessage {
    var response = dispatch(request, at: path, effects: effects, from: certificate)
    if response.head.headerFields[.cacheControl] != Pages.oneDay {
      response.head.headerFields[.cacheControl] = "no-store"
    }
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    response.head.headerFields[.date] = date(at: context.realNow + effects.skew)
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
    guard let (destination, wildcards) = destination(at: path) else { return unknownPath(path) }
    let route = destination.route
    // Pages are at one origin only, so that a browser has one session.
    let origin = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
    guard origin.hasSameBytes(as: context.address.origin) || route.isForPrograms else {
      return Misdirection.elsewhere(context.address.origin).response
    }
    guard route.methods.contains(request.head.method) else { return .wrongMethod(taking: route.methods) }
    guard let query = try? Form(decoding: request.query ?? "") else {
      return context.pages.message(
        "This URL is broken", of: destination.personality?.provider, status: .badRequest,
        explanation: "Its query holds a “%” that no two hexadecimal digits follow.")
    }
    if effects.contains(.rotateKeys) { destination.personality?.rotateKeys() }
    return route.answer(
      Visit(
        request: request, path: path, wildcards: wildcards, provider: destination.personality?.provider, query: query,
        now: context.now + effects.skew, certificate: certificate, effects: effects,
        realDifference: .zero - context.clock.offset))
  }

  private func unknownPath(_ path: String) -> ResponseMessage {
    personalities.lazy.compactMap { $0.answer(unknownPath: path) }.first
      ?? context.pages.message(
        "There is nothing here", of: nil, status: .notFound, explanation: "The playground has no page at this URL.",
        remedy: "The front page, at \(context.address.root)/, lists all that there is.")
  }

  private func destination(at path: String) -> (destination: Destination, wildcards: [String])? {
    if let destination = destinations[path] { return (destination, []) }
    guard !patterns.isEmpty else { return nil }
    let segments = PathPattern.segments(of: path)
    for (pattern, destination) in patterns where PathPattern.matches(segments, pattern) {
      return (destination, zip(pattern, segments).filter { $0.0 == "*" }.map { String($0.1) })
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
