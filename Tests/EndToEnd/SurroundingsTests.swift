import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Where and how the program is started changes nothing of what it does", .serialized)
struct SurroundingsTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("attack 209: what stands behind -- is no option, and a file's name may have any characters")
  func odd() async throws {
    let named = try await terminal.wayleave("token", "--", "--force")
    #expect(named.exit == .code(4) && named.errors.contains("--force"))
    for address in ["-https://api.example/", "--version", "-"] {
      #expect(try await terminal.wayleave("request", "--", address).exit == .code(64))
    }
    for name in ["two\nlines.yaml", "-dash.yaml", "a space;$(touch x).yaml"] {
      let entry = """
        format: 1
        name: odd
        title: Odd
        protocol: openid
        issuer: https://op.example

        """
      let file = try terminal.paper(name, entry)
      let added = try await terminal.wayleave("providers", "add", "--replace", file)
      #expect(added.exit == .code(0), "\(added.errors)")
      #expect(try await terminal.shell("cd '\(terminal.papers.path)' && \"$0\" providers list").exit == .code(0))
    }
    let missing = try await terminal.wayleave("providers", "add", "no\u{1B}[31m\nfile.yaml")
    #expect(missing.exit != .code(0) && !missing.errors.contains("\u{1B}"))
  }

  @Test("184: under sudo a new store is root's, and that is said once", .enabled(if: geteuid() == 0))
  func sudo() async throws {
    terminal.environment = ["SUDO_USER": "ada"]
    for (name, isWarned) in [("one", true), ("two", false)] {
      let run = try await terminal.wayleave("clients", "add", name, "--provider", "github", "--client-id", "x")
      #expect(run.exit == .code(0) && run.errors.contains("sudo runs this as root") == isWarned, "\(run.errors)")
      #expect(run.errors.contains("ada has another one") == isWarned, "\(run.errors)")
    }
  }

  @Test("184: a HOME of another user is refused under sudo, and nothing is written there", .enabled(if: geteuid() == 0))
  func homeOfAnother() async throws {
    let folder = terminal.papers.appendingPathComponent("home-of-ada").path
    #expect(mkdir(folder, 0o700) == 0 && chown(folder, 65534, 65534) == 0)
    for words in ["clients add mine --provider github --client-id x", "login github --client-id x", "token"] {
      let run = try await terminal.shell(
        "unset WAYLEAVE_HOME; export HOME='\(folder)' SUDO_USER=ada; exec \"$0\" \(words) --json")
      #expect(try run.exit == .code(6) && run.errorCode() == "store.exposed", "\(words): \(run.output)\(run.errors)")
      #expect(run.output.contains("belongs to another user") && run.output.contains("without sudo"), "\(run.output)")
      // The library of the keyring makes the folder of its cache.
      #expect(FileManager.default.subpaths(atPath: folder)?.filter { $0 != ".cache" } == [], "\(words)")
    }
  }

  @Test(
    "attack 214: a folder that looks like ours is not read for being the current one",
    arguments: ["", ".wayleave", ".config/wayleave", "wayleave"])
  func hostileFolder(name: String) async throws {
    let hostile = try Terminal()
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: hostile)
      let repository = terminal.papers.appendingPathComponent("repository")
      let folder = name.isEmpty ? repository : repository.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: hostile.home.wayleave, to: folder)
      #expect(try await hostile.wayleave("providers", "list").output.contains("lane"))
      for command in ["providers list", "clients list", "status"] {
        let run = try await terminal.shell("cd '\(repository.path)' && exec \"$0\" \(command)")
        #expect(run.exit == .code(0), "\(run.errors)")
        #expect(!run.output.contains("lane") && !run.errors.contains("lane"))
      }
    }
  }

  /// A token whose times are in summer and in winter.
  private static let token =
    [#"{"alg":"none"}"#, #"{"iss":"https://IIII.example","iat":1720000000,"exp":1704067199}"#]
    .map { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }.joined(separator: ".") + "."

  private func inspected(_ environment: [String: String]) async throws -> String {
    let outcome = try await terminal.wayleave("inspect", environment: environment, input: Self.token)
    #expect(outcome.exit == .code(0), "\(outcome.errors)")
    return outcome.output
  }

  @Test(
    "attack 278: times are those of UTC in every time zone",
    arguments: ["Pacific/Kiritimati", "America/St_Johns", "Europe/Berlin", "XYZ+23:59", "nowhere", ""])
  func timeZone(name: String) async throws {
    let usual = try await inspected(["TZ": "UTC"])
    #expect(usual.contains("2024-07-03T09:46:40Z") && usual.contains("2023-12-31T23:59:59Z"))
    #expect(try await inspected(["TZ": name]) == usual)
  }

  @Test(
    "attack 276: the locale changes neither names nor dates", arguments: ["tr_TR.UTF-8", "en_US.UTF-8", "az_AZ.utf8"])
  func locale(name: String) async throws {
    let usual = try await inspected(["LC_ALL": "C.UTF-8"])
    #expect(usual.contains("https://IIII.example"))
    #expect(try await inspected(["LC_ALL": name, "LANG": name, "LC_TIME": name]) == usual)
    let entry = "format: 1\nname: wide\ntitle: Wide\nprotocol: openid\nissuer: HTTPS://IIII.EXAMPLE\n"
    let file = try terminal.paper("wide.yaml", entry)
    let environment = ["LC_ALL": name]
    let added = try await terminal.wayleave("providers", "add", "--replace", file, environment: environment)
    let usually = try await terminal.wayleave("providers", "add", "--replace", file)
    #expect(added.exit == usually.exit && added.errors == usually.errors && added.output == usually.output)
  }

  #if os(Linux)
    /// Answers every request with a head and a body that never end by themselves.
    private static let endless = """
      import http.server, sys
      class Endless(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(200)
              self.send_header("Content-Type", "application/json")
              self.end_headers()
              try:
                  self.wfile.write(b'{"a":"')
                  while True: self.wfile.write(b"a" * 65536)
              except OSError: pass
          def log_message(self, *arguments): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endless)
      print("port", server.server_address[1], flush=True)
      server.serve_forever()
      """

    @Test("attack 277: 128 MiB of memory and 64 descriptors are enough, for a hostile server too")
    func limited() async throws {
      let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
        .start(["python3", "-c", Self.endless], in: FreshHome())
      let port = try await server.outputLine(containing: "port").dropFirst("port ".count)
      let limits = "ulimit -d 131072 && ulimit -n 64 && exec \"$0\""
      let refused = try await terminal.shell("\(limits) login http://127.0.0.1:\(port) --client-id a")
      server.send(SIGTERM)
      _ = try await server.outcome()
      #expect(refused.exit == .code(5), "\(refused.exit) \(refused.errors)")
      #expect(refused.shownCode == "answer.too_large", "\(refused.errors)")
      try await EmulatedProviders.during { place in
        try await place.register(.lane, at: terminal)
        let login = try await terminal.shell(
          "\(limits) login lane", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
        #expect(login.exit == .code(0), "\(login.errors)")
      }
    }
  #endif
}
