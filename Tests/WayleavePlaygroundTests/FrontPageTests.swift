import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The pages, for a developer in front of them")
struct FrontPageTests {
  @Test func `paths that show something without a request can be clicked, others cannot`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.base + "/")
      for path in ["/tollgate/device", "/tollgate/telephone", "/tollgate/.well-known/openid-configuration"] {
        #expect(page.text.contains("<a href=\"\(path)\">"))
        #expect(try await playground.visitor.open(playground.base + path).status == 200)
      }
      #expect(!page.text.contains("<a href=\"/tollgate/token\">"))
      #expect(page.text.contains("An API for a token with notes.read"))
    }
  }

  @Test func `clients without a secret are named too: for faults on the front page, and at their provider`()
    async throws
  {
    try await TestPlayground.withEntries { playground in
      let page = try await playground.visitor.open(playground.base + "/")
      #expect(page.text.contains("<option value=\"playground-native\">"))
      for (name, isThere) in [("x", true), ("dropbox", false)] {
        let entry = try await playground.visitor.open("\(playground.base)/playground/catalogue/\(name)")
        #expect(entry.status == 200 && entry.text.contains("<code>playground-native</code>") == isThere)
      }
    }
  }

  /// OpenID Connect Discovery §4.3.
  @Test(arguments: ["google", "apple", "slack-oidc", "login-gov", "keycloak"])
  func `the page of a provider says its issuer, which ends as the real one does`(name: String) async throws {
    try await TestPlayground.withEntries { playground in
      let played = try #require(PlayedEntry(named: ProviderName(name), in: playground.base))
      let (real, here) = (try #require(played.entry.issuer).text, try #require(played.moved.issuer).text)
      #expect(here.hasSuffix("/") == real.hasSuffix("/"))
      let base = here.hasSuffix("/") ? String(here.dropLast()) : here
      let metadata = try await playground.visitor.open("\(base)/.well-known/openid-configuration")
      #expect(metadata.json?["issuer"]?.string == here)
      let page = try await playground.visitor.open("\(playground.base)/playground/catalogue/\(name)")
      let text = page.text.replacing("<wbr>", with: "")
      #expect(text.contains(">\(here)<") && text.contains(">\(real)<") && text.contains(">\(base)/.well-known/"))
    }
  }

  /// Their entries ask the API, and libraries of others begin with the metadata.
  @Test(arguments: [
    ("gitlab", "gitlab.com"), ("kakao", "kauth.kakao.com"), ("linkedin", "www.linkedin.com/oauth"),
    ("twitch", "id.twitch.tv/oauth2"),
  ])
  func `providers whose entry asks the API have OpenID Connect as well`(name: String, issuer: String) async throws {
    try await TestPlayground.withEntries { playground in
      let metadata = try await playground.get(name, "\(issuer)/.well-known/openid-configuration").json
      #expect(metadata?["issuer"]?.string == playground.address(name, issuer))
      let keys = try await playground.visitor.open(try #require(metadata?["jwks_uri"]?.string))
      #expect(keys.json?["keys"]?.array?.isEmpty == false)
      // A client of OpenID Connect sends the token alone: OpenID Connect Core §5.3.1.
      let form: Form = [
        "client_id": TestPlayground.entryClient, "redirect_uri": TestPlayground.callback, "response_type": "code",
        "state": "s", "scope": "openid", "nonce": "n",
      ]
      let page = try #require(metadata?["authorization_endpoint"]?.string)
      let query = String(decoding: form.encodedForQuery(), as: UTF8.self)
      let callback = try await playground.visitor.open("\(page)?\(query)", following: false)
      let code = try Form(decoding: AbsoluteURL(#require(callback.location)).query ?? "").text(of: "code")
      let exchange: Form = [
        "grant_type": "authorization_code", "code": code ?? "", "redirect_uri": TestPlayground.callback,
        "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
      ]
      let endpoint = try Endpoint(#require(metadata?["token_endpoint"]?.string))
      let tokens = try await playground.visitor.send(RequestMessage(posting: exchange, to: endpoint))
      let token = try JSONWebSignature(
        compact: Array(#require(tokens.json?["id_token"]?.string, "\(tokens.text)").utf8))
      let claims = try JSON(decoding: token.unverifiedPayload)
      #expect(claims["iss"]?.string == metadata?["issuer"]?.string)
      #expect(claims["nonce"]?.string == (name == "linkedin" ? nil : "n"))
      var request = RequestMessage(.get, to: try AbsoluteURL(#require(metadata?["userinfo_endpoint"]?.string)))
      request.head.headerFields[.authorization] = "Bearer \(tokens.json?["access_token"]?.string ?? "")"
      let user = try await playground.visitor.send(request)
      #expect(user.status == 200 && user.json?["sub"]?.string == claims["sub"]?.string, "\(user.text)")
    }
  }

  @Test func `addresses can be broken after slashes`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.base + "/")
      #expect(page.text.contains("/<wbr>oauth2/<wbr>authenticate"))
      #expect(page.text.contains("http:/<wbr>/<wbr>127.0.0.1/<wbr>callback"))
    }
  }

  @Test(arguments: [true, false])
  func `it says how to sign in, by the names where they exist`(isKnownByName: Bool) async throws {
    try await TestPlayground.with {
      $0.isKnownByName = isKnownByName
    } _: { playground in
      let page = try await playground.visitor.open(playground.base + "/")
      for name in ["foursquare", "twitter", "tollgate"] {
        #expect(page.text.contains("wayleave login playground-\(name)") == isKnownByName)
      }
      #expect(page.text.contains("/tollgate --client-id tollgate-native") == !isKnownByName)
    }
  }

  @Test func `a command works for the tenant whose page shows it, and where the playground is at https`() async throws {
    try await TestPlayground.with {
      $0.isKnownByName = true
    } _: { playground in
      let tenant = try await playground.tenant("a")
      let page = try await tenant.visitor.open(tenant.base + "/")
      #expect(!page.text.contains("wayleave login playground-"))
      #expect(page.text.contains("wayleave login \(tenant.base)/tollgate --client-id tollgate-native"))
    }
    try await TestPlayground.with {
      $0.certificateOption = "--ca-file /tmp/playground.pem"
    } _: { playground in
      let page = try await playground.visitor.open(playground.base + "/")
      #expect(page.text.contains("/tollgate --client-id tollgate-native --ca-file /tmp/playground.pem"))
    }
  }

  @Test(arguments: ["/favicon.ico", "/playground/icon.svg"])
  func `the icon may be cached, and pages may not`(path: String) async throws {
    try await TestPlayground.with { playground in
      let icon = try await playground.visitor.open(playground.base + path)
      #expect(icon.status == 200 && icon.head.headerFields[.contentType] == "image/svg+xml")
      #expect(icon.head.headerFields[.cacheControl] == "public, max-age=86400")
      let page = try await playground.visitor.open(playground.base + "/")
      #expect(page.text.contains("<link rel=\"icon\" href=\"/playground/icon.svg\""))
      #expect(page.head.headerFields[.cacheControl] == "no-store")
    }
  }

  @Test func `the consent page says that the answer stays on this machine`() async throws {
    try await TestPlayground.with {
      $0.clients = [
        try PlaygroundClient(
          id: "wayleave-demo", name: "A demo", secret: TestPlayground.secret,
          redirectURIs: ["http://127.0.0.1/callback", "https://app.example/callback"])
      ]
    } _: { playground in
      let here = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      #expect(here.isConsentPage && here.text.contains("(this machine)"))
      let there = try await playground.visitor.open(
        playground.authorizationURL("/oauth2/authorize", ["redirect_uri": "https://app.example/callback"]))
      #expect(there.isConsentPage && !there.text.contains("(this machine)"))
    }
  }
}

@Suite("RFC 6749 §4.1.2.1: the page for a request that cannot go on shows what came and what is registered")
struct FaultPageTests {
  private static let hostile = "<b>x</b>"

  @Test(arguments: ["/oauth2/authorize", "/tollgate/authorize"])
  func `an unknown client`(path: String) async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.base + path + "?client_id=%3Cb%3Ex%3C/b%3E%E2%80%AEy")
      #expect(page.status == 400)
      #expect(page.text.contains("&lt;b&gt;x&lt;/<wbr>b&gt;") && !page.text.contains("<b>"))
      #expect(!page.text.contains("\u{202E}"))
      #expect(page.text.contains(path.contains("tollgate") ? "tollgate-native" : "wayleave-demo"))
      let none = try await playground.visitor.open(playground.base + path)
      #expect(none.status == 400 && none.text.contains("none"))
    }
  }

  @Test(arguments: [
    ("/oauth2/authorize", "wayleave-demo"), ("/tollgate/authorize", "tollgate-native"),
  ])
  func `a redirect URI that is not registered`(path: String, client: String) async throws {
    try await TestPlayground.with { playground in
      let query = "?client_id=\(client)&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%2Fother"
      let page = try await playground.visitor.open(playground.base + path + query)
      #expect(page.status == 400 && page.text.contains("redirect_uri_mismatch"))
      #expect(page.text.contains("127.0.0.1/<wbr>other") && page.text.contains("127.0.0.1/<wbr>callback"))
    }
  }
}

@Suite("RFC 9700 §4.4.2.2: a path for each provider, at the clients of the demonstration")
struct CallbackPathTests {
  static let taken = [
    "/callback", "/callback/playground-foursquare", "/callback/lane", "/callback/_aZ0-9", "/callback/a.b",
  ]
  static let refused = [
    "/callback/", "/callback/a/b", "/callback/..", "/callback/%2e%2e", "/callback/.b", "/callbackx", "/other/lane",
    "/callback/lane?x=1", "/callback/*/",
  ]

  @Test func `Foursquare and Twitter take one name below the registered path, at any port`() async throws {
    try await TestPlayground.with { playground in
      for path in Self.taken {
        let uri = "http://127.0.0.1:50001\(path)"
        let page = try await playground.visitor.open(
          playground.authorizationURL("/oauth2/authorize", ["redirect_uri": uri]))
        #expect(page.isSignInPage, "\(path)")
        #expect(try await playground.visitor.send(playground.temporaryRequest(callback: uri)).status == 200, "\(path)")
      }
    }
  }

  @Test func `no other path, host or scheme`() async throws {
    try await TestPlayground.with { playground in
      let foreign = ["http://localhost:50001/callback/lane", "https://127.0.0.1:50001/callback/lane"]
      for uri in Self.refused.map({ "http://127.0.0.1:50001\($0)" }) + foreign {
        let page = try await playground.visitor.open(
          playground.authorizationURL("/oauth2/authorize", ["redirect_uri": uri]))
        #expect(page.status == 400, "\(uri)")
        #expect(
          try await playground.visitor.send(playground.temporaryRequest(callback: uri)).twitterCode == 415, "\(uri)")
      }
    }
  }

  @Test func `Tollgate takes the registered path alone`() async throws {
    try await TestPlayground.with { playground in
      let query = "?client_id=tollgate-native&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcallback%2Flane"
      let page = try await playground.visitor.open(playground.base + "/tollgate/authorize" + query)
      #expect(page.status == 400)
    }
  }
}
