import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("A sign-in without a client: where to register one, what to fill in, how to save it")
struct RegistrationStepsTests {
  private func steps(_ change: (inout JSON.Object) -> Void) throws -> RegistrationSteps {
    var object = JSON.Object()
    object["name"] = "shop"
    object["title"] = "Shop"
    object["protocol"] = "oauth2"
    object["token_endpoint"] = "https://shop.example/token"
    change(&object)
    return RegistrationSteps(at: try Provider(json: .object(object)))
  }

  @Test("two lines: the page with the redirect URI of our listener and the hint, and the command")
  func lines() throws {
    let steps = try steps { object in
      object["registration"] = ["page": "https://shop.example/apps", "hint": "Choose “Desktop”."]
    }
    #expect(
      steps.lines == [
        "Register an app at https://shop.example/apps with redirect URI http://127.0.0.1/callback/shop. "
          + "Choose “Desktop”.",
        "Then: wayleave clients add shop --provider shop --client-id ID --client-secret-file -",
      ])
    #expect(
      steps.json == [
        "page": "https://shop.example/apps", "hint": "Choose “Desktop”.",
        "redirect_uri": "http://127.0.0.1/callback/shop", "command": .string(steps.command), "sign_in": .null,
        "retired": false, "status": "live",
      ])
  }

  @Test(
    "the redirect URI that the provider takes stands in both lines",
    arguments: ["http://127.0.0.1:8400/callback", "http://localhost:8400/callback", "http://localhost/callback"])
  func ownRedirectURI(uri: String) throws {
    let steps = try steps { object in
      object["registration"] = ["page": "https://shop.example/apps", "redirect_uri": .string(uri)]
    }
    #expect(
      steps.lines == [
        "Register an app at https://shop.example/apps with redirect URI \(uri).",
        "Then: wayleave clients add shop --provider shop --client-id ID --client-secret-file - --redirect-uri \(uri)",
      ])
    #expect(steps.json["redirect_uri"]?.string == uri)
  }

  @Test("a sign-in for an API whose accounts have scopes names them, so that none is lost")
  func scopes() throws {
    let (steps, client) = (try steps { _ in }, try Client(id: "c"))
    let api = try AbsoluteURL("https://api.example/mcp")
    #expect(steps.signIn(as: client, choice: nil, to: api) == "wayleave login https://api.example/mcp")
    #expect(
      steps.signIn(as: client, choice: "--client own", to: api, asking: ["openid", "tools"])
        == "wayleave login https://api.example/mcp --client own --scope 'openid tools'")
  }

  @Test("a client that has no secret is saved without one")
  func publicClient() throws {
    let steps = try steps { object in
      object["registration"] = ["page": "https://shop.example/apps", "public_client": true]
    }
    #expect(steps.command == "wayleave clients add shop --provider shop --client-id ID")
  }

  @Test("where nothing on this machine is taken, the sign-in that works is shown")
  func ownSite() throws {
    func steps(_ change: (inout JSON.Object) -> Void) throws -> RegistrationSteps {
      try self.steps { object in
        object["registration"] = [
          "page": "https://shop.example/apps", "redirect_uri": "https://your-site.example/callback",
        ]
        change(&object)
      }
    }
    let pasting = try steps { _ in }
    #expect(pasting.lines[0].contains("of your own site, such as https://your-site.example/callback."))
    #expect(pasting.lines[1].hasSuffix(" --redirect-uri https://your-site.example/callback"))
    #expect(pasting.lines.dropFirst(2) == ["Sign in: wayleave login shop --flow paste"])
    let device = try steps { $0["device_authorization_endpoint"] = "https://shop.example/device" }
    #expect(device.json["sign_in"] == "wayleave login shop --flow device")
  }

  @Test("an entry of the catalogue never names one redirect URI in its hint and another in the command")
  func catalogue() throws {
    for provider in Provider.builtIn where !provider.isRetired {
      let steps = RegistrationSteps(at: provider)
      let target = steps.json["redirect_uri"]?.string
      let words = steps.lines[0].split(whereSeparator: { " ,;:()".contains($0) }).map(String.init)
      let shown = steps.lines[0].split(separator: " ").filter { $0.contains("/callback") }
      #expect(
        shown.allSatisfy { word in target.map { word.hasPrefix($0) } ?? false }, "\(provider.name): \(steps.lines)")
      #expect(!words.contains("PORT") && !steps.lines[0].contains(":PORT"), "\(provider.name)")
    }
  }

  @Test("every retired entry of the catalogue says what to use, or that nothing takes its place")
  func retiredEntries() {
    for provider in Provider.builtIn where provider.isRetired {
      #expect(provider.registration?.hint != nil, "\(provider.name)")
    }
  }

  @Test("a hint that names the redirect URI says it alone, and control characters of it are not shown")
  func hint() throws {
    let steps = try steps { object in
      let hint = "Take http://127.0.0.1/callback/shop\u{1B}[31m as the URL."
      object["registration"] = ["page": "https://shop.example/apps", "hint": .string(hint)]
    }
    #expect(
      steps.lines[0].hasPrefix("Register an app at https://shop.example/apps. Take http://127.0.0.1/callback/shop"))
    #expect(!steps.lines[0].contains("\u{1B}"))
  }

  @Test("without a page the provider is named")
  func bare() throws {
    #expect(try steps { _ in }.lines[0] == "Register an app at Shop with redirect URI http://127.0.0.1/callback/shop.")
  }

  @Test("what has ended is not registered at: the step says what ended, and what to use instead")
  func retired() throws {
    let silent = try steps { $0["retired"] = true }
    #expect(silent.lines.count == 1 && silent.lines[0].hasPrefix("Shop has ended"))
    #expect(silent.json["command"] == .null && silent.json["retired"] == true)
    let telling = try steps { object in
      object["retired"] = true
      object["registration"] = ["page": "https://new.example/", "hint": "Shop ended in 2026. Use the New Shop."]
    }
    #expect(telling.lines == ["Shop ended in 2026. Use the New Shop. See https://new.example/"])
  }

  @Test("where no new clients are taken, the step says so before how to save one that is there")
  func closed() throws {
    let steps = try steps { object in
      object["status"] = "closed"
      object["registration"] = ["page": "https://shop.example/apps", "hint": "Since 2026."]
    }
    #expect(
      steps.lines == [
        "Shop takes no new clients. Since 2026. See https://shop.example/apps",
        "If you have one: wayleave clients add shop --provider shop --client-id ID --client-secret-file -",
      ])
    #expect(steps.json["status"] == "closed" && steps.json["command"] == .string(steps.command))
    #expect(EntryStatus.closed.note == "takes no new clients" && EntryStatus.live.note == nil)
  }

  @Test(
    "the command asks for what clients authenticate with there",
    arguments: [
      ("none", "--client-id ID"), ("client_secret_post", "--client-id ID --client-secret-file -"),
      (
        "client_secret_signed",
        "--client-id ID --client-auth client_secret_signed --key-file FILE --key-id ID --team ID"
      ),
      ("private_key_jwt", "--client-id ID --client-auth private_key_jwt --key-file FILE"),
      ("tls_client_auth", "--client-id ID --client-auth tls --certificate-file FILE --key-file FILE"),
    ])
  func credentials(method: String, end: String) throws {
    let steps = try steps { $0["dialect"] = ["client_authentication": .string(method)] }
    #expect(steps.command == "wayleave clients add shop --provider shop \(end)")
  }

  @Test(
    "the command asks for what each request to the API has of the client, once",
    arguments: [
      ("none", "{client_id}:{client_secret}", "--client-id ID --client-secret-file -"),
      ("client_secret_post", "{client_secret}", "--client-id ID --client-secret-file -"),
      ("client_secret_post", "{api_key}", "--client-id ID --client-secret-file - --api-key-file FILE"),
      ("none", "{api_key}", "--client-id ID --api-key-file -"), ("none", "{client_id}", "--client-id ID"),
    ])
  func apiValues(method: String, header: String, end: String) throws {
    let steps = try steps {
      $0["dialect"] = ["client_authentication": .string(method), "api_headers": ["X-Key": .string(header)]]
    }
    #expect(steps.command == "wayleave clients add shop --provider shop \(end)")
    let hasLine = steps.lines.contains("Shop gives your app an API key too, which each request needs.")
    #expect(hasLine == header.contains("api_key"))
  }

  @Test("a client without what each request to the API has of it is warned of, and by what it is given")
  func missingAPIValues() throws {
    func options(_ header: String, _ method: String, secret: String? = nil, key: String? = nil) throws -> String? {
      var client = try Self.client(secret: secret)
      client.apiKey = key.map { Secret($0) }
      return try steps {
        $0["dialect"] = ["client_authentication": .string(method), "api_headers": ["X-Key": .string(header)]]
      }.missingCredential(of: RegisteredClient(name: "c", provider: "shop", client: client))?.options
    }
    #expect(try options("{client_secret}", "none") == "--client-secret-file -")
    #expect(try options("{client_secret}", "none", secret: "not-a-real-secret") == nil)
    #expect(try options("{api_key}", "none") == "--api-key-file -")
    #expect(try options("{api_key}", "client_secret_post", secret: "not-a-real-secret") == "--api-key-file -")
    #expect(try options("{api_key}", "client_secret_post") == "--client-secret-file - --api-key-file FILE")
    #expect(try options("{api_key}", "none", key: "not-a-real-key") == nil)
  }

  @Test("at OAuth 1.0a a key where requests are signed with one, and no redirect URI where a number is shown")
  func oauth1() throws {
    func steps(_ dialect: JSON) throws -> RegistrationSteps {
      RegistrationSteps(
        at: try Provider(json: [
          "name": "shop", "protocol": "oauth1", "temporary_credential_endpoint": "https://shop.example/1",
          "authorization_endpoint": "https://shop.example/2", "token_endpoint": "https://shop.example/3",
          "dialect": dialect,
        ]))
    }
    #expect(try steps(["signature_method": "RSA-SHA1"]).command.hasSuffix("--client-id ID --key-file FILE"))
    #expect(try steps([:]).command.hasSuffix("--client-id ID --client-secret-file -"))
    #expect(try steps(["callback": "oob"]).lines[0] == "Register an app at shop.")
    #expect(try steps(["callback": "oob"]).json["redirect_uri"] == .null)
  }

  private static func client(_ redirectURIs: String..., secret: String? = nil) throws -> Client {
    try Client(
      id: "c", secret: secret.map { Secret($0) },
      redirectURIs: try redirectURIs.map { (text) throws(OAuthError) in try RedirectURI(text) })
  }

  @Test("after a registration the same sign-in is shown as before it, with the name of the client where it is needed")
  func signIn() throws {
    func command(_ provider: Provider, _ client: Client, _ choice: String? = nil) -> String {
      RegistrationSteps(at: provider).signIn(as: client, choice: choice)
    }
    let (bare, site) = (try Self.client(), try Self.client("https://mine.example/callback"))
    for client in [bare, site] {
      #expect(
        command(.apple, client) == "wayleave login apple --flow paste --scope openid --response-mode query")
      #expect(command(.slack, client, "--client mine") == "wayleave login slack --client mine --flow paste")
    }
    #expect(command(.slack, try Self.client("http://127.0.0.1/callback")) == "wayleave login slack")
    #expect(command(.foursquare, bare) == "wayleave login foursquare")
    #expect(command(.foursquare, site) == "wayleave login foursquare --flow paste")
  }

  @Test("a failure about the redirect URI names the options that work, where no browser of this machine comes back")
  func advice() throws {
    func remedy(_ code: OAuthError.Code, at provider: Provider, _ client: Client) -> Remedy {
      let error = OAuthError(
        code, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: .giveMoreTime)
      return RegistrationSteps(at: provider).advising(error, of: client).remedy
    }
    let site = try Self.client("https://mine.example/callback")
    #expect(remedy(.invalidRedirectURI, at: .slack, site) == .advice("Repeat the command with --flow paste."))
    #expect(remedy(.timedOut, at: .slack, site) == .giveMoreTime)
    #expect(
      remedy(.invalidRedirectURI, at: .slack, try Self.client("http://127.0.0.1/callback")) == .giveMoreTime)
  }

  @Test(
    "a client without anything to show is warned of only where the entry says that clients authenticate, and by what")
  func bareClient() throws {
    func options(_ provider: Provider, secret: String? = nil) throws -> String? {
      RegistrationSteps(at: provider).missingCredential(
        of: try RegisteredClient(name: "c", provider: provider.name, client: try Self.client(secret: secret)))?.options
    }
    let microsoft = try #require(Provider.builtIn(named: "microsoft"))
    for provider in [Provider.x, microsoft, .lichess, try Provider(issuer: "https://op.example")] {
      #expect(try options(provider) == nil, "\(provider.name)")
    }
    #expect(try options(.foursquare) == "--client-secret-file -")
    #expect(try options(.foursquare, secret: "not-a-real-secret") == nil)
    let apple = try #require(try options(.apple))
    #expect(apple.contains("--key-file FILE --key-id ID --team ID") && !apple.contains("secret-file"))
  }

  @Test("Cognito, which takes no 127.0.0.1, is registered at with localhost")
  func cognito() throws {
    let steps = RegistrationSteps(at: try Provider.cognito.example())
    #expect(steps.json["redirect_uri"] == "http://localhost:8400/callback")
  }

  @Test("the sign-in of a client is the one at the API for which it was saved, where that is known")
  func api() throws {
    let steps = RegistrationSteps(at: try Provider(issuer: "https://op.example"))
    let client = try Self.client()
    let api = try AbsoluteURL("https://api.example/mcp")
    #expect(
      steps.signIn(as: client, choice: "--client c", to: api) == "wayleave login https://api.example/mcp --client c")
    #expect(steps.signIn(as: client, choice: nil) == "wayleave login https://op.example")
  }

  @Test("an issuer has no name for the client to take")
  func issuer() throws {
    let steps = RegistrationSteps(at: try Provider(issuer: "https://op.example"))
    // Whether it is public is not known: a public client would be saved with a secret that it does not have.
    #expect(steps.command == "wayleave clients add NAME --provider https://op.example --client-id ID")
    #expect(steps.lines.last == "If you get a secret, add --client-secret-file -.")
    let google = try #require(Provider.builtIn(named: "google"))
    #expect(!RegistrationSteps(at: google).lines.contains { $0.hasPrefix("If you get") })
  }
}
