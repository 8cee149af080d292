import Testing
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays Apple")
struct AppleTests {
  private static let host = "appleid.apple.com"
  private static let authorize = "\(host)/auth/authorize"

  /// The key that the playground gives out, under a name.
  private func key(_ name: String? = "playground", at playground: TestPlayground) async throws -> JSONWebKey {
    let pem = try await playground.get("apple", "playground/key").body
    return try JSONWebKey(pem: Secret(pem), keyID: name)
  }

  private func claims(_ changes: [String: JSON], at playground: TestPlayground) -> JSON.Object {
    var claims = JSON.Object()
    claims["iss"] = "TEAM"
    claims["sub"] = .string(TestPlayground.entryClient)
    claims["aud"] = .string(playground.address("apple", Self.host))
    claims["iat"] = JSON(playground.clock.now.secondsSinceEpoch)
    claims["exp"] = JSON(playground.clock.now.secondsSinceEpoch + 60)
    for (name, value) in changes { claims[name] = value == .null ? nil : value }
    return claims
  }

  private func refusal(
    of secret: Secret, at playground: TestPlayground, path: String = "token"
  ) async throws -> String? {
    let form: Form = [
      "client_id": TestPlayground.entryClient, "client_secret": secret.exposedText, "token": "never-issued",
      "grant_type": "refresh_token", "refresh_token": "never-issued",
    ]
    let answer = try await playground.post("apple", "\(Self.host)/auth/\(path)", form)
    #expect(answer.status == (answer.oauthError == nil ? 200 : 400))
    return answer.oauthError
  }

  @Test("a client secret that names key, team, client and issuer gets on; each one that does not is refused")
  func secrets() async throws {
    try await TestPlayground.withEntries { playground in
      func sign(_ changes: [String: JSON] = [:], by key: JSONWebKey) throws -> Secret {
        try JSONWebSignature.sign(
          JSON.object(claims(changes, at: playground)).encoded(), type: nil, with: key, algorithm: .es256)
      }
      let good = try await key(at: playground)
      let now = playground.clock.now.secondsSinceEpoch
      // The secret is good: what is wrong is the refresh token.
      #expect(try await refusal(of: sign(by: good), at: playground) == "invalid_grant")
      #expect(try await refusal(of: sign(by: good), at: playground, path: "revoke") == nil)
      let real = try sign(["aud": "https://appleid.apple.com"], by: good)
      #expect(try await refusal(of: real, at: playground) == "invalid_grant")
      let longest = try sign(["exp": JSON(now + 15_777_000)], by: good)
      #expect(try await refusal(of: longest, at: playground) == "invalid_grant")
      let wrong: [[String: JSON]] = [
        ["iss": "OTHER"], ["iss": .null], ["sub": "another-client"], ["aud": "https://example.com"], ["exp": .null],
        ["exp": JSON(now - 1)], ["exp": JSON(now + 15_777_001)], ["iat": .null],
      ]
      var refused = [Secret("no-token"), Secret(TestPlayground.entrySecret)]
      refused += try wrong.map { try sign($0, by: good) }
      refused.append(try sign(by: try await key(nil, at: playground)))
      refused.append(try sign(by: try await key("other", at: playground)))
      refused.append(try sign(by: JSONWebKey.generate(for: .es256, keyID: "playground")))
      for secret in refused {
        #expect(try await refusal(of: secret, at: playground) == "invalid_client")
        #expect(try await refusal(of: secret, at: playground, path: "revoke") == "invalid_client")
      }
    }
  }

  @Test("our client's secret has kid, team, client and issuer; one whose key has no name is refused")
  func ourSecret() async throws {
    try await TestPlayground.withEntries { playground in
      func client(_ key: JSONWebKey) throws -> Client {
        try Client(id: ClientID(TestPlayground.entryClient), key: key, assertionIssuer: "TEAM")
      }
      let signedIn = try await playground.signIn(
        to: "apple", as: client(try await key(at: playground)), by: try playground.accounts())
      #expect(signedIn.stored.identity?.subject == "73001" && signedIn.stored.identity?.displayName == "Ada Fenwick")
      let nameless = try client(try await key(nil, at: playground))
      let error = await #expect(throws: OAuthError.self) {
        try await playground.signIn(to: "apple", as: nameless, by: try playground.accounts())
      }
      #expect(error?.refusal?.error == "invalid_client")
    }
  }

  @Test("who asks for name or address takes a posted answer; who asks for neither may have it in the address")
  func responseModes() async throws {
    try await TestPlayground.withEntries { playground in
      let plain = try await playground.callback("apple", Self.authorize, ["scope": "openid"])
      #expect(plain.contains("code=") && !plain.contains("user="))
      for scope in ["name", "openid email", "name email"] {
        let query = "client_id=\(TestPlayground.entryClient)&redirect_uri=\(TestPlayground.callback)&state=s"
        let path = "\(Self.authorize)?response_type=code&\(query)&scope=\(scope.replacing(" ", with: "%20"))"
        #expect(try await playground.get("apple", path).status == 400)
        let url = "\(playground.address("apple", path))&response_mode=form_post"
        #expect(try await playground.visitor.open(url, following: false).hiddenFields.contains("code"))
      }
    }
  }

  @Test("the name comes with the first consent, and again after the app was removed; the address comes each time")
  func nameOnce() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let first = try await playground.signIn(to: "apple", by: accounts)
      #expect(first.stored.identity?.displayName == "Ada Fenwick")
      let second = try await playground.signIn(to: "apple", by: try playground.accounts())
      #expect(second.stored.identity?.displayName == nil)
      for identity in [first.stored.identity, second.stored.identity] {
        #expect(identity?.email == TestPlayground.ada.email && identity?.isEmailVerified == true)
      }
      #expect(try await accounts.signOut(first.account).revocation == .revoked)
      let third = try await playground.signIn(to: "apple", by: try playground.accounts())
      #expect(third.stored.identity?.displayName == "Ada Fenwick")
    }
  }

  @Test("a refresh token serves again, until all that the person gave is revoked")
  func refresh() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: "apple", by: accounts)
      for _ in 0..<2 { _ = try await accounts.fresh(signedIn.account, forcing: true) }
      try await playground.end("apple", "password-changed")
      let error = await #expect(throws: OAuthError.self) {
        try await accounts.fresh(signedIn.account, forcing: true)
      }
      #expect(error?.code == .signInNeeded)
    }
  }

  @Test("whether the address is verified is a text for some people and a Boolean for others: both are read")
  func verified() async throws {
    for person in [PlaygroundPerson.residents[0], PlaygroundPerson.residents[2]] {
      try await TestPlayground.with({ $0.approval = .automatic(person) }) { playground in
        let signedIn = try await playground.signIn(to: "apple", by: try playground.accounts())
        #expect(signedIn.stored.identity?.email == person.email)
        #expect(signedIn.stored.identity?.isEmailVerified == true)
      }
    }
  }
}
