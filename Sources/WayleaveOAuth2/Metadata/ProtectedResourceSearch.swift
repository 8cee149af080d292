import HTTPTypes
package import WayleaveWire

/// Finds what an API says of itself: its challenge first, then its metadata at the places where that can be.
///
/// RFC 9728 §3 and §5; Model Context Protocol 2025-11-25, Authorization. A value without effects: send what it asks for, and
/// hand in what came.
package struct ProtectedResourceSearch: Sendable {
  /// What to do next.
  package enum Next: Sendable, Equatable {
    /// Send this and hand in the answer. A document may be somewhere else on its origin.
    case send(RequestMessage, isDocument: Bool)
    /// Use this.
    case found(ProtectedResourceMetadata)
    /// There is no metadata: by the revision of 2025-03-26 the API's own origin is its authorization server.
    case nowhere
  }

  private enum Stage: Sendable {
    case challenge
    case probe
    case document
  }

  /// The API.
  package let api: AbsoluteURL
  /// The scopes of its challenge, which no one has agreed to yet.
  package private(set) var scopes: [String] = []
  /// Where no metadata was, with the status there.
  package private(set) var misses: [Miss] = []
  /// Whether nothing is at the API's own address, whichever way it is asked.
  package private(set) var isAbsent = false
  /// Whether it has refused a request for want of a token.
  package private(set) var demandsToken = false

  /// A place without metadata.
  package struct Miss: Sendable, Equatable {
    package let address: AbsoluteURL
    package let status: Int
  }

  private let allowingHTTP: Bool
  private let takingOrigin: Bool
  private var stage = Stage.challenge
  private var named: AbsoluteURL?
  /// Where metadata can still be; the last one is looked at now.
  private var places: [AbsoluteURL] = []

  /// A search for the metadata of an API; with `takingOrigin` the metadata at its root may be that of its origin.
  package init(of api: AbsoluteURL, allowingHTTP: Bool = false, takingOrigin: Bool = false) {
    self.api = api
    self.takingOrigin = takingOrigin
    self.allowingHTTP = allowingHTTP
  }

  /// What is sent first: without a token an API answers by its challenge.
  package var first: Next { .send(RequestMessage(.get, to: api), isDocument: false) }

  private static func isAbsent(_ response: ResponseMessage) -> Bool { [404, 410].contains(response.status) }

  /// Takes an answer; throws what is wrong with metadata that is there.
  package mutating func receive(_ response: ResponseMessage) throws(OAuthError) -> Next {
    switch stage {
    case .challenge:
      if learn(response) || ![401, 403, 404, 405].contains(response.status) { return try documents() }
      stage = .probe
      isAbsent = Self.isAbsent(response)
      return .send(probe, isDocument: false)
    case .probe:
      isAbsent = !learn(response) && isAbsent && Self.isAbsent(response)
      return try documents()
    case .document:
      guard !response.hasNoDocument else {
        misses.append(Miss(address: places.removeLast(), status: response.status))
        return try next()
      }
      return .found(
        try ProtectedResourceMetadata(
          reading: response, for: api, named: try names(at: places[places.count - 1]), allowingHTTP: allowingHTTP))
    }
  }

  /// Goes on without an answer to the message that was sent last, which no one need answer.
  package mutating func skip() throws(OAuthError) -> Next { try documents() }

  /// Whether what was sent last may go without an answer.
  package var canSkip: Bool { if case .probe = stage { true } else { false } }

  /// Reads the challenge of an answer; false where there is none for a token.
  private mutating func learn(_ response: ResponseMessage) -> Bool {
    named = ProtectedResourceMetadata.address(in: response, to: api)
    // One with a challenge of other schemes alone wants no token.
    let schemes = response.challenges
    let mayWantToken = schemes.isEmpty || schemes.contains { $0.isScheme("Bearer") || $0.isScheme("DPoP") }
    demandsToken = demandsToken || response.status == 401 && mayWantToken
    guard let challenge = ResourceChallenge(reading: response) else { return named != nil }
    scopes = challenge.scopes
    return true
  }

  /// Only POST carries messages of the Model Context Protocol: a server may answer GET by 405, without a challenge. An
  /// API of another kind refuses a message that it does not know.
  private var probe: RequestMessage {
    var request = RequestMessage(.post, to: api)
    request.head.headerFields[.contentType] = ContentType.json
    request.head.headerFields[.accept] = "application/json, text/event-stream"
    request.body = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8)
    return request
  }

  /// The place that the challenge names and no other; else that with the API's path, then the root.
  private mutating func documents() throws(OAuthError) -> Next {
    stage = .document
    places = if let named { [named] } else { try Self.usualPlaces(of: api) }
    return try next()
  }

  private static func usualPlaces(of api: AbsoluteURL) throws(OAuthError) -> [AbsoluteURL] {
    let (own, root) = (
      try WellKnownAddress.protectedResource(of: api), try WellKnownAddress.protectedResource(of: try root(of: api))
    )
    return own.text.hasSameBytes(as: root.text) ? [own] : [root, own]
  }

  private func next() throws(OAuthError) -> Next {
    guard let place = places.last else { return .nowhere }
    var request = RequestMessage(.get, to: place)
    // RFC 9728 §3.2: the metadata is JSON.
    request.head.headerFields[.accept] = ContentType.json
    return .send(request, isDocument: true)
  }

  /// What metadata at a place may call the API: by its own address, at the root also by its origin, where that is taken.
  ///
  /// RFC 9728 §3.3 has a document name exactly the address that was asked about.
  private func names(at place: AbsoluteURL) throws(OAuthError) -> [String] {
    let root = try Self.root(of: api)
    guard takingOrigin, named == nil, place.text.hasSameBytes(as: try WellKnownAddress.protectedResource(of: root).text)
    else {
      return [api.text]
    }
    return [api.text, root.text, root.text + "/"]
  }

  /// The API's origin, as a URL without a path.
  package static func root(of api: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    try AbsoluteURL("\(api.scheme)://\(api.authority ?? "")")
  }
}
