import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// https://docs.x.com, "OAuth 2.0 Authorization Code Flow with PKCE".
@Suite("The playground plays X, by OAuth 2")
struct XTests {
  private static let authorize = "x.com/i/oauth2/authorize"
  private static let tokenPath = "api.x.com/2/oauth2/token"
  private static let scopes = "users.read tweet.read offline.access"

  private func code(
    _ playground: TestPlayground, scope: String = scopes, client: String? = nil
  ) async throws -> String {
    var more: Form = [
      "code_challenge": try TestPlayground.challenge, "code_challenge_method": "S256", "scope": scope,
    ]
    guard let client else { return try await playground.entryCode("x", Self.authorize, more) }
    let first: Form = [
      "client_id": client, "redirect_uri": TestPlayground.callback, "response_type": "code", "state": "s",
    ]
    more.fields += first.fields
    let query = String(decoding: more.encodedForQuery(), as: UTF8.self)
    let url = "\(playground.address("x", Self.authorize))?\(query)"
    let location = try #require(try await playground.visitor.open(url, following: false).location)
    return try #require(try Form(decoding: AbsoluteURL(location).query ?? "").text(of: "code"))
  }

  private func ask(
    _ pairs: [String: String], at playground: TestPlayground, _ path: String = tokenPath,
    authorization: String? = TestPlayground.entryBasic
  ) async throws -> ResponseMessage {
    let fields = authorization.map { ["Authorization": $0] } ?? [:]
    return try await playground.post("x", path, Form(pairs.map { (name: $0.key, value: $0.value) }), fields)
  }

  private func redeem(
    _ code: String, _ changes: [String: String?] = [:], at playground: TestPlayground,
    authorization: String? = TestPlayground.entryBasic
  ) async throws -> ResponseMessage {
    var pairs: [String: String?] = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": TestPlayground.callback,
      "code_verifier": TestPlayground.verifier,
    ]
    pairs.merge(changes) { $1 }
    return try await ask(pairs.compactMapValues(\.self), at: playground, authorization: authorization)
  }

  private func me(
    _ token: String?, at playground: TestPlayground, _ query: String = ""
  ) async throws -> ResponseMessage {
    let fields = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    return try await playground.get("x", "api.x.com/2/users/me\(query)", fields)
  }

  @Test("a request for a code without a challenge gets a page that says so; one with a challenge gets a code")
  func challenge() async throws {
    try await TestPlayground.withEntries { playground in
      let query =
        "client_id=\(TestPlayground.entryClient)&redirect_uri=\(TestPlayground.callback)&response_type=code&state=s"
      let page = try await playground.get("x", "\(Self.authorize)?\(query)&scope=users.read")
      #expect(page.status == 400 && page.text.contains("challenge"))
      #expect(try await !code(playground).isEmpty)
    }
  }

  @Test(
    "each wrong request for tokens is refused in X's words, and the right one after it is answered",
    arguments: [
      (["code": "never-issued"], "Value passed for the authorization code was invalid."),
      (["code": nil], "Missing required parameter [code]."),
      (["code_verifier": String(repeating: "w", count: 43)], "did not match the code challenge."),
      (["code_verifier": nil], "Missing required parameter [code_verifier]."),
      (["redirect_uri": "http://127.0.0.1:1/callback"], "did not match the uri of the authorization code."),
      (["redirect_uri": nil], "Missing required parameter [redirect_uri]."),
      (["grant_type": nil], "Missing required parameter [grant_type]."),
    ] as [([String: String?], String)])
  func wrongRequests(changes: [String: String?], words: String) async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      let refused = try await redeem(code, changes, at: playground)
      #expect(refused.status == 400 && refused.oauthError == "invalid_request")
      #expect(refused.json?["error_description"]?.string?.hasSuffix(words) ?? false)
      let answer = try await redeem(code, at: playground)
      #expect(answer.json?["expires_in"] == 7200 && answer.json?["token_type"] == "bearer")
      #expect(answer.json?["scope"]?.string == Self.scopes && answer.json?["refresh_token"] != nil)
      #expect(try await redeem(code, at: playground).oauthError == "invalid_request")
    }
  }

  @Test("a code is good for thirty seconds; an unknown grant is unsupported")
  func oldCode() async throws {
    try await TestPlayground.withEntries { playground in
      let old = try await code(playground)
      playground.clock.advance(by: 31)
      #expect(try await redeem(old, at: playground).oauthError == "invalid_request")
      let code = try await code(playground)
      #expect(try await redeem(code, ["grant_type": "magic"], at: playground).oauthError == "unsupported_grant_type")
      playground.clock.advance(by: 29)
      #expect(try await redeem(code, at: playground).status == 200)
    }
  }

  @Test("a confidential app shows its secret by HTTP Basic alone; a Native App has none, and only its own codes")
  func clients() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      let wrong = "Basic " + Base64.standard.encodedText(Array("\(TestPlayground.entryClient):no".utf8))
      let inBody = ["client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret]
      for (changes, authorization) in [(inBody, nil), ([:], wrong), (["client_id": TestPlayground.entryClient], nil)] {
        let refused = try await redeem(code, changes, at: playground, authorization: authorization)
        #expect(refused.status == 401 && refused.oauthError == "unauthorized_client")
      }
      #expect(try await redeem(code, at: playground, authorization: nil).oauthError == "invalid_request")
      let native = ["client_id": "playground-native"]
      #expect(try await redeem(code, native, at: playground, authorization: nil).oauthError == "invalid_request")
      #expect(try await redeem(code, at: playground).status == 200)
      let other = try await self.code(playground, client: "playground-native")
      #expect(try await redeem(other, at: playground).oauthError == "invalid_request")
      #expect(try await redeem(other, native, at: playground, authorization: nil).status == 200)
    }
  }

  @Test("a refresh token comes with offline.access alone, is good once, and ends its access token")
  func refresh() async throws {
    try await TestPlayground.withEntries { playground in
      let without = try await redeem(try await code(playground, scope: "users.read tweet.read"), at: playground)
      #expect(without.status == 200 && without.json?["refresh_token"] == nil)
      let first = try await redeem(try await code(playground), at: playground).json
      let pairs = ["grant_type": "refresh_token", "refresh_token": first?["refresh_token"]?.string ?? ""]
      let second = try await ask(pairs, at: playground)
      #expect(second.status == 200 && second.json?["refresh_token"] != first?["refresh_token"])
      let again = try await ask(pairs, at: playground)
      #expect(again.status == 400 && again.json?["error_description"] == "Value passed for the token was invalid.")
      #expect(try await me(first?["access_token"]?.string, at: playground).status == 401)
      #expect(try await me(second.json?["access_token"]?.string, at: playground).status == 200)
      let stolen = [
        "grant_type": "refresh_token", "refresh_token": second.json?["refresh_token"]?.string ?? "",
        "client_id": "playground-native",
      ]
      #expect(try await ask(stolen, at: playground, authorization: nil).oauthError == "invalid_request")
    }
  }

  @Test("the user is below data, with the fields that were asked for; problems are as RFC 9457 has them")
  func user() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await redeem(try await code(playground), at: playground).json?["access_token"]?.string
      let short = try await me(token, at: playground).json
      #expect(short == ["data": ["id": "73001", "name": "Ada Fenwick", "username": "adafenwick"]])
      let long = try await me(token, at: playground, "?user.fields=location,confirmed_email").json?["data"]
      #expect(long?["location"] == "Hexham" && long?["confirmed_email"] == nil)
      let unknown = try await me(token, at: playground, "?user.fields=shoe_size")
      #expect(unknown.status == 400 && unknown.json?["title"] == "Invalid Request")
      for text in [nil, "never-issued"] {
        let refused = try await me(text, at: playground)
        #expect(refused.status == 401 && refused.json?["detail"] == "Unauthorized")
        #expect(refused.head.headerFields[.contentType] == "application/problem+json")
      }
      let narrow = try await redeem(try await code(playground, scope: "users.read"), at: playground)
      #expect(try await me(narrow.json?["access_token"]?.string, at: playground).status == 403)
      playground.clock.advance(by: 7201)
      #expect(try await me(token, at: playground).status == 401)
    }
  }

  @Test("a fault that ends tokens ends those of each client")
  func endedByFault() async throws {
    try await TestPlayground.withEntries { playground in
      let own = try await redeem(try await code(playground), at: playground)
      let native = try await redeem(
        try await code(playground, client: "playground-native"), ["client_id": "playground-native"], at: playground,
        authorization: nil)
      let tokens = [own, native].compactMap { $0.json?["access_token"]?.string }
      #expect(tokens.count == 2)
      for token in tokens { #expect(try await me(token, at: playground).status == 200) }
      let path = "/entries/x/api.x.com/2/users/me"
      await playground.running.use(
        try Faults(json: [["path": .string(path), "nth": 1, "effect": "end-tokens", "value": "password-changed"]]))
      #expect(try await me("never-issued", at: playground).status == 401)
      for token in tokens { #expect(try await me(token, at: playground).status == 401) }
    }
  }

  @Test("a token is revoked by its app alone")
  func revocation() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await redeem(try await code(playground), at: playground).json?["access_token"]?.string ?? ""
      let path = "api.x.com/2/oauth2/revoke"
      #expect(try await ask(["token": token], at: playground, path, authorization: nil).status == 400)
      #expect(try await ask([:], at: playground, path).oauthError == "invalid_request")
      #expect(try await me(token, at: playground).status == 200)
      #expect(try await ask(["token": token], at: playground, path).json == ["revoked": true])
      #expect(try await me(token, at: playground).status == 401)
    }
  }
}
