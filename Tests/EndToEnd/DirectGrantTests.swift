import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave token --grant, at the playground's Tollgate", .serialized)
struct DirectGrantTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.secrets = ["tollgate-service-secret-not-real"]
  }

  private func keepService(at provider: String, _ options: String...) async throws {
    let secret = try terminal.paper("service.secret", "tollgate-service-secret-not-real\n")
    let added = try await terminal.outcome(
      of: try terminal.start(
        [
          "clients", "add", "service", "--provider", provider, "--client-id", "tollgate-service", "--client-auth",
          "post", "--client-secret-file", secret,
        ] + options))
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("RFC 6749 §4.4: a token for the client itself, with the scope that was asked for")
  func clientCredentials() async throws {
    try await EmulatedProviders.during { place in
      try await keepService(at: place.base + "/tollgate")
      let token = try await terminal.wayleave(
        "token", "--client", "service", "--grant", "client_credentials", "--scope", "notes.read", "--json", "--trace")
      #expect(token.exit == .code(0), "\(token.output)\(token.errors)")
      try CommandsPage().expect("wayleave token --grant", toHave: try token.json())
      #expect(try token.json()["scopes"] as? [String] == ["notes.read"])
      #expect(token.errors.contains("[RFC 6749 §4.4.2]"))
      let header = try await terminal.wayleave(
        "token", "--client", "service", "--grant", "client_credentials", "--header")
      #expect(header.answer.hasPrefix("Authorization: Bearer "))
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test("a token of the client goes to no API that its entry did not have when the client was saved")
  func changedEntry() async throws {
    try await EmulatedProviders.during { place in
      func add(api: String) async throws {
        let entry = """
          name: lane
          protocol: oauth2
          authorization_endpoint: \(place.base)/tollgate/authorize
          token_endpoint: \(place.base)/tollgate/token
          api_origins: ["\(api)"]

          """
        let added = try await terminal.wayleave("providers", "add", try terminal.paper("lane.yaml", entry))
        #expect(added.exit == .code(0), "\(added.errors)")
      }
      func request(_ url: String, _ options: String...) async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: try terminal.start(
            ["request", url, "--client", "service", "--scope", "notes.read", "--json"] + options))
      }
      try await add(api: place.base)
      try await keepService(at: "lane")
      #expect(try await request(place.base + "/tollgate/notes").exit == .code(0))
      #expect(try await terminal.wayleave("providers", "remove", "lane").exit == .code(0))
      let other = "http://127.0.0.1:\(try LoopbackPort().number)"
      try await add(api: other)
      let refused = try await request(other + "/notes")
      #expect(try refused.errorCode() == "request.foreign_origin", "\(refused.output)")
      // The user can name the API.
      let named = try await request(place.base + "/tollgate/notes", "--resource", place.base + "/tollgate/notes")
      #expect(named.exit == .code(0), "\(named.output)")
      // A client that is saved again is for the entry of today.
      try await keepService(at: "lane", "--replace")
      #expect(try await request(other + "/notes").exit == .code(3))
    }
  }

  @Test("RFC 8693 §2.1: a token in exchange for another, which comes by standard input")
  func exchange() async throws {
    try await EmulatedProviders.during { place in
      let registered = try await terminal.wayleave(
        "clients", "register", "service", "--provider", place.base + "/tollgate", "--client-auth", "basic", "--grant",
        "client_credentials", "--grant", "exchange")
      #expect(registered.exit == .code(0), "\(registered.errors)")
      let subject = try await terminal.wayleave(
        "token", "--client", "service", "--grant", "client_credentials", "--scope", "notes.read")
      terminal.secrets.append(subject.answer)
      let token = try await terminal.wayleave(
        "token", "--client", "service", "--grant", "exchange", "--subject-token-file", "-", "--json", "--trace",
        input: subject.answer + "\n")
      #expect(token.exit == .code(0), "\(token.output)\(token.errors)")
      #expect(
        try token.json()["issued_token_type"] as? String == "urn:ietf:params:oauth:token-type:access_token")
      #expect(token.errors.contains("[RFC 8693 §2.1]"))
    }
  }

  @Test(
    "what does not go together is wrong usage",
    arguments: [
      ["--grant", "client_credentials"], ["--client", "service"], ["--grant", "exchange", "--client", "service"],
      ["--grant", "client_credentials", "--client", "service", "--no-refresh"],
      ["account", "--grant", "client_credentials", "--client", "service"],
      ["--grant", "client_credentials", "--client", "nobody"], ["--grant", "password", "--client", "service"],
      ["--grant", "client_credentials", "--client", "service", "--subject-token-file", "x"],
    ])
  func wrongUsage(arguments: [String]) async throws {
    let outcome = try await terminal.outcome(of: try terminal.start(["token"] + arguments))
    #expect(outcome.exit == .code(64), "\(outcome.errors)")
  }

  @Test("the variables of other commands do not turn a user's token into a client's")
  func variables() async throws {
    let outcome = try await terminal.wayleave(
      "token", environment: ["WAYLEAVE_CLIENT": "service", "WAYLEAVE_SCOPE": "a"])
    #expect(outcome.exit == .code(4), "\(outcome.errors)")
  }
}
