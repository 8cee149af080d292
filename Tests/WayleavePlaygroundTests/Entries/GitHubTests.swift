import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays GitHub")
struct GitHubTests {
  private static let authorize = "github.com/login/oauth/authorize"
  private static let tokenPath = "github.com/login/oauth/access_token"
  private static let agent = ["User-Agent": "test", "Accept": "application/json"]
  private static let verifier = String(repeating: "v", count: 43)
  private static let basic =
    "Basic "
    + Base64.standard.encodedText(
      Array("\(TestPlayground.entryClient):\(TestPlayground.entrySecret)".utf8))

  private func code(_ playground: TestPlayground) async throws -> String {
    let challenge = CodeChallenge(of: try CodeVerifier(Secret(Self.verifier)))
    return try await playground.entryCode(
      "github", Self.authorize,
      ["scope": "read:user user:email", "code_challenge": challenge.text, "code_challenge_method": "S256"])
  }

  private func ask(
    _ changes: [String: String], at playground: TestPlayground, _ fields: [String: String] = Self.agent
  ) async throws -> ResponseMessage {
    var pairs = ["client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret]
    pairs.merge(changes) { $1 }
    return try await playground.post(
      "github", Self.tokenPath, Form(pairs.map { (name: $0.key, value: $0.value) }), fields)
  }

  private func redeem(
    _ code: String, _ changes: [String: String] = [:], at playground: TestPlayground
  ) async throws -> ResponseMessage {
    let pairs = ["code": code, "redirect_uri": TestPlayground.callback, "code_verifier": Self.verifier]
    return try await ask(pairs.merging(changes) { $1 }, at: playground)
  }

  private func token(_ playground: TestPlayground) async throws -> String {
    let answer = try await redeem(try await code(playground), at: playground)
    return try #require(answer.json?["access_token"]?.string)
  }

  @Test("every refusal has the status 200 and a word of GitHub's own")
  func refusals() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      let refused = [
        (["client_secret": "no"], "incorrect_client_credentials"),
        (["client_id": "no"], "incorrect_client_credentials"),
        (["redirect_uri": "http://127.0.0.1:1/callback"], "redirect_uri_mismatch"),
        (["code": "never-issued"], "bad_verification_code"),
        (["code_verifier": String(repeating: "w", count: 43)], "bad_verification_code"),
      ]
      for (changes, word) in refused {
        let answer = try await redeem(code, changes, at: playground)
        #expect(answer.status == 200 && answer.oauthError == word)
      }
      #expect(try await redeem(code, at: playground).json?["token_type"] == "bearer")
      #expect(try await redeem(code, at: playground).oauthError == "bad_verification_code")
    }
  }

  @Test("an answer is a form, unless the client asks for JSON")
  func formats() async throws {
    try await TestPlayground.withEntries { playground in
      let answer = try await ask(["code": "never-issued"], at: playground, ["Accept": "*/*"])
      #expect(answer.text.hasPrefix("error=bad_verification_code&"))
      #expect(try await ask(["code": "never-issued"], at: playground).oauthError == "bad_verification_code")
    }
  }

  @Test("the API wants a User-Agent and a token, behind either word")
  func api() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      let user = try await playground.get(
        "github", "api.github.com/user", ["User-Agent": "test", "Authorization": "token \(token)"])
      #expect(user.json?["login"]?.string == TestPlayground.ada.handle && user.json?["email"] == .null)
      let emails = try await playground.get(
        "github", "api.github.com/user/emails", ["User-Agent": "test", "Authorization": "Bearer \(token)"])
      #expect(emails.json?.value(at: "1.primary") == true && emails.json?.value(at: "1.verified") == true)
      let silent = try await playground.get("github", "api.github.com/user", ["Authorization": "Bearer \(token)"])
      #expect(silent.status == 403)
      let dead = try await playground.get(
        "github", "api.github.com/user", ["User-Agent": "test", "Authorization": "Bearer never-issued"])
      #expect(dead.status == 401 && dead.json?["message"] == "Bad credentials")
    }
  }

  @Test("of GraphQL, the login of the viewer is played, and another query is an error with 200")
  func graphQL() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      for (query, login) in [
        ("query { viewer { login } }", TestPlayground.ada.handle),
        ("query UserCurrent{viewer{login}}", TestPlayground.ada.handle), ("query { viewer { name } }", nil), ("", nil),
      ] as [(String, String?)] {
        let json: JSON = ["query": .string(query)]
        var request = RequestMessage(
          posting: Form(), to: try Endpoint(playground.address("github", "api.github.com/graphql")))
        request.head.headerFields[.userAgent] = "test"
        request.head.headerFields[.authorization] = "Bearer \(token)"
        request.head.headerFields[.contentType] = "application/json"
        request.body = json.encoded()
        let answer = try await playground.visitor.send(request)
        #expect(answer.status == 200 && answer.json?.value(at: "data.viewer.login")?.string == login)
        #expect((answer.json?["errors"] != nil) == (login == nil))
      }
    }
  }

  @Test("an app checks its token and ends it; another app's token is unknown to it")
  func applicationToken() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      let path = "api.github.com/applications/\(TestPlayground.entryClient)/token"
      let fields = ["User-Agent": "test", "Authorization": Self.basic]
      let checked = try await playground.ask(.post, "github", path, fields, json: ["access_token": .string(token)])
      #expect(checked.json?.value(at: "app.client_id")?.string == TestPlayground.entryClient)
      let foreign = try await playground.foreignToken("github").exposedText
      let other = try await playground.ask(.post, "github", path, fields, json: ["access_token": .string(foreign)])
      #expect(other.status == 404)
      let unauthenticated = try await playground.ask(
        .delete, "github", path, ["User-Agent": "test"], json: ["access_token": .string(token)])
      #expect(unauthenticated.status == 404)
      #expect(try await playground.ask(.delete, "github", path, fields, json: [:]).status == 422)
      let ended = try await playground.ask(.delete, "github", path, fields, json: ["access_token": .string(token)])
      #expect(ended.status == 204)
      let again = try await playground.ask(.delete, "github", path, fields, json: ["access_token": .string(token)])
      #expect(again.status == 404)
    }
  }

  private func begin(_ playground: TestPlayground) async throws -> JSON {
    let form: Form = ["client_id": TestPlayground.entryClient, "scope": "read:user"]
    return try #require(try await playground.post("github", "github.com/login/device/code", form, Self.agent).json)
  }

  private func poll(_ device: JSON, at playground: TestPlayground) async throws -> JSON? {
    let form: Form = [
      "client_id": TestPlayground.entryClient, "device_code": device["device_code"]?.string ?? "",
      "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
    ]
    let answer = try await playground.post("github", Self.tokenPath, form, Self.agent)
    #expect(answer.status == 200)
    return answer.json
  }

  private func type(_ code: String, _ device: JSON, at playground: TestPlayground) async throws -> ResponseMessage {
    let page = try await playground.visitor.open(try #require(device["verification_uri"]?.string))
    return try await playground.visitor.submit(page, ["user_code": code])
  }

  @Test("a device waits, slows down, and gets a token when the person has typed its code")
  func device() async throws {
    try await TestPlayground.with { playground in
      let device = try await begin(playground)
      #expect(device["interval"]?.integer == 5 && device["expires_in"]?.integer == 900)
      #expect(try await poll(device, at: playground)?["error"] == "authorization_pending")
      let early = try await poll(device, at: playground)
      #expect(early?["error"] == "slow_down" && early?["interval"]?.integer == 10)
      #expect(try await type("BBBB-BBBB", device, at: playground).status == 403)
      var page = try await type(device["user_code"]?.string ?? "", device, at: playground)
      page = try await playground.signIn(page)
      #expect(page.isConsentPage && page.text.contains("read:user"))
      #expect(try await playground.visitor.submit(page, ["decision": "allow"]).status == 200)
      playground.clock.advance(by: 11)
      let token = try #require(try await poll(device, at: playground)?["access_token"]?.string)
      let user = try await playground.get(
        "github", "api.github.com/user", ["User-Agent": "test", "Authorization": "Bearer \(token)"])
      #expect(user.status == 200)
      #expect(try await poll(device, at: playground)?["error"] == "incorrect_device_code")
    }
  }

  @Test("a device whose person says no, and one that waits too long, get no token")
  func deviceWithoutToken() async throws {
    try await TestPlayground.with { playground in
      let denied = try await begin(playground)
      let page = try await type(denied["user_code"]?.string ?? "", denied, at: playground)
      #expect(try await playground.visitor.submit(page, ["decision": "deny"]).status == 200)
      #expect(try await poll(denied, at: playground)?["error"] == "access_denied")
      let old = try await begin(playground)
      playground.clock.advance(by: 901)
      #expect(try await poll(old, at: playground)?["error"] == "expired_token")
      let typed = try await type(old["user_code"]?.string ?? "", old, at: playground)
      #expect(typed.status == 403)
    }
  }

  @Test("a backend accepts a token of our app, and refuses another app's and a dead one")
  func handOver() async throws {
    try await TestPlayground.withEntries { playground in
      let token = Secret(try await token(playground))
      let verified = try await playground.verify(.accessToken(token), at: "github")
      #expect(verified.identity.subject == "73001" && verified.identity.handle == TestPlayground.ada.handle)
      let foreign = try await playground.foreignToken("github")
      await #expect(throws: OAuthError.self) { try await playground.verify(.accessToken(foreign), at: "github") }
      try await playground.end("github", "app-removed")
      await #expect(throws: OAuthError.self) { try await playground.verify(.accessToken(token), at: "github") }
    }
  }
}
