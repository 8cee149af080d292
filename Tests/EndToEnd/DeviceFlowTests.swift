import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave login --flow device, at the playground's Tollgate", .serialized)
struct DeviceFlowTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs it until the address that holds the code is shown.
  private func begin(_ arguments: [String]) async throws -> (running: RunningProgram, address: String) {
    let running = try terminal.start(["login"] + arguments)
    let line = try await running.errorLine(containing: "user_code=")
    return (running, line.split(separator: " ").last.map(String.init) ?? "")
  }

  @Test("RFC 8628 §3.3.1: the URL that holds the code is shown next to it, and signs in")
  func complete() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let registered = try await terminal.wayleave("clients", "register", "mine", "--provider", issuer)
      #expect(registered.exit == .code(0), "\(registered.errors)")
      for decision in [Person.Decision.deny, .allow] {
        let (running, address) = try await begin([issuer, "--json"])
        try await terminal.browse(address, ["--press", "continue"] + Person.ada.orders(decision))
        let login = try await terminal.outcome(of: running)
        #expect(login.exit == .code(decision == .allow ? 0 : 2), "\(login.output)\(login.errors)")
        #expect(!login.errors.contains("Waiting"))
      }
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
    }
  }

  @Test("RFC 8628 §3.2: the user has at most the time of the code")
  func life() async throws {
    try await EmulatedProviders.during { place in
      let running = try terminal.start(
        [
          "login", place.base + "/tollgate", "--client-id", "tollgate-native", "--flow", "device", "--timeout", "1800",
        ])
      // The code of Tollgate lives for 600 seconds.
      let line = try await running.errorLine(containing: "You have ")
      #expect(line.contains("You have 10 minutes"), "\(line)")
      running.send(SIGTERM)
      #expect(try await terminal.outcome(of: running).exit == .code(130))
    }
  }

  @Test("where the provider cannot be reached, no one is asked to paste: the sign-in fails at once, exit 3")
  func unreachable() async throws {
    // Nothing is behind it once it is given back.
    let base = "http://127.0.0.1:\(try LoopbackPort().number)"
    let entry = try terminal.paper(
      "far.yaml",
      """
      format: 1
      name: far
      title: Far
      protocol: oauth2
      authorization_endpoint: \(base)/authorize
      token_endpoint: \(base)/token
      device_authorization_endpoint: \(base)/device

      """)
    #expect(try await terminal.wayleave("providers", "add", entry).exit == .code(0))
    let login = try await terminal.wayleave("login", "far", "--client-id", "far-away")
    #expect(login.exit == .code(3) && login.shownCode == "network.refused", "\(login.errors)")
  }

  @Test(
    "where the provider gives this client no codes, an automatic choice goes on with paste; an explicit one does not")
  func refused() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let secret = try terminal.paper("secret", "tollgate-web-secret-not-real\n")
      let options = ["login", issuer, "--client-id", "tollgate-web", "--client-secret-file", secret]
      // No one can type here, but a browser could still come back to the listener: until the time is over.
      let automatic = try await terminal.outcome(
        of: try terminal.start(options + ["--timeout", "1"], environment: ["container": "podman"]))
      #expect(automatic.errors.components(separatedBy: "Flow: ").count == 2, "\(automatic.errors)")
      #expect(automatic.errors.contains("Flow: device or paste, because this is a container."))
      #expect(automatic.errors.contains("No code for another device: "), "\(automatic.errors)")
      // Where no one can type, no one is asked to.
      #expect(!automatic.errors.contains("press Enter") && automatic.errors.contains("`wayleave login --resume`"))
      #expect(!automatic.errors.contains("type this code"))
      #expect(automatic.exit == .code(9) && automatic.errors.contains("/tollgate/authorize?"), "\(automatic.errors)")
      let explicit = try await terminal.outcome(of: try terminal.start(options + ["--flow", "device", "--json"]))
      #expect(explicit.exit == .code(5), "\(explicit.output)")
    }
  }

  @Test("--flow device where the provider has no codes is exit 1, as its code says")
  func notOffered() async throws {
    try await EmulatedProviders.during { place in
      for entry in EmulatedProviders.Entry.allCases {
        try await place.register(entry, at: terminal)
        let run = try await terminal.wayleave("login", entry.rawValue, "--flow", "device", "--json")
        #expect(run.exit == .code(1), "\(run.output)")
        #expect(try run.errorCode() == "configuration.unsupported")
      }
    }
  }
}
