import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays Google")
struct GoogleTests {
  private static let authorize = "accounts.google.com/o/oauth2/v2/auth"
  private static let host = "oauth2.googleapis.com"

  private func code(_ more: Form = Form(), at playground: TestPlayground) async throws -> String {
    var form: Form = ["scope": "openid email"]
    form.append(contentsOf: more)
    return try await playground.entryCode("google", Self.authorize, form)
  }

  private func ask(_ changes: [String: String], at playground: TestPlayground) async throws -> ResponseMessage {
    var pairs = [
      "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
      "grant_type": "authorization_code", "redirect_uri": TestPlayground.callback,
    ]
    pairs.merge(changes) { $1 }
    return try await playground.post(
      "google", "\(Self.host)/token", Form(pairs.map { (name: $0.key, value: $0.value) }))
  }

  @Test("a refresh token comes with access_type=offline and the first consent, or with prompt=consent")
  func refreshTokens() async throws {
    try await TestPlayground.withEntries { playground in
      func comes(_ more: Form) async throws -> Bool {
        let answer = try await ask(["code": code(more, at: playground)], at: playground)
        #expect(answer.json?["access_token"] != nil, "\(answer.text)")
        return answer.json?["refresh_token"] != nil
      }
      let offline: Form = ["access_type": "offline"]
      #expect(try await comes(["access_type": "online"]) == false)
      #expect(try await comes(Form()) == false)
      #expect(try await comes(offline))
      #expect(try await comes(offline) == false)
      #expect(try await comes(["access_type": "offline", "prompt": "consent"]))
      try await playground.end("google", "app-removed")
      #expect(try await comes(offline))
    }
  }

  @Test("each wrong request for tokens has its word")
  func refusals() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(at: playground)
      let refused: [(changes: [String: String], status: Int, word: String)] = [
        (["client_secret": "no"], 401, "invalid_client"), (["client_id": "no"], 401, "invalid_client"),
        (["redirect_uri": "http://127.0.0.1:1/callback"], 400, "redirect_uri_mismatch"),
        (["code": "short"], 400, "invalid_grant"), (["grant_type": "magic"], 400, "unsupported_grant_type"),
        (["grant_type": "refresh_token", "refresh_token": "never-issued"], 400, "invalid_grant"),
      ]
      for (changes, status, word) in refused {
        let answer = try await ask(["code": code].merging(changes) { $1 }, at: playground)
        #expect(answer.status == status && answer.oauthError == word, "\(changes): \(answer.text)")
      }
      #expect(try await ask(["code": code], at: playground).status == 200)
      #expect(try await ask(["code": code], at: playground).oauthError == "invalid_grant")
    }
  }

  @Test("a redirect URI that is not registered ends on a page, and no one is sent there")
  func redirectURI() async throws {
    try await TestPlayground.withEntries { playground in
      func page(_ redirectURI: String) async throws -> ResponseMessage {
        let query: Form = [
          "client_id": TestPlayground.entryClient, "response_type": "code", "state": "s", "redirect_uri": redirectURI,
        ]
        let text = String(decoding: query.encodedForQuery(), as: UTF8.self)
        return try await playground.visitor.open(
          "\(playground.address("google", Self.authorize))?\(text)", following: false)
      }
      let refused = try await page("https://example.com/callback")
      #expect(refused.status == 400 && refused.location == nil && refused.text.contains("redirect_uri_mismatch"))
      #expect(try await page(TestPlayground.callback).status == 303)
    }
  }

  @Test("any token takes back the whole grant; one that is unknown or gone is an error")
  func revocation() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(["access_type": "offline"], at: playground)
      let tokens = try await ask(["code": code], at: playground).json
      let (access, refresh) = (tokens?["access_token"]?.string ?? "", tokens?["refresh_token"]?.string ?? "")
      #expect(try await playground.post("google", "\(Self.host)/revoke", ["token": access]).status == 200)
      for token in [access, refresh, "never-issued"] {
        let answer = try await playground.post("google", "\(Self.host)/revoke", ["token": token])
        #expect(answer.status == 400 && answer.oauthError == "invalid_token")
      }
      let renewal = ["grant_type": "refresh_token", "refresh_token": refresh]
      #expect(try await ask(renewal, at: playground).oauthError == "invalid_grant")
    }
  }

  @Test("our client takes a token that is gone already for revoked")
  func revokedAlready() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: "google", by: accounts)
      try await playground.end("google", "app-removed")
      #expect(try await accounts.signOut(signedIn.account).revocation == .revoked)
    }
  }

  @Test("our client goes on with the refresh token of the first sign-in, since the second one brings none")
  func refreshTokenOnce() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let first = try await playground.signIn(to: "google", by: accounts)
      let second = try await playground.signIn(to: "google", by: accounts)
      #expect(second.account == first.account && second.stored.credential != first.stored.credential)
      let renewed = try await accounts.fresh(second.account, forcing: true)
      #expect(renewed.credential.isRefreshable && renewed.credential != second.stored.credential)
      let wider = try await playground.signIn(
        to: "google", scopes: ["openid", "email", "profile", "https://www.googleapis.com/auth/drive"], by: accounts)
      #expect(wider.account == first.account && !wider.stored.credential.isRefreshable)
    }
  }

  @Test("tokeninfo says to which client a token was issued; a backend accepts ours alone")
  func tokenInfo() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await ask(["code": code(at: playground)], at: playground).json?["access_token"]?.string ?? ""
      let info = try await playground.get("google", "\(Self.host)/tokeninfo?access_token=\(token)").json
      #expect(info?["aud"]?.string == TestPlayground.entryClient && info?["email_verified"] == "true")
      #expect(info?["exp"]?.string == String(playground.clock.now.secondsSinceEpoch + 3600))
      _ = try await playground.control(.post, "clock", ["advance": 600])
      let later = try await playground.get("google", "\(Self.host)/tokeninfo?access_token=\(token)").json
      #expect(later?["expires_in"]?.string == "3000")
      #expect(later?["exp"]?.string == String(playground.clock.now.secondsSinceEpoch + 3000))
      for wrong in ["?access_token=never-issued", ""] {
        #expect(try await playground.get("google", "\(Self.host)/tokeninfo\(wrong)").status == 400)
      }
      let verified = try await playground.verify(.accessToken(Secret(token)), at: "google")
      #expect(verified.identity.subject == "73001")
      let foreign = try await playground.foreignToken("google")
      await #expect(throws: OAuthError.self) { try await playground.verify(.accessToken(foreign), at: "google") }
      playground.clock.advance(by: 3601)
      await #expect(throws: OAuthError.self) {
        try await playground.verify(.accessToken(Secret(token)), at: "google")
      }
    }
  }

  @Test("both names of the issuer stand for one; hd is there for an account of an organization alone")
  func issuers() async throws {
    var issuers: Set<String> = []
    for (index, domain) in [(0, "example.com"), (2, nil)] as [(Int, String?)] {
      try await TestPlayground.with({ $0.approval = .automatic(PlaygroundPerson.residents[index]) }) { playground in
        let code = try await code(at: playground)
        let token = try await ask(["code": code], at: playground).json?["id_token"]?.string ?? ""
        let claims = try JSON(decoding: JWTParts.payload(of: token))
        #expect(claims["hd"]?.string == domain)
        #expect(claims["iss"]?.string?.hasPrefix("http://") == (domain != nil))
      }
      let issuer = try await TestPlayground.with({
        $0.approval = .automatic(PlaygroundPerson.residents[index])
      }) { playground in
        try await playground.signIn(to: "google", by: try playground.accounts()).stored.identity?.issuer.text
          .replacing(playground.base, with: "")
      }
      issuers.insert(issuer ?? "")
    }
    #expect(issuers.count == 1)
  }
}

/// What a signed token says, without a look at its signature.
enum JWTParts {
  static func payload(of token: String) throws -> [UInt8] {
    let parts = token.split(separator: ".")
    return try #require(parts.count == 3 ? Base64.url.decode(String(parts[1])) : nil)
  }
}
