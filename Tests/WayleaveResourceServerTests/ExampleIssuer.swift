import HTTPTypes
import Testing
import Wayleave
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

/// An issuer behind a network that a test decides: it publishes metadata and keys, and answers questions about tokens.
final class ExampleIssuer: Transport {
  static let api = "https://api.example/notes"
  static let start = Instant(secondsSinceEpoch: 1_700_000_000)

  private struct State {
    var keys: JSON
    /// What it answers at a path in place of its own answer.
    var answers: [String: ResponseMessage] = [:]
    var failure: TransportFailure?
    var asked: [RequestMessage] = []
    var now = ExampleIssuer.start
    var checks = 0
  }

  let url: AbsoluteURL
  let key: JSONWebKey
  let gate = Gate()
  private let state: Lock<State>

  init(_ url: String = "https://as.example") throws {
    self.url = try AbsoluteURL(url)
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    state = Lock(State(keys: try Self.published([key])))
  }

  /// What was asked, by the paths.
  var asked: [String] { state.withLock { $0.asked.map { $0.head.path ?? "" } } }

  /// What was asked, in order.
  var questions: [RequestMessage] { state.withLock { $0.asked } }

  /// The last question.
  var lastQuestion: RequestMessage? { state.withLock { $0.asked.last } }

  /// How often the time was asked for: once in each check.
  var checks: Int { state.withLock { $0.checks } }

  func passTime(_ seconds: Int64) { state.withLock { $0.now = $0.now + seconds } }

  /// Publishes these keys from now on.
  func publish(_ keys: [JSONWebKey]) throws {
    let published = try Self.published(keys)
    state.withLock { $0.keys = published }
  }

  /// Answers so at a path.
  func answer(_ path: String, _ response: ResponseMessage) { state.withLock { $0.answers[path] = response } }

  /// Says this about every token.
  func say(_ members: [String: JSON]) {
    var object = JSON.Object()
    for (name, value) in members { object[name] = value }
    answer("/introspect", ResponseMessage(.ok, json: .object(object)))
  }

  /// Fails each exchange so; nil makes it work again.
  func fail(_ failure: TransportFailure?) { state.withLock { $0.failure = failure } }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    state.withLock { $0.asked.append(request) }
    await gate.pass()
    let path = request.head.path ?? ""
    let (failure, given, keys) = state.withLock { ($0.failure, $0.answers[path], $0.keys) }
    if let failure { throw failure }
    let response = given ?? own(path, keys)
    guard response.body.count <= limits.maximumBodySize else {
      throw TransportFailure.tooLarge(maximum: limits.maximumBodySize)
    }
    return response
  }

  private func own(_ path: String, _ keys: JSON) -> ResponseMessage {
    switch path {
    case "/.well-known/openid-configuration":
      ResponseMessage(
        .ok,
        json: [
          "issuer": .string(url.text), "token_endpoint": .string(url.text + "/token"),
          "authorization_endpoint": .string(url.text + "/authorize"), "jwks_uri": .string(url.text + "/keys"),
          "introspection_endpoint": .string(url.text + "/introspect"),
        ])
    case "/keys": ResponseMessage(.ok, json: keys)
    default: ResponseMessage(HTTPResponse(status: .notFound))
    }
  }

  private static func published(_ keys: [JSONWebKey]) throws -> JSON {
    try JSONWebKeySet(keys.map { try #require($0.publicKey) }).json
  }

  /// An API that trusts this issuer, and others perhaps.
  func resource(
    _ trusted: TrustedIssuer? = nil, also others: [TrustedIssuer] = [],
    settings: ProtectedResource.Settings = ProtectedResource.Settings()
  ) throws -> ProtectedResource {
    try ProtectedResource(
      AbsoluteURL(Self.api), trusting: [trusted ?? TrustedIssuer(url)] + others, over: self, settings: settings,
      now: {
        self.state.withLock { state in
          state.checks += 1
          return state.now
        }
      })
  }

  /// A token of RFC 9068, whose claims are those of a good one unless changed.
  func token(
    _ changes: [String: JSON?] = [:], type: String? = "at+jwt", key other: JSONWebKey? = nil,
    by algorithm: SignatureAlgorithm = .es256
  ) throws -> Secret {
    var claims = JSON.Object()
    claims["iss"] = .string(url.text)
    claims["sub"] = "ravi"
    claims["client_id"] = "app"
    claims["aud"] = .string(Self.api)
    claims["iat"] = JSON(Self.start.secondsSinceEpoch)
    claims["exp"] = JSON(Self.start.secondsSinceEpoch + 300_000)
    claims["jti"] = "1"
    claims["scope"] = "notes.read profile"
    for (name, value) in changes { claims[name] = value }
    return try JSONWebSignature.sign(
      JSON.object(claims).encoded(), type: type, with: other ?? key, algorithm: algorithm)
  }
}

/// What lets requests of a network through, or holds them.
actor Gate {
  private var isOpen = true
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func close() { isOpen = false }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// A request to the API of the example, as its server reads it.
func request(_ token: Secret?, scheme: String = "Bearer", path: String = "/notes/1") -> HTTPRequest {
  var request = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: path)
  request.headerFields[.authorization] = token.map { "\(scheme) \($0.exposedText)" }
  return request
}

extension ProtectedResource {
  /// Why a request is refused; nil when it is not.
  func refusal(
    of request: HTTPRequest, body: [UInt8] = [], certificate: CertificateThumbprint? = nil,
    demanding demand: AccessDemand = AccessDemand()
  ) async -> RefusedRequest? {
    do throws(RefusedRequest) {
      _ = try await check(request, body: body, certificate: certificate, demanding: demand)
      return nil
    } catch { return error }
  }
}

extension RefusedRequest {
  /// What a client reads.
  var read: ResourceChallenge? { ResourceChallenge(reading: ResponseMessage(response)) }

  /// Status and error as the answer has them, and the code of the log.
  var summary: String {
    "\(response.status.code) \(read?.failure?.rawValue ?? "-") \(reason?.code.rawValue ?? "-")"
  }
}

extension HTTPField.Name {
  static let nonce = HTTPField.Name("DPoP-Nonce") ?? .expect
}
