import Testing
import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleavePlayground

@Suite("Faults act at the entries")
struct EntryFaultTests {
  /// Entries with ID tokens, each with its token endpoint.
  static let issuers = [
    ("google", "oauth2.googleapis.com/token"), ("apple", "appleid.apple.com/auth/token"),
    ("microsoft", "login.microsoftonline.com/common/oauth2/v2.0/token"),
    ("slack-oidc", "slack.com/api/openid.connect.token"),
  ]

  static let refusals: [(flaw: Fault.IDTokenFlaw, code: OAuthError.Code)] = [
    (.nonce, .idTokenNonce), (.audience, .idTokenAudience), (.issuer, .idTokenIssuer), (.keyID, .unknownKey),
    (.algorithm, .unsupportedAlgorithm), (.signature, .tokenSignatureMismatch),
  ]

  @Test("our client refuses an ID token with any flaw, and takes the one without", arguments: issuers)
  func flaws(entry: String, path: String) async throws {
    #expect(Self.refusals.map(\.flaw) == Fault.IDTokenFlaw.allCases)
    try await TestPlayground.withEntries { playground in
      for (flaw, code) in Self.refusals {
        let place = JSON.string("/entries/\(entry)/\(path)")
        try await playground.script(["path": place, "effect": .string(flaw.rawValue), "nth": 1])
        let error = await #expect(throws: OAuthError.self, "\(flaw)") {
          try await playground.signIn(to: entry, by: try playground.accounts())
        }
        #expect(error?.code == code, "\(flaw)")
        _ = try await playground.signIn(to: entry, by: try playground.accounts())
      }
    }
  }

  @Test("rotated keys: a sign-in goes on with a new one, and those before stay published")
  func rotatedKeys() async throws {
    try await TestPlayground.withEntries { playground in
      func keys() async throws -> Set<String> {
        let keys = try await playground.get("google", "www.googleapis.com/oauth2/v3/certs").json?["keys"]?.array ?? []
        return Set(keys.compactMap { $0["kid"]?.string })
      }
      let before = try await keys()
      #expect(try await keys() == before)
      try await playground.script(
        ["path": "/entries/google/oauth2.googleapis.com/token", "effect": "rotate-keys", "nth": 1])
      _ = try await playground.signIn(to: "google", by: try playground.accounts())
      #expect(try await keys().isStrictSuperset(of: before))
    }
  }

  @Test(
    "refresh reuse: the good token is refused, its whole grant ends, and another sign-in goes on",
    arguments: [
      ("google", "oauth2.googleapis.com/token"), ("microsoft", "login.microsoftonline.com/common/oauth2/v2.0/token"),
      ("github-app", "github.com/login/oauth/access_token"), ("slack", "slack.com/api/oauth.v2.access"),
    ])
  func refreshReuse(entry: String, path: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: entry, by: accounts).account
      _ = try await accounts.fresh(account, forcing: true)
      try await playground.script(
        ["path": .string("/entries/\(entry)/\(path)"), "effect": "refresh-reuse", "nth": 1])
      for _ in 0..<2 {
        await #expect(throws: OAuthError.self) { try await accounts.fresh(account, forcing: true) }
      }
      let again = try await playground.signIn(to: entry, by: accounts)
      #expect(try await accounts.fresh(again.account, forcing: true).credential.isRefreshable)
    }
  }

  @Test("refresh reuse ends the access token as well")
  func endedGrant() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await playground.entryCode(
        "google", "accounts.google.com/o/oauth2/v2/auth", ["scope": "openid email", "access_type": "offline"])
      func ask(_ more: Form) async throws -> ResponseMessage {
        var form: Form = ["client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret]
        form.append(contentsOf: more)
        return try await playground.post("google", "oauth2.googleapis.com/token", form)
      }
      let tokens = try await ask(
        ["grant_type": "authorization_code", "code": code, "redirect_uri": TestPlayground.callback]
      ).json
      let (access, refresh) = (tokens?["access_token"]?.string ?? "", tokens?["refresh_token"]?.string ?? "")
      let info = "oauth2.googleapis.com/tokeninfo?access_token=\(access)"
      #expect(try await playground.get("google", info).status == 200)
      try await playground.script(["effect": "refresh-reuse", "where": ["grant_type": "refresh_token"]])
      #expect(
        try await ask(["grant_type": "refresh_token", "refresh_token": refresh]).oauthError == "invalid_grant")
      #expect(try await playground.get("google", info).status == 400)
    }
  }

  @Test("the tokens of a person end, and an unknown person is refused")
  func unknownPerson() async throws {
    try await TestPlayground.withEntries { playground in
      for (person, reason, status) in [
        ("adafenwick", "expired", 204), ("unknown", "expired", 400), ("adafenwick", "boredom", 400),
      ] {
        let asked: JSON = ["person": .string(person), "reason": .string(reason)]
        let answer = try await playground.ask(.post, "google", "playground/end", json: asked)
        #expect(answer.status == status)
      }
    }
  }
}
