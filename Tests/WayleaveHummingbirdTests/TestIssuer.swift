import HTTPTypes
import Wayleave
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let seconds = Lock<Int64>(1_795_000_000)

  var now: Instant { Instant(secondsSinceEpoch: seconds.withLock { $0 }) }

  func advance(by seconds: Int64) { self.seconds.withLock { $0 += seconds } }
}

/// An OpenID provider in memory, and the transport that leads to it alone.
final class TestIssuer: Transport {
  /// Who signs in, and in which session of the provider.
  struct Person: Sendable {
    var subject: String
    var name: String
    var email = "same@people.example"
    var sessionID: String?

    static let ada = Person(subject: "ada-1", name: "Ada", sessionID: "session-of-ada")
    static let brook = Person(subject: "brook-2", name: "Brook")
    static let chris = Person(subject: "chris-3", name: "Chris", sessionID: "session-of-chris")
  }

  private struct State {
    var codes: [String: (request: AuthorizationRequest, person: Person, end: Instant)] = [:]
    /// The access tokens that an app got for itself.
    var accessTokens: [String: (client: String, person: Person, end: Instant)] = [:]
    var issued = 0
    var asked = 0
    var isDown = false
    var isLax = false
    var refusesClient = false
    var logout = "/logout"
    /// What UserInfo calls the people, by their subjects; nil for an issuer without UserInfo.
    var names: [String: String]?
  }

  static let client = "website"
  let text: String
  let key: JSONWebKey
  private let clock: TestClock
  private let state = Lock(State())

  init(_ text: String, at clock: TestClock) throws {
    self.text = text
    self.clock = clock
    key = try JSONWebKey.generate(for: .es256, keyID: "key of \(text)")
  }

  /// Lets every request fail from here on, or none.
  func goDown(_ isDown: Bool = true) { state.withLock { $0.isDown = isDown } }

  /// How many requests came.
  var asked: Int { state.withLock(\.asked) }

  /// Knows the client no longer, as after a change of its secret.
  func refuseClient() { state.withLock { $0.refusesClient = true } }

  /// Accepts each code more than once from here on, as some providers do.
  func becomeLax() { state.withLock { $0.isLax = true } }

  /// Publishes another path and query of the page that ends a session.
  func publish(logout: String) { state.withLock { $0.logout = logout } }

  /// Publishes UserInfo from here on, which calls the people so by their subjects.
  func publishUserInfo(_ names: [String: String]) { state.withLock { $0.names = names } }

  /// Has a person say yes on the page of a URL, and gives the path and query to which the browser is sent.
  func allow(_ url: String, as person: Person) throws -> String {
    let request = try AuthorizationRequest(reading: RequestMessage(.get, to: AbsoluteURL(url)))
    let code = state.withLock { state in
      // No code is given twice, of those that were used neither.
      let code = "code-\(state.issued)-of-\(person.subject)"
      state.issued += 1
      state.codes[code] = (request, person, clock.now + 600)
      return code
    }
    return try Self.pathAndQuery(
      of: AuthorizationCallback(.code(Secret(code)), state: request.state, issuer: Issuer(text)).url(
        to: request.redirectURI))
  }

  /// Has the person say no.
  func deny(_ url: String) throws -> String {
    let request = try AuthorizationRequest(reading: RequestMessage(.get, to: AbsoluteURL(url)))
    var form: Form = ["error": "access_denied"]
    if let state = request.state { form.append("state", state) }
    return try Self.pathAndQuery(of: request.redirectURI.url.text(adding: form))
  }

  private static func pathAndQuery(of url: String) throws -> String { try AbsoluteURL(url).pathAndQuery }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    state.withLock { $0.asked += 1 }
    guard !state.withLock(\.isDown) else { throw TransportFailure.notSent("nothing listens there") }
    switch request.pathWithoutQuery {
    case "/.well-known/openid-configuration":
      var metadata: JSON.Object = JSON.Object()
      metadata["issuer"] = .string(text)
      for (name, path) in [
        ("authorization_endpoint", "/authorize"), ("token_endpoint", "/token"), ("jwks_uri", "/keys"),
        ("introspection_endpoint", "/introspect"), ("end_session_endpoint", state.withLock(\.logout)),
      ] {
        metadata[name] = .string(text + path)
      }
      if state.withLock({ $0.names != nil }) { metadata["userinfo_endpoint"] = .string(text + "/userinfo") }
      metadata["id_token_signing_alg_values_supported"] = ["ES256"]
      return ResponseMessage(.ok, json: .object(metadata))
    case "/userinfo": return userInfo(for: request)
    case "/keys": return ResponseMessage(.ok, json: try JSONWebKeySet([key.publicKey].compactMap(\.self)).json)
    case "/token" where state.withLock(\.refusesClient): return TokenErrorResponse("invalid_client").response()
    case "/token": return try tokens(for: AuthorizationCodeGrant(reading: request.bodyForm), to: client(of: request))
    case "/introspect": return ResponseMessage(.ok, json: try introspection(of: request))
    default: return ResponseMessage(HTTPResponse(status: .notFound))
    }
  }

  /// The client that a request authenticates, by the header field or in the form.
  private func client(of request: RequestMessage) throws -> String? {
    guard let field = request.head.headerFields[.authorization], field.hasPrefix("Basic "),
      let pair = Base64.standard.decode(String(field.dropFirst("Basic ".count)))
    else { return try request.bodyForm.text(of: "client_id") }
    return String(decoding: pair.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }

  private func tokens(for grant: AuthorizationCodeGrant, to client: String?) throws -> ResponseMessage {
    let code = grant.code.exposedText
    guard
      let (asked, person, end) = state.withLock({ $0.isLax ? $0.codes[code] : $0.codes.removeValue(forKey: code) }),
      clock.now < end, asked.clientID.text == client, grant.redirectURI == asked.redirectURI,
      let verifier = grant.verifier, asked.codeChallenge?.isMet(by: verifier) == true
    else { return TokenErrorResponse("invalid_grant").response() }
    let nonce = try asked.additional.text(of: "nonce")
    return TokenResponse(
      accessToken: Secret("token-of-\(person.subject)"), expiresIn: 3600, idToken: try idToken(of: person, nonce: nonce)
    ).response()
  }

  /// OpenID Connect Core §5.3.
  private func userInfo(for request: RequestMessage) -> ResponseMessage {
    let mark = "Bearer token-of-"
    guard let field = request.head.headerFields[.authorization], field.hasPrefix(mark),
      let names = state.withLock(\.names)
    else { return ResponseMessage(HTTPResponse(status: .unauthorized)) }
    let subject = String(field.dropFirst(mark.count))
    return ResponseMessage(.ok, json: ["sub": .string(subject), "name": JSON(names[subject]), "locale": "en"])
  }

  /// An ID token of this issuer, or one that is not quite.
  func idToken(
    of person: Person, nonce: String?, to client: String = TestIssuer.client, with key: JSONWebKey? = nil
  ) throws -> Secret {
    var claims = JSON.Object()
    claims["name"] = .string(person.name)
    claims["email"] = .string(person.email)
    claims["email_verified"] = true
    claims["sid"] = person.sessionID.map(JSON.string)
    return try IDToken.sign(
      subject: person.subject, from: Issuer(text), to: ClientID(client), nonce: nonce.map { Secret($0) },
      at: clock.now, additional: claims, with: key ?? self.key, by: .es256)
  }

  /// An access token that an app got for itself.
  func accessToken(of person: Person, to client: String = TestIssuer.client, lifetime: Int64 = 3600) -> String {
    state.withLock { state in
      let token = "access-\(state.accessTokens.count)-of-\(person.subject)"
      state.accessTokens[token] = (client, person, clock.now + lifetime)
      return token
    }
  }

  /// RFC 7662 §2.2.
  private func introspection(of request: RequestMessage) throws -> JSON {
    guard try client(of: request) == Self.client, let token = try request.bodyForm.text(of: "token"),
      let known = state.withLock({ $0.accessTokens[token] })
    else { return ["active": false] }
    return [
      "active": true, "iss": .string(text), "client_id": .string(known.client), "sub": .string(known.person.subject),
      "exp": JSON(known.end.secondsSinceEpoch), "scope": "read",
    ]
  }

  /// A logout token of this issuer, or one that is not quite.
  func logoutToken(
    subject: String? = nil, sessionID: String? = nil, id: String = "once", to client: String = TestIssuer.client,
    with key: JSONWebKey? = nil
  ) throws -> Secret {
    try LogoutToken.sign(
      id: id, subject: subject, sessionID: sessionID, from: Issuer(text), to: ClientID(client), at: clock.now,
      with: key ?? self.key, by: .es256)
  }
}

/// Leads each request to the issuer at its host.
struct TestIssuers: Transport {
  let issuers: [TestIssuer]

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard let issuer = issuers.first(where: { request.url?.hasPrefix($0.text + "/") == true }) else {
      return ResponseMessage(HTTPResponse(status: .notFound))
    }
    return try await issuer.send(request, within: limits)
  }
}
