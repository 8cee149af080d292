import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What the program prints while the provider writes down every secret", .serialized)
struct RecordedSecretsTests {
  let terminal: Terminal
  /// The file in which the provider has the secrets, and the one that has it repeat what comes.
  private let known: URL
  private let echo: URL

  init() throws {
    terminal = try Terminal()
    (known, echo) = (terminal.papers.appendingPathComponent("known"), terminal.papers.appendingPathComponent("echo"))
  }

  /// The secrets so far by what they are: at least these kinds.
  private func secrets(of kinds: Set<String>) throws -> [(kind: String, value: String)] {
    let secrets = try String(contentsOf: known, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return (kind: parts[0], value: parts[1])
    }
    #expect(kinds.isSubset(of: Set(secrets.map(\.kind))))
    return secrets
  }

  /// Runs a test with an entry `known`, and a client with a secret there.
  private func withProvider(_ test: (_ base: String) async throws -> Void) async throws {
    let provider = try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["python3", "-B", Terminal.path(ofScript: "recording_provider.py"), known.path, echo.path], in: try FreshHome())
    let result: Result<Void, any Error>
    do {
      let base = try await provider.outputLine(containing: "http://")
      let entry = """
        format: 1
        name: known
        protocol: oauth2
        authorization_endpoint: \(base)/authorize
        token_endpoint: \(base)/token
        revocation_endpoint: \(base)/revoke
        device_authorization_endpoint: \(base)/device
        pushed_authorization_request_endpoint: \(base)/par
        identity:
          endpoint: \(base)/me
          subject: "{id}"
          name: "{name}"

        """
      let added = try await terminal.wayleave("providers", "add", try terminal.paper("known.yaml", entry))
      #expect(added.exit == .code(0), "\(added.errors)")
      let secret = try terminal.paper("secret", UUID().uuidString + "\n")
      let client = try await terminal.wayleave(
        "clients", "add", "mine", "--provider", "known", "--client-id", "reader", "--client-secret-file", secret,
        "--redirect-uri", "http://127.0.0.1/callback")
      #expect(client.exit == .code(0), "\(client.errors)")
      result = .success(try await test(base))
    } catch { result = .failure(error) }
    provider.send(SIGTERM)
    _ = try await provider.outcome()
    try result.get()
  }

  private func refuse(at path: String) throws { try Data(path.utf8).write(to: echo) }

  private func require(_ text: String, knowing kinds: Set<String> = [], showing allowed: String?, _ place: String)
    throws
  {
    let secrets = try secrets(of: kinds).filter { $0.kind != allowed }
    let shown = Set(ProgramOutcome.parts(of: secrets.map(\.value), in: text))
    #expect(secrets.filter { shown.contains($0.value) }.map(\.kind) == [], "\(place)")
  }

  /// Runs a command, and looks for eight bytes of any secret: but for `allowed`, which it is to print.
  private func look(
    at words: [String], exit: Exit? = nil, showing allowed: String? = nil, kinds: Set<String> = [],
    modes: [[String]] = [[], ["--json", "--trace"]]
  ) async throws {
    for mode in modes {
      let seen = try await terminal.outcome(
        of: try terminal.start(words + mode, environment: ["BROWSER": PlainBrowser.command([])]))
      if let exit { #expect(seen.exit == exit, "\(words + mode): \(seen.errors)") }
      try require(seen.output + "\0" + seen.errors, knowing: kinds, showing: allowed, "\(words + mode)")
    }
  }

  /// Looks into the record of the last sign-in, in each of its forms.
  private func lookAtTrace(_ name: String) async throws {
    let files = ["json", "html", "svg", "har"].map { terminal.papers.appendingPathComponent("\(name).\($0)").path }
    try await look(at: ["trace", "save", files[0]], exit: .code(0), modes: [[]])
    let shown = ["trace", "show", files[0]]
    try await look(
      at: shown + ["--html", files[1], "--svg", files[2], "--har", files[3]], exit: .code(0), modes: [["--json"]])
    try await look(at: shown, exit: .code(0), modes: [[]])
    try await look(at: ["trace", "replay", files[0]], modes: [[]])
    for file in files { try require(try String(contentsOfFile: file, encoding: .utf8), showing: nil, file) }
  }

  // What is not named here is in the sweep of `PrintedSecretsTests`.
  @Test(
    "195: no eight bytes of a client secret, a code, a state, a verifier or a token are printed, nor in a trace, also where the provider repeats them"
  )
  func sweep() async throws {
    try await withProvider { base in
      let login = ["login", "known", "--client", "mine", "--flow"]
      let ofCode: Set = ["basic", "client_secret", "state", "code", "code_verifier", "access_token", "refresh_token"]
      try await look(at: login + ["browser"], exit: .code(0), kinds: ofCode)
      try await lookAtTrace("code")
      try await look(at: login + ["device"], exit: .code(0), kinds: ["device_code"], modes: [["--trace"]])
      try await look(at: login + ["browser", "--scope", "no"], exit: .code(2))
      try await lookAtTrace("denied")
      try await look(at: ["token", "known", "--force"], exit: .code(0), showing: "access_token")
      for words in [
        ["status"], ["status", "--check"], ["accounts", "list"], ["clients", "list"], ["providers", "show", "known"],
        ["store", "status"], ["doctor", "known"], ["request", base + "/me"], ["request", base + "/me", "--dry-run"],
        ["request", base + "/me", "--include"],
      ] { try await look(at: words) }
      try refuse(at: "/token")
      try await look(at: login + ["browser"])
      try await lookAtTrace("refused")
      try await look(at: login + ["device"], modes: [["--trace"]])
      try await look(at: ["token", "known", "--force"], showing: "access_token")
      try refuse(at: "/par")
      try await look(at: login + ["browser"])
      try refuse(at: "/revoke")
      try await look(at: ["logout", "known"], kinds: ["token"], modes: [["--json", "--trace"]])
    }
  }
}
