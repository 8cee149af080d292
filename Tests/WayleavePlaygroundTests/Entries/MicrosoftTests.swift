import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays Microsoft")
struct MicrosoftTests {
  private static let host = "login.microsoftonline.com"
  private static let verifier = String(repeating: "v", count: 43)
  private static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
  private static let organization = "0a11ce00-5afe-4000-8000-000000000001"
  private static let (ada, zoe) = (PlaygroundPerson.residents[0], PlaygroundPerson.residents[2])

  private func code(at playground: TestPlayground) async throws -> String {
    let challenge = CodeChallenge(of: try CodeVerifier(Secret(Self.verifier)))
    return try await playground.entryCode(
      "microsoft", "\(Self.host)/common/oauth2/v2.0/authorize",
      ["scope": "openid offline_access", "code_challenge": challenge.text, "code_challenge_method": "S256"])
  }

  private func ask(
    _ changes: [String: String?], at playground: TestPlayground
  ) async throws -> ResponseMessage {
    var pairs: [String: String?] = [
      "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
      "grant_type": "authorization_code", "redirect_uri": TestPlayground.callback, "code_verifier": Self.verifier,
    ]
    pairs.merge(changes) { $1 }
    let form = Form(pairs.compactMap { name, value in value.map { (name: name, value: $0) } })
    return try await playground.post("microsoft", "\(Self.host)/common/oauth2/v2.0/token", form)
  }

  private func number(_ answer: ResponseMessage) -> Int64? { answer.json?.value(at: "error_codes.0")?.integer }

  @Test(
    "tokens have the tenant of the user as their issuer, and who has no account there is turned away",
    arguments: [
      ("microsoft", ada, organization), ("microsoft", zoe, personal), ("microsoft.organizations", ada, organization),
      ("microsoft.organizations", zoe, nil), ("microsoft.consumers", zoe, personal), ("microsoft.consumers", ada, nil),
      ("microsoft.acme", ada, "acme"), ("microsoft.acme", zoe, nil),
    ] as [(String, PlaygroundPerson, String?)])
  func tenants(entry: String, person: PlaygroundPerson, tenant: String?) async throws {
    try await TestPlayground.with({ $0.approval = .automatic(person) }) { playground in
      let played = try #require(await playground.running.entry(named: ProviderName(entry)))
      guard let tenant else {
        let url = try await playground.accounts().begin(
          played.provider, as: played.clients[0], redirectURI: RedirectURI(TestPlayground.callback))
        let page = try await playground.visitor.open(url.text, following: false)
        #expect(page.status == 400 && page.location == nil && page.text.contains("AADSTS50020"))
        return
      }
      let identity = try await playground.signIn(to: entry, by: try playground.accounts()).stored.identity
      #expect(identity?.subject == String(person.id))
      #expect(identity?.issuer.text == playground.address(entry, "\(Self.host)/\(tenant)/v2.0"))
      #expect(identity?.raw["tid"]?.string == tenant && identity?.raw["oid"]?.string?.utf8.count == 36)
      // An administrator wrote the address: it is not verified.
      #expect(identity?.isEmailVerified != true)
    }
  }

  @Test("each wrong request for tokens has its number")
  func refusals() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(at: playground)
      let refused: [(changes: [String: String?], number: Int64, word: String)] = [
        (["client_id": "no"], 700_016, "unauthorized_client"), (["client_secret": "no"], 7_000_215, "invalid_client"),
        (["client_secret": nil], 7_000_218, "invalid_client"),
        (["redirect_uri": "http://127.0.0.1:1/callback"], 500_112, "invalid_client"),
        (["code_verifier": String(repeating: "w", count: 43)], 501_481, "invalid_grant"),
        (["code_verifier": "short"], 501_481, "invalid_grant"), (["code_verifier": nil], 501_481, "invalid_grant"),
        (["code": "short"], 9_002_313, "invalid_request"), (["grant_type": "magic"], 70_003, "unsupported_grant_type"),
        (["grant_type": nil], 900_144, "invalid_request"),
        (["grant_type": "refresh_token", "refresh_token": "never-issued"], 70_000, "invalid_grant"),
      ]
      for (changes, number, word) in refused {
        let answer = try await ask(["code": code].merging(changes) { $1 }, at: playground)
        #expect(self.number(answer) == number && answer.oauthError == word, "\(changes): \(answer.text)")
        #expect(answer.status == (word == "invalid_client" ? 401 : 400))
        #expect(answer.json?["error_description"]?.string?.hasPrefix("AADSTS\(number): ") == true)
        for name in ["timestamp", "trace_id", "correlation_id"] { #expect(answer.json?[name]?.string != nil) }
      }
      #expect(try await ask(["code": code], at: playground).status == 200)
      #expect(number(try await ask(["code": code], at: playground)) == 54_005)
      let old = try await self.code(at: playground)
      playground.clock.advance(by: 700)
      #expect(number(try await ask(["code": old], at: playground)) == 70_008)
    }
  }

  @Test(
    "a refresh token rotates, and one that has ended says why",
    arguments: [
      ("app-removed", 65_001, "consent_required"), ("password-changed", 50_173, "bad_token"),
      ("logged-out", 50_132, "bad_token"), ("expired", 700_082, "bad_token"),
    ] as [(String, Int64, String)])
  func refresh(reason: String, number: Int64, suberror: String) async throws {
    try await TestPlayground.withEntries { playground in
      let first = try await ask(["code": code(at: playground)], at: playground).json?["refresh_token"]?.string
      let again = try await ask(["grant_type": "refresh_token", "refresh_token": first], at: playground)
      let second = try #require(again.json?["refresh_token"]?.string)
      #expect(first != second)
      try await playground.end("microsoft", reason)
      let refused = try await ask(["grant_type": "refresh_token", "refresh_token": second], at: playground)
      #expect(self.number(refused) == number && refused.oauthError == "invalid_grant")
      #expect(refused.json?["suberror"]?.string == suberror)
    }
  }

  @Test("Graph answers for the person, and in its own words to a token that has ended: our client needs a sign-in")
  func graph() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: "microsoft", by: accounts)
      let me = playground.address("microsoft", "graph.microsoft.com/v1.0/me")
      let session = accounts.session(for: signedIn.account)
      #expect(try await session.get(me).status == 200)
      let refused = try await playground.get("microsoft", "graph.microsoft.com/v1.0/me")
      #expect(refused.status == 401)
      #expect(refused.json?.value(at: "error.code")?.string == "InvalidAuthenticationToken")
      try await playground.end("microsoft", "password-changed")
      let error = await #expect(throws: OAuthError.self) { try await session.get(me) }
      #expect(error?.code == .signInNeeded)
    }
  }
}
