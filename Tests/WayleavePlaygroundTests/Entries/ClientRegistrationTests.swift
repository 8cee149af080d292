import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("Developers register clients of their own")
struct ClientRegistrationTests {
  static let redirectURI = "http://127.0.0.1:3000/api/auth/callback/NAME"

  /// A token of a client, by a sign-in with its redirect URI.
  private func tokens(
    _ playground: TestPlayground, _ entry: String, _ paths: (authorization: String, token: String), client: String,
    secret: String, redirectURI: String, scope: String
  ) async throws -> ResponseMessage {
    let form: Form = [
      "client_id": client, "redirect_uri": redirectURI, "response_type": "code", "state": "s", "scope": scope,
    ]
    let query = String(decoding: form.encodedForQuery(), as: UTF8.self)
    let page = try await playground.visitor.open(
      "\(playground.address(entry, paths.authorization))?\(query)", following: false)
    let code = try #require(try page.callback.text(of: "code"), "\(page.text)")
    #expect(page.location?.hasPrefix(redirectURI) == true)
    return try await playground.post(
      entry, paths.token,
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI, "client_id": client,
        "client_secret": secret,
      ], ["Accept": "application/json"])
  }

  @Test(
    "at a provider that is played from its data, and at those that are played beyond it",
    arguments: [
      ("gitlab", "gitlab.com/oauth/authorize", "gitlab.com/oauth/token", "read_user"),
      ("github", "github.com/login/oauth/authorize", "github.com/login/oauth/access_token", "user"),
      ("google", "accounts.google.com/o/oauth2/v2/auth", "oauth2.googleapis.com/token", "openid"),
      ("facebook", "www.facebook.com/v25.0/dialog/oauth", "graph.facebook.com/v25.0/oauth/access_token", "email"),
    ])
  func anyRedirectURI(entry: String, authorization: String, token: String, scope: String) async throws {
    try await TestPlayground.withEntries { playground in
      let registered = try await playground.control(
        .put, "clients", ["client_id": "my-app", "redirect_uris": [.string(Self.redirectURI)]])
      #expect(registered.status == 200)
      let secret = try #require(registered.json?["clients"]?.array?.first?["client_secret"]?.string)
      let answer = try await tokens(
        playground, entry, (authorization, token), client: "my-app", secret: secret, redirectURI: Self.redirectURI,
        scope: scope)
      #expect(answer.status == 200 && answer.json?["access_token"] != nil, "\(answer.text)")
      // Listed, and the secret is shown no more.
      let listed = try await playground.control(.get, "clients")
      #expect(listed.text.contains("my-app") && !listed.text.contains(secret))
      #expect(try await playground.control(.delete, "clients").status == 204)
      let gone = try await playground.get(
        entry, "\(authorization)?client_id=my-app&response_type=code&redirect_uri=\(Self.redirectURI)")
      #expect(gone.status == 400)
    }
  }

  @Test(
    "a registration that cannot be used is refused whole, and names the member",
    arguments: [
      (#"[]"#, 200, ""), (#"{"client_id": "a"}"#, 400, "redirect_uris"),
      (#"{"redirect_uris": ["https://a.example/"]}"#, 400, "client_id"),
      (#"{"client_id": "a", "redirect_uris": ["javascript:alert(1)"]}"#, 400, "redirect_uris"),
      (#"{"client_id": "a", "redirect_uris": ["http://a.example/cb"]}"#, 400, "redirect_uris"),
      (#"{"client_id": "a", "redirect_uris": "https://a.example/"}"#, 400, "redirect_uris"),
      (
        #"{"client_id": "a", "redirect_uris": ["https://a.example/"], "token_endpoint_auth_method": "client_secret_jwt"}"#,
        400, "token_endpoint_auth_method"
      ),
      (#"{"client_id": "a", "redirect_uri": "https://a.example/"}"#, 400, "redirect_uri"),
      (#"{"client_id": "a", "redirect_uris": ["https://a.example/"], "provider": "githup"}"#, 400, "provider"),
      (
        #"{"client_id": "a", "client_secret": "s", "token_endpoint_auth_method": "none", "redirect_uris": ["https://a.example/"]}"#,
        400, "client_secret"
      ),
    ])
  func unusable(_ body: String, status: Int, member: String) async throws {
    try await TestPlayground.withEntries { playground in
      let json = try JSON(decoding: Array(body.utf8))
      let answer = try await playground.control(.put, "clients", json)
      #expect(answer.status == status)
      #expect(answer.json?["member"]?.string ?? "" == member)
      #expect(try await playground.control(.get, "clients").json?["clients"]?.array?.isEmpty == true)
    }
  }

  @Test func `a token of one client is none of another`() async throws {
    try await TestPlayground.withEntries { playground in
      for id in ["one", "two"] {
        _ = try await playground.control(
          .put, "clients",
          ["client_id": .string(id), "client_secret": "s", "redirect_uris": [.string(Self.redirectURI)]])
      }
      let paths = ("gitlab.com/oauth/authorize", "gitlab.com/oauth/token")
      let first = try await tokens(
        playground, "gitlab", paths, client: "one", secret: "s", redirectURI: Self.redirectURI, scope: "read_user")
      let refresh = try #require(first.json?["refresh_token"]?.string)
      for (id, status) in [("two", 400), ("one", 200)] {
        let answer = try await playground.post(
          "gitlab", paths.1,
          ["grant_type": "refresh_token", "refresh_token": refresh, "client_id": id, "client_secret": "s"])
        #expect(answer.status == status, "\(id): \(answer.text)")
      }
    }
  }

  @Test func `on the page of the provider, where a hostile name is text and the secret is shown once`() async throws {
    try await TestPlayground.with { playground in
      let address = "\(playground.base)/playground/catalogue/gitlab"
      let page = try await playground.visitor.open(address)
      let done = try await playground.visitor.submit(
        page, ["redirect_uris": "\(Self.redirectURI)\nhttps://app.example/cb", "client_name": HTMLTextTests.hostile])
      #expect(done.status == 200 && done.holdsNoHostileMarkup)
      let secret = try #require(done.text.firstMatch(of: /shown this once: <code class="copy">([^<]+)</)?.1)
      let again = try await playground.visitor.open(address)
      #expect(again.text.contains("app.example") && !again.text.contains(secret))
      #expect(again.holdsNoHostileMarkup && again.showsHostileText)
      let wrong = try await playground.visitor.submit(page, ["redirect_uris": "javascript:alert(1)"])
      #expect(wrong.status == 400 && wrong.text.contains("role=\"alert\""))
      let foreign = try await playground.visitor.submit(
        page, ["redirect_uris": Self.redirectURI], origin: "http://attacker.example")
      #expect(foreign.status == 403)
    }
  }

  @Test func `RFC 7591 §3: at an entry that offers it, by JSON; and by a form at Mastodon`() async throws {
    let entry = try Provider(
      json: [
        "name": "shop", "protocol": "oauth2", "authorization_endpoint": "https://shop.example/authorize",
        "token_endpoint": "https://shop.example/token", "registration_endpoint": "https://shop.example/register",
      ])
    try await TestPlayground.with({
      $0.approval = .automatic(TestPlayground.ada)
      $0.entries = [entry]
    }) { playground in
      let answer = try await playground.ask(
        .post, "shop", "shop.example/register",
        json: ["redirect_uris": ["https://app.example/cb"], "client_name": "App"])
      #expect(answer.status == 201, "\(answer.text)")
      let id = try #require(answer.json?["client_id"]?.string)
      let page = try await playground.visitor.open(
        "\(playground.address("shop", "shop.example/authorize"))?client_id=\(id)&response_type=code&state=s"
          + "&redirect_uri=https%3A%2F%2Fapp.example%2Fcb", following: false)
      #expect(page.location?.hasPrefix("https://app.example/cb?") == true, "\(page.text)")
      let form = try await playground.post(
        "mastodon", "mastodon.social/api/v1/apps", ["client_name": "App", "redirect_uris": "https://app.example/cb"])
      #expect(form.status == 200 && form.json?["client_id"]?.string?.hasPrefix("app-") == true, "\(form.text)")
      let foreign = try await playground.post(
        "mastodon", "mastodon.social/api/v1/apps",
        ["client_name": "Foreign", "redirect_uris": "https://app.example/cb"], ["Origin": "http://attacker.example"])
      #expect(foreign.status == 400)
      #expect(try await !playground.control(.get, "clients").text.contains("Foreign"))
    }
  }

  @Test func `an entry of the user's own is played, listed, and signs in by name`() async throws {
    let entry = try Provider(
      json: [
        "name": "shop", "title": "My shop", "protocol": "oauth2",
        "authorization_endpoint": "https://shop.example/authorize", "token_endpoint": "https://shop.example/token",
      ])
    try await TestPlayground.with({ $0.entries = [entry] }) { playground in
      #expect(playground.running.providers.contains { $0.provider.name.text == "playground-shop" })
      #expect(try await playground.visitor.open(playground.base + "/").text.contains("My shop"))
      let page = try await playground.visitor.open("\(playground.base)/entries/shop/")
      #expect(page.text.contains("<h1>My shop</h1>"))
      #expect(try await playground.visitor.open("\(playground.base)/playground/catalogue/shop").status == 200)
    }
  }

  @Test func `U5: the page of a provider has its redirect URIs, its device endpoint and each request once`()
    async throws
  {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open("\(playground.base)/entries/github/").text.replacing(
        "<wbr>", with: "")
      #expect(page.contains("http://127.0.0.1/callback") && !page.contains("<code class=\"line\"></code>"))
      #expect(page.contains("github.com/login/device/code"))
      #expect(page.matches(of: /Who the user is/).count == 1)
      for words in ["What is demanded", "playground-client", "rel=\"noreferrer\"", "docs.github.com"] {
        #expect(page.contains(words), "\(words)")
      }
    }
  }
}
