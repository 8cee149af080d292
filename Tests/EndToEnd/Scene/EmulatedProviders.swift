import Foundation
import Testing
import WayleaveProgramRunning

/// `wayleave playground`, run by a process of its own.
struct EmulatedProviders {
  let base: String
  /// What it said when it opened, as JSON.
  let announcement: [String: Any]
  private let running: RunningProgram
  private let clients: [Registration]

  private struct Announcement: Decodable {
    let url: String
    let clients: [Registration]
  }

  private struct Registration: Decodable {
    let provider: String
    let client_id: String
    /// None for a public client.
    let client_secret: String?
  }

  /// Runs a test with a playground, which ends after it. `faults` are the rules of what goes wrong there.
  static func during(
    tokenLifetime: Int? = nil, faults: [String] = [], _ test: (EmulatedProviders) async throws -> Void
  ) async throws {
    let lifetime = (tokenLifetime.map { ["--token-lifetime", "\($0)"] } ?? []) + faults.flatMap { ["--fault", $0] }
    let running = try Program.wayleave().start(
      ["playground", "--print-clients", "--json", "--trace"] + lifetime, in: try FreshHome())
    let result: Result<Void, any Error>
    do {
      let line = try await running.outputLine(containing: "clients")
      let announced = try JSONDecoder().decode(Announcement.self, from: Data(line.utf8))
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      try await test(
        EmulatedProviders(base: announced.url, announcement: json, running: running, clients: announced.clients))
      result = .success(())
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    let outcome = try await running.outcome()
    #expect(outcome.exit == .code(0), "the playground: \(outcome.errors)")
    try result.get()
  }

  /// Ends the playground before its time: a provider that is down.
  func stop() async throws {
    running.send(SIGTERM)
    _ = try await running.outcome()
  }

  /// The secret of a client that it printed; nil for a public one.
  func secret(of clientID: String) throws -> String? {
    try #require(clients.first { $0.client_id == clientID }).client_secret
  }

  /// How often the playground noted something, such as `token.refreshed`.
  func count(of event: String) -> Int { running.errorsSoFar.components(separatedBy: " \(event) ").count - 1 }

  /// Waits until so many faults have begun.
  func faultsBegin(_ count: Int) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while self.count(of: "fault.begun") < count {
      try #require(.now < deadline, "the fault does not begin")
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Gives a user an entry and a client for a provider of ours.
  func register(
    _ entry: Entry, at terminal: Terminal, redirectURI: String? = "http://127.0.0.1/callback",
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let registration = try #require(clients.first { $0.provider == entry.personality })
    let clientSecret = try #require(registration.client_secret)
    terminal.secrets.append(clientSecret)
    let file = try terminal.paper("\(entry.rawValue).yaml", entry.text(at: base))
    let secret = try terminal.paper("\(entry.rawValue).secret", clientSecret + "\n")
    let added = try await terminal.wayleave("providers", "add", file, location: location)
    #expect(added.exit == .code(0), "\(added.errors)", sourceLocation: location)
    let options = redirectURI.map { ["--redirect-uri", $0] } ?? []
    let client = try await terminal.outcome(
      of: try terminal.start(
        [
          "clients", "add", "mine-at-\(entry.rawValue)", "--provider", entry.rawValue, "--client-id",
          registration.client_id, "--client-secret-file", secret,
        ] + options), location: location)
    #expect(client.exit == .code(0), "\(client.errors)", sourceLocation: location)
  }

  /// Gives a user an entry and a client, and signs her in.
  func signIn(
    to entry: Entry, as person: Person = .ada, at terminal: Terminal, location: SourceLocation = #_sourceLocation
  ) async throws {
    if terminal.kept("\(entry.rawValue).yaml").isEmpty { try await register(entry, at: terminal, location: location) }
    let login = try await terminal.wayleave(
      "login", entry.rawValue, environment: ["BROWSER": PlainBrowser.command(person.orders(.allow))],
      location: location)
    #expect(login.exit == .code(0), "\(login.errors)", sourceLocation: location)
  }
}

extension EmulatedProviders {
  /// A provider that a user describes in a file, by the name it gets in her catalogue.
  enum Entry: String, CaseIterable {
    /// OAuth 2, with the token in the query.
    case lane
    /// OAuth 1.0a.
    case stile

    var personality: String {
      switch self {
      case .lane: "playground-foursquare"
      case .stile: "playground-twitter"
      }
    }

    /// A path of its API that tells who the user is.
    var userPath: String {
      switch self {
      case .lane: "/v2/users/self"
      case .stile: "/1.1/account/verify_credentials.json"
      }
    }

    func text(at base: String) -> String {
      switch self {
      case .lane:
        """
        format: 1
        name: lane
        title: The Lane
        protocol: oauth2
        authorization_endpoint: \(base)/oauth2/authorize
        token_endpoint: \(base)/oauth2/access_token
        api_origins:
          - \(base)
        identity:
          endpoint: \(base)/v2/users/self
          subject: "{response.user.id}"
          name: "{response.user.firstName} {response.user.lastName}"
          email: "{response.user.contact.email}"
        dialect:
          client_authentication: client_secret_post
          default_token_type: Bearer
          token_query_parameter: oauth_token
          api_parameters:
            v: "20260101"
          legacy_grants:
            - implicit

        """
      case .stile:
        """
        format: 1
        name: stile
        title: The Stile
        protocol: oauth1
        temporary_credential_endpoint: \(base)/oauth/request_token
        authorization_endpoint: \(base)/oauth/authorize
        token_endpoint: \(base)/oauth/access_token
        invalidation_endpoint: \(base)/oauth/invalidate_token
        api_origins:
          - \(base)
        identity:
          endpoint: \(base)/1.1/account/verify_credentials.json
          subject: "{id_str}"
          name: "{name}"
          handle: "{screen_name}"

        """
      }
    }
  }
}
