import HTTPTypes
import WayleaveWire

/// One request with what every handler needs to know of it.
struct Visit {
  var request: RequestMessage
  /// The path within the tenant.
  let path: String
  /// The segments of the path that stand where the route has a `*`.
  let wildcards: [String]
  /// Whose path it is; nil for the pages of the playground itself.
  var provider: PlaygroundProvider?
  var query: Form
  /// The time of the provider, which a test can move: every lifetime is counted by it.
  let now: Instant
  /// The certificate of the connection; nil for one that is not encrypted.
  let certificate: PeerCertificate?
  /// What goes wrong with the answer on purpose.
  var effects: [Fault.Effect] = []
  /// How far the real time is from ``now``.
  var realDifference: Duration = .zero

  /// The time that client and provider share: all that the other one compares with its own clock goes by it.
  var realNow: Instant { now + realDifference }

  /// The ways of real servers that count for this request.
  var ways: Set<Fault.Way> {
    Set(
      effects.compactMap { effect in
        guard case .way(let way) = effect else { return nil }
        return way
      })
  }

  /// The value of a cookie that was sent once; nil when it was not, or twice.
  func cookie(_ name: String) -> Secret? {
    let values = request.head.headerFields[values: .cookie]
      .flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
      .compactMap { pair -> Secret? in
        let trimmed = pair.drop { $0 == UInt8(ascii: " ") }
        guard trimmed.starts(with: name.utf8), trimmed.dropFirst(name.utf8.count).first == UInt8(ascii: "=") else {
          return nil
        }
        return Secret(Array(trimmed.dropFirst(name.utf8.count + 1)))
      }
    return values.count == 1 ? values.first : nil
  }

  /// Whether a page of our own sent the request.
  ///
  /// `Sec-Fetch-Site` decides where there is one. `Origin` is `null` from our own pages in a browser, because they ask
  /// for no referrer; without `Sec-Fetch-Site` that is not enough.
  func isSameOrigin(as base: String) -> Bool {
    let origin = request.head.headerFields[.origin]
    guard let site = request.head.headerFields["Sec-Fetch-Site"] else { return origin == base }
    return site == "same-origin" && (origin == nil || origin == "null" || origin == base)
  }

  /// Whether a browser sent the request for a page of another site; a program sends neither `Origin` nor `Sec-Fetch-Site`.
  func isOfAnotherSite(than base: String) -> Bool {
    let fields = request.head.headerFields
    let site = fields["Sec-Fetch-Site"]
    // "none" is what a person typed, which is no request of a page; it can only read.
    let isTyped = site == "none" && request.head.method == .get && fields[.origin] == nil
    let isOfProgram = site == nil && fields[.origin] == nil
    return !isOfProgram && !isTyped && !isSameOrigin(as: base)
  }
}
