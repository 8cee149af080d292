import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave docker-credential", .serialized)
struct DockerCredentialTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let github = "playground-github"
  private static let registry = "http://127.0.0.1:5999"

  private func withAccount(_ test: () async throws -> Void) async throws {
    try await terminal.withAccounts([]) { _ in
      let login = try await terminal.wayleave(
        "login", Self.github, "--allow-origin", Self.registry, "--allow-origin", "https://ghcr.example",
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      try await test()
    }
  }

  private func docker(_ action: String, _ input: String = "") async throws -> ProgramOutcome {
    try await terminal.wayleave("docker-credential", action, input: input)
  }

  @Test("get gives the token for a registry that the user allowed, by its URL or its host")
  func get() async throws {
    try await withAccount {
      let token = try await terminal.wayleave("token").answer
      for server in ["ghcr.example", "https://ghcr.example/v2/\n", "127.0.0.1:5999", Self.registry] {
        let json = try await docker("get", server).json()
        #expect(json["Username"] as? String == "x-access-token" && json["Secret"] as? String == token)
        #expect(json["ServerURL"] as? String == server.trimmingCharacters(in: .newlines))
      }
      let list = try await docker("list").json()
      #expect(list as? [String: String] == [Self.registry: "x-access-token", "https://ghcr.example": "x-access-token"])
    }
  }

  @Test("for any other registry docker reads that there is no credential: the text that its client compares, exit 1")
  func none() async throws {
    let none = "credentials not found in native keychain\n"
    #expect(try await docker("get", "ghcr.io").output == none)
    #expect(try await docker("list").output == "{}\n")
    try await withAccount {
      for server in ["ghcr.io", "", "http://ghcr.example", "ghcr.example:444", "https://ghcr.example@evil.example"] {
        let get = try await docker("get", server)
        #expect(get.exit == .code(1) && get.output == none && get.errors.isEmpty, "\(get)")
      }
    }
  }

  @Test("store takes no password, and says so; erase leaves the sign-in alone")
  func store() async throws {
    try await withAccount {
      func credential(_ server: String) -> String {
        #"{"ServerURL":"\#(server)","Username":"ada","Secret":"canary"}"#
      }
      let own = try await docker("store", credential("ghcr.example"))
      #expect(own.exit == .code(0) && own.output.isEmpty)
      let other = try await docker("store", credential("quay.example"))
      #expect(other.exit == .code(1) && other.output.hasPrefix("wayleave stores no passwords"))
      let erase = try await docker("erase", "ghcr.example")
      #expect(erase.exit == .code(0) && erase.output.isEmpty)
      #expect(try await docker("get", "ghcr.example").exit == .code(0))
    }
  }

  @Test("docker pulls with the token: it starts the helper by the name of a link", .enabled(if: hasDocker))
  func pull() async throws {
    try await withAccount {
      let links = terminal.papers.appendingPathComponent("links")
      try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: links.appendingPathComponent("docker-credential-wayleave"),
        withDestinationURL: Program.wayleave().executable)
      _ = try terminal.paper("config.json", #"{"credHelpers":{"127.0.0.1:5999":"wayleave"}}"#)
      let engine = try terminal.start(script: "docker_engine.py", [])
      defer { engine.send(SIGTERM) }
      let address = try await engine.outputLine(containing: "tcp://")
      let path = "\(links.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
      let pull = try await terminal.shell(
        "docker -H \(address) pull -q 127.0.0.1:5999/gate",
        environment: ["PATH": path, "DOCKER_CONFIG": terminal.papers.path])
      #expect(pull.exit == .code(0), "\(pull.errors)")
      let token = try await terminal.wayleave("token").answer
      let brought = try await engine.outputLine(containing: "password")
      #expect(brought.contains("\"\(token)\"") && brought.contains("\"x-access-token\""))
    }
  }

  private static let hasDocker = ["/usr/bin/docker", "/usr/local/bin/docker"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
