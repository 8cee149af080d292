import Crypto
import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A handed over access token is inspected: Facebook's debug_token and its like")
struct InspectedHandOverTests {
  private let desk = HandOverDesk()
  private let token = Secret("canary-handed-over")

  init() {
    desk.answer("graph.example/debug_token", with: Self.answer())
    desk.answer("graph.example/me", with: ["id": "u-1", "name": "Ada"])
  }

  private static func answer(_ change: (name: String, value: JSON)? = nil) -> JSON {
    let data: JSON = [
      "app_id": "reader", "type": "USER", "is_valid": true, "user_id": "u-1", "expires_at": 1_700_005_000,
      "data_access_expires_at": 1_700_009_000, "scopes": ["email", "public_profile"],
    ]
    return ["data": change.map { data.with($0.name, $0.value) } ?? data]
  }

  private func provider(changing edit: (inout TokenInspectionRule) throws -> Void = { _ in }) throws -> Provider {
    var rule = TokenInspectionRule(
      endpoint: try Endpoint("https://graph.example/debug_token"), client: "data.app_id",
      tokenParameter: "input_token", appTokenParameter: "access_token", valid: "data.is_valid", error: "data.error",
      user: "data.user_id", expiresAt: ["data.expires_at", "data.data_access_expires_at"], scopes: "data.scopes")
    try edit(&rule)
    var provider = Provider(
      name: "face", title: "Face",
      service: .oauth2(
        OAuth2Service(
          authorizationEndpoint: try Endpoint("https://face.example/dialog"),
          tokenEndpoint: try Endpoint("https://graph.example/token"),
          dialect: OAuth2Dialect {
            $0.api.tokenPlacement = .query("access_token")
            $0.api.adapter = .appSecretProof
            $0.api.headers = ["User-Agent": "example"]
            $0.authorization.supportsPKCE = false
          })),
      identity: IdentityRule(
        endpoint: try Endpoint("https://graph.example/me?fields=id,name"), subject: "{id}", name: "{name}"))
    provider.handOver = HandOverRule(inspection: rule)
    return provider
  }

  @Test("a valid token of our app is accepted; the result has its user, end and scopes, and no credential")
  func accepted() async throws {
    let verified = try await desk.verify(.accessToken(token), of: try provider())
    #expect(verified.identity.subject == "u-1" && verified.identity.displayName == "Ada")
    #expect(verified.identity.issuer == "face" && verified.clientID == "reader" && verified.check == .inspection)
    #expect(verified.expiresAt == Instant(secondsSinceEpoch: 1_700_005_000))
    #expect(verified.scopes == ["email", "public_profile"] && verified.credential == nil)
  }

  @Test(
    "S15: an inspection that is not called JSON is none, however it reads",
    arguments: [
      ("text/html", .unexpectedAnswer), ("text/plain", .unexpectedAnswer), (nil, .unexpectedAnswer),
      ("application/json; charset=UTF-8", nil), ("application/problem+json", nil),
    ] as [(String?, OAuthError.Code?)])
  func contentType(type: String?, expected: OAuthError.Code?) async throws {
    desk.answer("graph.example/debug_token") { _ in
      var response = ResponseMessage(.ok, json: Self.answer())
      response.head.headerFields[.contentType] = type
      return response
    }
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == expected)
  }

  @Test("221: the question carries our app's id and secret, and the request of the user a hash that only we can make")
  func requests() async throws {
    _ = try await desk.verify(.accessToken(token), of: try provider())
    let asked = try Form(decoding: try #require(desk.requests.first?.query))
    #expect(try asked.text(of: "input_token") == "canary-handed-over")
    #expect(try asked.text(of: "access_token") == "reader|canary-client-secret")
    let user = try Form(decoding: try #require(desk.requests.last?.query))
    let proof = HMAC<SHA256>.authenticationCode(
      for: Array("canary-handed-over".utf8), using: SymmetricKey(data: Array("canary-client-secret".utf8)))
    let digits = proof.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    #expect(try user.text(of: "appsecret_proof") == digits)
    #expect(try user.text(of: "access_token") == "canary-handed-over" && user.text(of: "fields") == "id,name")
    #expect(desk.places == ["graph.example/debug_token", "graph.example/me"])
  }

  // EI19
  @Test(
    "217: another app's token, another user's, one that is not valid or has expired, and an error are each refused",
    arguments: [
      ("app_id", "other", .foreignClient), ("app_id", .null, .foreignClient), ("app_id", ["reader"], .foreignClient),
      ("is_valid", false, .refusedHandOver), ("is_valid", .null, .refusedHandOver),
      ("is_valid", "true", .refusedHandOver), ("is_valid", 1, .refusedHandOver),
      ("user_id", "u-2", .foreignUser), ("user_id", .null, .foreignUser), ("user_id", "", .foreignUser),
      ("expires_at", 1_699_999_999, .expiredAccessToken), ("expires_at", 1_700_000_000, .expiredAccessToken),
      ("expires_at", .null, .expiredAccessToken), ("expires_at", "soon", .expiredAccessToken),
      ("expires_at", -5, .expiredAccessToken), ("data_access_expires_at", 1_699_999_999, .expiredAccessToken),
      ("error", ["code": 190, "message": "Session has expired"], .refusedHandOver),
    ] as [(String, JSON, OAuthError.Code)])
  func refused(name: String, value: JSON, expected: OAuthError.Code) async throws {
    desk.answer("graph.example/debug_token", with: Self.answer((name, value)))
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == expected)
    // Only a token that passes is shown to the API.
    #expect(expected == .foreignUser || desk.places == ["graph.example/debug_token"])
  }

  @Test("app and user may be written as a number or as a text, and 0 is a token that never ends")
  func numbers() async throws {
    desk.answer(
      "graph.example/debug_token",
      with: [
        "data": ["app_id": 138_483_919_580_948, "is_valid": true, "user_id": 1_207_059, "expires_at": 0]
      ])
    desk.answer("graph.example/me", with: ["id": "1207059"])
    let client = try Client(id: "138483919580948", secret: Secret("s"))
    let verified = try await desk.verify(.accessToken(token), of: try provider(), as: client)
    #expect(verified.expiresAt == nil && verified.scopes == nil && verified.identity.subject == "1207059")
    let other = try Client(id: "138483919580949", secret: Secret("s"))
    #expect(await desk.refusal(.accessToken(token), of: try provider(), as: other) == .foreignClient)
  }

  @Test("218: the API must name the same user, and the one that the backend expects")
  func sameUser() async throws {
    #expect(await desk.refusal(.accessToken(token), of: try provider(), subject: "u-1") == nil)
    #expect(await desk.refusal(.accessToken(token), of: try provider(), subject: "u-2") == .foreignUser)
    desk.answer("graph.example/me", with: ["id": "u-2"])
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == .foreignUser)
    desk.answer("graph.example/me", .badRequest, with: ["error": ["code": 190]])
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == .refusedHandOver)
    desk.answer("graph.example/me", with: ["name": "Ada"])
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == .unexpectedAnswer)
  }

  @Test(
    "a redirect, a compressed or huge answer, HTML, a list and a server in trouble confirm nothing",
    arguments: [
      (302, "{}", .unexpectedRedirect), (200, "<html>", .unexpectedAnswer), (200, "[]", .unexpectedAnswer),
      (200, String(repeating: " ", count: 300_000) + "{}", .answerTooLarge), (400, "{}", .refusedHandOver),
      (401, "no JSON", .refusedHandOver), (503, "{}", .serverUnavailable), (429, "{}", .serverUnavailable),
      (200, "{\"data\":{\"app_id\":\"other\",\"app_id\":\"reader\"}}", .unexpectedAnswer),
    ] as [(Int, String, OAuthError.Code)])
  func unusable(status: Int, body: String, expected: OAuthError.Code) async throws {
    for place in ["graph.example/debug_token", "graph.example/me"] {
      let desk = HandOverDesk()
      desk.answer("graph.example/debug_token", with: Self.answer())
      desk.answer(place) { _ in
        ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
      }
      #expect(await desk.refusal(.accessToken(token), of: try provider()) == expected)
    }
  }

  @Test("a lifetime in seconds is counted from now; scopes may be a text")
  func lifetime() async throws {
    // As LINE answers.
    desk.answer(
      "graph.example/debug_token", with: ["scope": "profile,openid", "client_id": "reader", "expires_in": 20])
    let provider = try provider { rule in
      rule = TokenInspectionRule(
        endpoint: rule.endpoint, client: "client_id", expiresIn: "expires_in", scopes: "scope")
    }
    let verified = try await desk.verify(.accessToken(token), of: provider)
    #expect(verified.expiresAt == Example.now + 20 && verified.scopes == ["profile", "openid"])
    #expect(verified.identity.subject == "u-1")
    for end in [0, -1, .null, "x"] as [JSON] {
      desk.answer(
        "graph.example/debug_token",
        with: JSON.object(JSON.Object()).with("client_id", "reader").with("expires_in", end))
      #expect(await desk.refusal(.accessToken(token), of: provider) == .expiredAccessToken)
    }
  }

  @Test("GitHub's way: the token is posted by the client with its id and secret, also in the address")
  func posted() async throws {
    desk.answer(
      "graph.example/applications/reader/token",
      with: [
        "app": ["client_id": "reader"], "user": ["id": 7], "scopes": ["repo"], "expires_at": .null,
      ])
    desk.answer("graph.example/me", with: ["id": 7])
    let provider = try provider { rule in
      rule = TokenInspectionRule(
        endpoint: try Endpoint(template: "https://graph.example/applications/{client_id}/token"),
        client: "app.client_id",
        placement: .json, user: "user.id", scopes: "scopes")
    }
    let verified = try await desk.verify(.accessToken(token), of: provider)
    #expect(verified.identity.subject == "7" && verified.expiresAt == nil && verified.scopes == ["repo"])
    let request = desk.requests[0]
    #expect(request.head.method == .post && request.query == nil)
    #expect(request.head.headerFields[.userAgent] == "example")
    #expect(request.head.headerFields[.authorization] == "Basic cmVhZGVyOmNhbmFyeS1jbGllbnQtc2VjcmV0")
    #expect(try JSON(decoding: request.body) == ["access_token": "canary-handed-over"])
    desk.answer("graph.example/applications/reader/token", .notFound, with: [:])
    #expect(await desk.refusal(.accessToken(token), of: provider) == .refusedHandOver)
  }

  @Test("a token may travel as a bearer token: then it stands in no URL")
  func bearer() async throws {
    desk.answer("graph.example/debug_token", with: ["client_id": "reader", "user_id": "u-1", "expires_in": 60])
    let provider = try provider { rule in
      rule = TokenInspectionRule(
        endpoint: rule.endpoint, client: "client_id", placement: .bearer, user: "user_id", expiresIn: "expires_in")
    }
    #expect(await desk.refusal(.accessToken(token), of: provider) == nil)
    #expect(desk.requests[0].head.headerFields[.authorization] == "Bearer canary-handed-over")
    #expect(desk.requests[0].query == nil)
    let broken = Secret("canary\r\nX-Other: 1")
    #expect(await desk.refusal(.accessToken(broken), of: provider) == .forbiddenHeaderCharacter)
    #expect(desk.requests.count == 2)
  }

  @Test("another client of ours, which the entry names, counts as ours; one that it does not name is foreign")
  func otherClients() async throws {
    desk.answer("graph.example/debug_token", with: Self.answer(("app_id", "our-phone-app")))
    var provider = try provider()
    #expect(await desk.refusal(.accessToken(token), of: provider) == .foreignClient)
    provider.idTokenRules.trustedAuthorizedParties = ["our-phone-app"]
    #expect(await desk.refusal(.accessToken(token), of: provider) == nil)
  }

  @Test("a client without a secret cannot ask, and a token that is empty or endless is not sent")
  func unsendable() async throws {
    let open = try Client(id: "reader")
    #expect(await desk.refusal(.accessToken(token), of: try provider(), as: open) == .invalidClient)
    for text in ["", String(repeating: "a", count: 16_385)] {
      #expect(await desk.refusal(.accessToken(Secret(text)), of: try provider()) == .refusedHandOver)
    }
    #expect(desk.requests.isEmpty)
  }

  @Test("neither errors nor events show the token or the secret, also when the provider repeats them")
  func secrecy() async throws {
    desk.answer(
      "graph.example/debug_token", .badRequest,
      with: [
        "error": ["message": "Bad canary-handed-over of reader|canary-client-secret", "code": 190]
      ])
    let accounts = desk.accounts
    let client = try Example.client()
    do {
      _ = try await accounts.verify(.accessToken(token), of: try provider(), as: client, seen: desk.seen)
      Issue.record("accepted")
    } catch {
      let shown = error as? OAuthError
      #expect(shown?.code == .refusedHandOver)
      let text = "\(error) \(String(describing: shown?.refusal))"
      #expect(text.contains("<secret>") && !text.contains("canary"))
    }
    let events = desk.events.withLock { $0.map { "\($0.detail) \($0.fields)" } }
    #expect(!events.isEmpty && !events.contains { $0.contains("canary") })
  }
}
