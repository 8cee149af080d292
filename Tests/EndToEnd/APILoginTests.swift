import Foundation
import Testing
import WayleaveProgramRunning

/// Model Context Protocol, Authorization; RFC 9728.
@Suite("wayleave login URL: the API with tools of the playground's Tollgate", .serialized)
struct APILoginTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func login(_ arguments: String...) throws -> RunningProgram {
    try terminal.start(
      ["login"] + arguments, environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
  }

  /// What a sign-in asks for that no one answers.
  private func scopes(askedWith arguments: String...) async throws -> [String] {
    let begun = try await terminal.outcome(
      of: try terminal.start(["login", "--step", "authorize", "--no-par", "--json"] + arguments))
    #expect(begun.exit == .code(0), "\(begun.output)\(begun.errors)")
    let url = try #require(try begun.json()["authorization_url"] as? String)
    let items = URLComponents(string: url)?.queryItems ?? []
    return items.first { $0.name == "scope" }?.value?.components(separatedBy: " ") ?? []
  }

  @Test("RFC 9728 §7.2: an API chooses the scopes for a client id that is a URL, and for no client of another kind")
  func scopesByClient() async throws {
    try await EmulatedProviders.during { place in
      let (api, url) = (place.base + "/tollgate/mcp", "https://app.example/client.json")
      #expect(try await scopes(askedWith: api, "--client-id", url).contains("tools"))
      #expect(try await !scopes(askedWith: api, "--client-id", "tollgate-native").contains("tools"))
      let added = try await terminal.wayleave("clients", "add", "me", "--client-id", url)
      #expect(added.exit == .code(0), "\(added.errors)")
      #expect(try await scopes(askedWith: api, "--client", "me").contains("tools"))
    }
  }

  @Test("MCP 2025-03-26 §2.3.3: without any metadata the server is at /authorize, /token and /register of the origin")
  func usualEndpoints() async throws {
    let faults = ["*:way=origin-is-server", "/.well-known/oauth-authorization-server:status=404"]
    try await EmulatedProviders.during(faults: faults) { place in
      let signedIn = try await terminal.outcome(of: try login(place.base + "/tollgate/mcp"))
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
      #expect(signedIn.errors.contains("/authorize, /token and /register at its host"), "\(signedIn.errors)")
      let renewed = try await terminal.wayleave("token", "--force")
      #expect(renewed.exit == .code(0), "\(renewed.errors)")
      // A client that a server has registered is shown to no server that is only guessed.
      let own = try await terminal.outcome(of: try login(place.base + "/tollgate/mcp", "--client-id", "mine", "--json"))
      #expect(try own.errorCode() == "discovery.malformed_metadata", "\(own.output)")
      // Nor is one that the user has saved for that host.
      let saved = try await terminal.wayleave(
        "clients", "add", "me", "--provider", place.base, "--client-id", "mine")
      #expect(saved.exit == .code(0), "\(saved.errors)")
      let known = try await terminal.outcome(of: try login(place.base + "/tollgate/mcp", "--json"))
      #expect(try known.errorCode() == "discovery.malformed_metadata", "\(known.output)")
    }
  }

  @Test("RFC 9728 §7.2: what a sign-in made for an API stays its client, whatever another name of the server has")
  func scopesBesideAnotherName() async throws {
    try await EmulatedProviders.during { place in
      let api = place.base + "/tollgate/mcp"
      let signedIn = try await terminal.outcome(of: try login(api))
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
      let text = "format: 1\nname: gate\nprotocol: openid\nissuer: \(place.base)/tollgate\n"
      let entry = try terminal.paper("gate.yaml", text)
      #expect(try await terminal.wayleave("providers", "add", entry).exit == .code(0))
      let added = try await terminal.wayleave(
        "clients", "add", "own", "--provider", "gate", "--client-id", "tollgate-native")
      #expect(added.exit == .code(0), "\(added.errors)")
      #expect(try await scopes(askedWith: api).contains("tools"))
    }
  }

  @Test("at a mistyped path of a host, each command names the API of the account there, and no app is to be registered")
  func mistypedPath() async throws {
    try await EmulatedProviders.during { place in
      let (api, wrong) = (place.base + "/tollgate/mcp", place.base + "/tollgate/mpc")
      let signedIn = try await terminal.outcome(of: try login(api))
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
      let command = "You have signed in for another API at this host: `wayleave login \(api)`."
      let refused = try await terminal.outcome(of: try login(wrong))
      #expect(refused.exit == .code(5) && refused.errors.contains(command), "\(refused.errors)")
      let doctor = try await terminal.wayleave("doctor", wrong)
      #expect(doctor.exit == .code(8) && doctor.output.contains(command), "\(doctor.output)")
      #expect(!doctor.output.contains("Register an app"), "\(doctor.output)")
      let install = try await terminal.wayleave("mcp", "install", wrong)
      #expect(install.exit == .code(0), "\(install.errors)")
      let repeated = "repeat the command with its URL: `wayleave mcp install \(api)`"
      #expect(install.errors.contains(repeated), "\(install.errors)")
      let right = try await terminal.wayleave("mcp", "install", api)
      #expect(!right.errors.contains("repeat the command"), "\(right.errors)")
      let added = try await terminal.wayleave(
        "clients", "add", "own", "--provider", place.base + "/tollgate", "--client-id", "tollgate-native")
      // A client of the user's own goes before one that a sign-in has registered.
      #expect(added.errors.contains("Next: wayleave login \(api) --scope 'openid tools'\n"), "\(added.errors)")
    }
  }

  @Test("a client that is saved with an API's URL as its provider is named as the cause, with the command that helps")
  func clientOfAPI() async throws {
    try await EmulatedProviders.during { place in
      let api = place.base + "/tollgate/mcp"
      let added = try await terminal.wayleave(
        "clients", "add", "mine", "--provider", api, "--client-id", "tollgate-native")
      #expect(added.exit == .code(0), "\(added.errors)")
      let command = "wayleave clients add mine --provider \(place.base)/tollgate --client-id tollgate-native --replace"
      let refused = try await terminal.outcome(of: try login(api))
      #expect(refused.exit == .code(64) && refused.shownCode == "configuration.invalid_client", "\(refused.errors)")
      #expect(refused.errors.contains("“mine” is saved with \(api) as its provider"), "\(refused.errors)")
      #expect(refused.errors.contains("`\(command)`"), "\(refused.errors)")
      let doctor = try await terminal.wayleave("doctor", api)
      #expect(doctor.exit == .code(8) && doctor.output.contains("`\(command)`"), "\(doctor.output)")
      // As it stands there.
      let words = command.components(separatedBy: " ").dropFirst()
      #expect(try await terminal.outcome(of: terminal.start(Array(words))).exit == .code(0))
      let signedIn = try await terminal.outcome(of: try login(api))
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
    }
  }

  @Test("RFC 8414 §3.3: a slash at the end, or capitals in the path, of a URL that is known: what is meant is asked")
  func spelling() async throws {
    try await EmulatedProviders.during { place in
      let (api, issuer) = (place.base + "/tollgate/mcp", place.base + "/tollgate")
      // The server itself says how its issuer is written.
      let slash = try await terminal.outcome(of: try login(issuer + "/"))
      #expect(slash.errors.contains("Did you mean `wayleave login \(issuer)`?"), "\(slash.errors)")
      #expect(try await terminal.outcome(of: try login(api)).exit == .code(0))
      for typed in [api + "/", issuer + "/MCP"] {
        let refused = try await terminal.outcome(of: try login(typed))
        #expect(refused.exit == .code(5), "\(refused.errors)")
        #expect(refused.errors.contains("Did you mean `wayleave login \(api)`?"), "\(refused.errors)")
        let doctor = try await terminal.wayleave("doctor", typed)
        #expect(doctor.output.contains("Did you mean `wayleave login \(api)`?"), "\(doctor.output)")
      }
    }
  }

  @Test("mcp install says where no server is, and offers no account of another provider")
  func install() async throws {
    try await EmulatedProviders.during { place in
      let api = place.base + "/tollgate/mcp"
      for entry in [EmulatedProviders.Entry.lane, .stile] { try await place.signIn(to: entry, at: terminal) }
      let install = try await terminal.wayleave("mcp", "install", api)
      #expect(install.exit == .code(0) && install.output.contains(api), "\(install.output)")
      #expect(!install.errors.contains("Several accounts") && !install.errors.contains("Warning"), "\(install.errors)")
      let nowhere = try await terminal.wayleave("mcp", "install", place.base + "/nowhere")
      #expect(nowhere.exit == .code(0) && nowhere.errors.contains("it answers 404"), "\(nowhere.errors)")
    }
    let down = try await terminal.wayleave("mcp", "install", "http://127.0.0.1:1/mcp")
    #expect(down.exit == .code(0) && down.errors.contains("Warning: Cannot reach 127.0.0.1:1"), "\(down.errors)")
  }

  @Test("https that is typed at a port of this machine without TLS: http is named, and no client is missing")
  func plainHTTP() async throws {
    try await EmulatedProviders.during { place in
      let typed = place.base.replacing("http:", with: "https:")
      let advice = "begin its URL with \(place.base)."
      let refused = try await terminal.outcome(of: try login(typed))
      #expect(refused.exit == .code(3) && refused.errors.contains(advice), "\(refused.errors)")
      let doctor = try await terminal.wayleave("doctor", typed)
      #expect(doctor.exit == .code(8) && doctor.output.contains(advice), "\(doctor.output)")
      #expect(doctor.output.contains("Begin with: TLS"), "\(doctor.output)")
      #expect(!doctor.output.contains("Register an app") && !doctor.output.contains("It is an issuer"))
    }
  }

  @Test("RFC 3986 §6.2.2.1: a URL that is typed with capitals in scheme and host is the same API")
  func capitals() async throws {
    try await EmulatedProviders.during { place in
      let (api, typed) = (place.base + "/tollgate/mcp", place.base.replacing("http:", with: "HTTP:") + "/tollgate/mcp")
      #expect(try await scopes(askedWith: typed, "--client-id", "https://app.example/client.json").contains("tools"))
      let install = try await terminal.wayleave("mcp", "install", typed, "--json")
      #expect(try (install.json()["args"] as? [String]) == ["mcp", api], "\(install.output)")
    }
  }

  @Test("a playground is asked for as localhost: it says so, and the command names its address")
  func localhost() async throws {
    try await EmulatedProviders.during { place in
      let typed = place.base.replacing("127.0.0.1", with: "localhost") + "/tollgate/mcp"
      let refused = try await terminal.outcome(of: try login(typed))
      #expect(refused.errors.contains("`wayleave login \(place.base)/tollgate/mcp`"), "\(refused.errors)")
      let doctor = try await terminal.wayleave("doctor", typed)
      #expect(doctor.exit == .code(8), "\(doctor.output)")
      #expect(doctor.output.contains("`wayleave login \(place.base)/tollgate/mcp`"), "\(doctor.output)")
    }
  }

  @Test("a token endpoint that is not there: the error names what looks at the server")
  func endpoint() async throws {
    try await EmulatedProviders.during(faults: ["/tollgate/token:status=404"]) { place in
      let api = place.base + "/tollgate/mcp"
      let refused = try await terminal.outcome(of: try login(api))
      #expect(refused.exit == .code(5) && refused.shownCode == "token.refused", "\(refused.errors)")
      #expect(refused.errors.contains("`wayleave doctor \(api)`"), "\(refused.errors)")
    }
  }

  @Test("RFC 9728 §3.3: metadata of another address is not used; both are named, with the commands that help")
  func otherResource() async throws {
    try await EmulatedProviders.during(faults: ["*:way=resource-is-origin"]) { place in
      let api = place.base + "/tollgate/mcp"
      let refused = try await terminal.outcome(of: try login(api))
      #expect(refused.exit == .code(5) && refused.shownCode == "discovery.issuer_mismatch", "\(refused.errors)")
      #expect(refused.errors.contains("“\(api)” is of “\(place.base)”"), "\(refused.errors)")
      #expect(refused.errors.contains("`wayleave login \(place.base)`"), "\(refused.errors)")
      let command = "`wayleave login ISSUER --allow-origin \(place.base) --resource \(api)`"
      #expect(refused.errors.contains(command), "\(refused.errors)")
      // As it stands there.
      let signedIn = try await terminal.outcome(
        of: try login(place.base + "/tollgate", "--allow-origin", place.base, "--resource", api))
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
    }
  }
}
