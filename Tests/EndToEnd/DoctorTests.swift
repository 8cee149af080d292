import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave doctor", .serialized)
struct DoctorTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func results(_ outcome: ProgramOutcome) throws -> [String] {
    try (outcome.json()["findings"] as? [[String: Any]] ?? []).compactMap { finding in
      guard let check = finding["check"] as? String, let result = finding["result"] as? String else { return nil }
      // What is wrong has a remedy.
      let isFault = ["warning", "failed"].contains(result)
      #expect(!isFault || (finding["remedy"] as? String)?.isEmpty == false, "\(finding)")
      return "\(check) \(result)"
    }
  }

  private func rootCause(_ outcome: ProgramOutcome) throws -> String? {
    (try outcome.json()["root_cause"] as? [String: Any])?["check"] as? String
  }

  @Test("RFC 9728: at an API's URL, how a sign-in finds its server, client and scopes; nothing is registered or kept")
  func api() async throws {
    try await EmulatedProviders.during { place in
      let api = place.base + "/tollgate/mcp"
      let run = try await terminal.wayleave("doctor", api, "--json")
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
      let found = try results(run)
      for check in ["provider", "answer", "api", "metadata", "client"] {
        #expect(found.contains("\(check) good"), "\(found)")
      }
      for words in [
        "POST \(api) answers 401, with a challenge", "/.well-known/oauth-protected-resource/tollgate/mcp answers 200",
        "Its server is \(place.base)/tollgate", "with these scopes: “openid tools”", "PKCE with S256",
        "A sign-in registers this program",
      ] {
        #expect(run.output.contains(words), "\(words): \(run.output)")
      }
      #expect(terminal.kept("") == [])
      let added = try await terminal.wayleave(
        "clients", "add", "me", "--client-id", "https://app.example/client.json")
      #expect(added.exit == .code(0), "\(added.errors)")
      let published = try await terminal.wayleave("doctor", api)
      #expect(published.output.contains("reads client ids that are URLs"), "\(published.output)")
    }
    try await EmulatedProviders.during(faults: ["*:way=resource-is-origin"]) { place in
      let run = try await terminal.wayleave("doctor", place.base + "/tollgate/mcp", "--json")
      #expect(try run.exit == .code(8) && rootCause(run) == "api", "\(run.output)")
      #expect(run.output.contains("discovery.issuer_mismatch"), "\(run.output)")
    }
  }

  @Test("RFC 9728 §7.2: with a client of one's own, what the API wants beyond it is a warning, with the command")
  func unaskedScopes() async throws {
    try await EmulatedProviders.during { place in
      let api = place.base + "/tollgate/mcp"
      let added = try await terminal.wayleave(
        "clients", "add", "own", "--provider", place.base + "/tollgate", "--client-id", "tollgate-native")
      #expect(added.exit == .code(0), "\(added.errors)")
      let run = try await terminal.wayleave("doctor", api, "--json")
      #expect(try run.exit == .code(0) && results(run).contains("api warning"), "\(run.output)")
      #expect(run.output.contains("with the client “own” does not ask for what the API wants"), "\(run.output)")
      #expect(run.output.contains("`wayleave login \(api) --client own --scope 'openid tools'`"), "\(run.output)")
    }
  }

  @Test("with nothing set up all is well, and nothing is made")
  func empty() async throws {
    let run = try await terminal.wayleave("doctor", "--offline")
    #expect(run.exit == .code(0) && run.output.hasSuffix("All is well.\n"), "\(run.output)\(run.errors)")
    #expect(terminal.kept("") == [])
  }

  @Test("a disk without room is the cause, before there is a store and after", .enabled(if: Ability.canMount))
  func full() async throws {
    let volume = terminal.papers.appendingPathComponent("volume").path
    let script = """
      mkdir -p '\(volume)' && mount -t tmpfs -o size=$1k,mode=700 none '\(volume)' && export WAYLEAVE_HOME='\(volume)/home'
      eval "$2"; exec "$0" doctor --offline --json
      """
    let add = #""$0" clients add mine --provider foursquare --client-id c > /dev/null 2>&1"#
    let probed = #""$0" doctor --offline > /dev/null"#
    for (size, before, found) in [
      (128, ":", "failed"), (1024, ":", "good"), (1024, add, "good"),
      // A small record has room there, and not what a renewal reserves.
      (1024, "\(add); \(probed); head -c 800k /dev/zero > \"$WAYLEAVE_HOME/fill\"", "failed"),
    ] {
      let run = try await terminal.shell(
        "exec unshare -m sh -c \"$SCRIPT\" \"$0\" \(size) \"$BEFORE\"",
        environment: ["SCRIPT": script, "BEFORE": before])
      #expect(run.exit == .code(found == "good" ? 0 : 8), "\(before): \(run.output)\(run.errors)")
      #expect(try results(run).contains("space \(found)"), "\(before): \(run.output)")
      #expect(try rootCause(run) == (found == "good" ? nil : "space"), "\(run.output)")
    }
  }

  @Test("a provider that works: from the variables to the account, each check is good", arguments: [80, 40])
  func healthy(width: Int) async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let run = try await terminal.wayleave("doctor", "--json")
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
      let found = try results(run)
      for check in ["store", "records", "space", "entries", "client", "redirect_uri", "answer", "clock", "account"] {
        #expect(found.contains("\(check) good"), "\(found)")
      }
      let shown = try await terminal.wayleave("doctor", "lane", environment: ["COLUMNS": "\(width)"])
      #expect(shown.exit == .code(0) && shown.output.contains("All is well."), "\(shown.output)")
      try await place.stop()
      // The account is looked at all the same: that needs no network.
      let down = try await terminal.wayleave("doctor", "lane", "--json")
      #expect(try down.exit == .code(8) && rootCause(down) == "connection", "\(down.output)")
      #expect(try results(down).suffix(4) == ["tls skipped", "answer skipped", "clock skipped", "account good"])
      let offline = try await terminal.wayleave("doctor", "--json", "--offline")
      #expect(try offline.exit == .code(0) && results(offline).contains("network skipped"), "\(offline.output)")
    }
  }

  @Test("a folder that others can look into is the cause: the store is not opened")
  func exposed() async throws {
    let added = try await terminal.wayleave("clients", "add", "mine", "--provider", "foursquare", "--client-id", "x")
    #expect(added.exit == .code(0), "\(added.errors)")
    let folder = terminal.home.wayleave.appendingPathComponent("state/clients").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    let run = try await terminal.wayleave("doctor", "foursquare", "--offline", "--json")
    #expect(try run.exit == .code(8) && rootCause(run) == "folders", "\(run.output)")
    #expect(try results(run).contains("store skipped") && run.output.contains("chmod 700"))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    #expect(try await terminal.wayleave("doctor", "foursquare", "--offline").exit == .code(0))
  }

  @Test("a port that another program has, a variable with a secret, and a key that others can read")
  func surroundings() async throws {
    let port = try LoopbackPort()
    let secret = "not-a-real-secret-of-a-client"
    terminal.secrets.append(secret)
    let file = try terminal.paper("key", secret)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    _ = try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "foursquare", "--client-id", "x", "--port", "\(port.number)")
    let run = try await terminal.wayleave(
      "doctor", "foursquare", "--offline", "--json",
      environment: ["WAYLEAVE_CLIENT_SECRET": secret, "WAYLEAVE_KEY_FILE": file])
    let found = try results(run)
    #expect(run.exit == .code(8) && found.prefix(2) == ["secrets warning", "secrets failed"], "\(run.output)")
    #expect(found.contains("redirect_uri failed") && run.output.contains("port \(port.number)"), "\(run.output)")
  }

  // FS26
  @Test("the desktop is asked which program opens the scheme of a redirect URI")
  func scheme() async throws {
    let folder = terminal.papers.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = folder.appendingPathComponent("xdg-mime")
    let path = ["PATH": "\(folder.path):/usr/bin:/bin", "TESTED_WAYLEAVE_PATIENCE": "3000"]
    _ = try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "foursquare", "--client-id", "x", "--redirect-uri", "com.example.app:/cb")
    let asked = "[ \"$*\" = \"query default x-scheme-handler/com.example.app\" ]"
    // One that closes its output and goes on is not waited for.
    for (line, result) in [
      ("\(asked) && echo app.desktop", "warning"), ("", "warning"), ("exec >&-; sleep 600", "skipped"),
    ] {
      let text = "#!/bin/sh\n\(line)\nexit 0\n"
      try Data(text.utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
      let run = try await terminal.wayleave("doctor", "foursquare", "--offline", "--json", environment: path)
      #expect(try run.exit == .code(0) && results(run).contains("redirect_uri \(result)"), "\(run.output)")
    }
  }

  @Test("a damaged record is the cause for no other check, and is named")
  func damaged() async throws {
    _ = try await terminal.wayleave("clients", "add", "mine", "--provider", "foursquare", "--client-id", "x")
    let records = terminal.kept(".client")
    for file in records { try Data("damaged".utf8).write(to: file) }
    let run = try await terminal.wayleave("doctor", "--offline", "--json")
    #expect(try !records.isEmpty && run.exit == .code(8) && rootCause(run) == "records", "\(run.output)\(run.errors)")
    #expect(run.errors.isEmpty)
  }

  @Test("what waits in the second place, and the store did not take back, is named")
  func unsaved() async throws {
    _ = try await terminal.wayleave("clients", "add", "mine", "--provider", "foursquare", "--client-id", "x")
    let second = terminal.home.wayleave.appendingPathComponent("run/unsaved")
    try FileManager.default.createDirectory(
      at: second, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for isUsed in [false, true] {
      // A record of another store stays there.
      if isUsed { try Data("of another store".utf8).write(to: second.appendingPathComponent("record")) }
      let run = try await terminal.wayleave("doctor", "--offline", "--json")
      let found = try results(run)
      #expect(run.exit == .code(0) && found.contains("records good"), "\(run.output)")
      #expect(found.contains("records warning") == isUsed, "\(run.output)")
      #expect(run.output.contains("run/unsaved") == isUsed, "\(run.output)")
    }
  }

  @Test("a proxy that cannot be read, and a CA file that is none, are found before any provider is asked")
  func proxy() async throws {
    let proxy = try await terminal.wayleave(
      "doctor", "https://127.0.0.1:1", "--json", environment: ["HTTPS_PROXY": "http://user:pass word@host:port"])
    #expect(try proxy.exit == .code(8) && rootCause(proxy) == "proxy", "\(proxy.output)")
    #expect(!proxy.output.contains("pass word"))
    let none = try terminal.paper("ca.pem", "no certificate")
    let trust = try await terminal.wayleave("doctor", "https://127.0.0.1:1", "--json", "--ca-file", none)
    #expect(try rootCause(trust) == "trust" && results(trust).contains("name skipped"), "\(trust.output)")
    let ignored = try await terminal.wayleave(
      "doctor", "--json", environment: ["HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "a.example,host:port"])
    #expect(try ignored.exit == .code(0) && results(ignored).contains("proxy warning"), "\(ignored.output)")
  }

  private static let information = "<plist><dict><key>CFBundleName</key><string>A</string></dict></plist>"

  @Test("--apple-app looks at the files of an app, by the clients that are saved here, and at nothing else")
  func appleApp() async throws {
    let file = try terminal.paper("app.txt", Self.information)
    let empty = try await terminal.wayleave("doctor", "--apple-app", file)
    #expect(empty.exit == .code(0) && empty.output.contains("wayleave clients add"), "\(empty.output)")
    #expect(terminal.kept("") == [])
    _ = try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "foursquare", "--client-id", "x", "--redirect-uri", "com.example.app:/cb")
    let run = try await terminal.wayleave("doctor", "--apple-app", file, "--json")
    #expect(try run.exit == .code(8) && rootCause(run) == "apple_app", "\(run.output)")
    #expect(try Set(results(run)) == ["apple_app failed", "apple_app warning", "apple_app skipped"], "\(run.output)")
    let subjects = (try run.json()["findings"] as? [[String: Any]])?.compactMap { $0["subject"] as? String }
    #expect(Set(subjects ?? []) == [file])
    // Of another provider the client is not asked.
    let other = try await terminal.wayleave("doctor", "github", "--apple-app", file)
    #expect(other.exit == .code(0), "\(other.output)")
    let unknown = try await terminal.wayleave("doctor", "foursquar", "--apple-app", file)
    #expect(unknown.exit == .code(64))
  }

  @Test("what is no file of an app is a finding, and nothing is waited for")
  func unusableAppleApp() async throws {
    let good = try terminal.paper("Info.plist", Self.information)
    let pipe = terminal.papers.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, words) in [
      (pipe, "not a file"), ("/dev/zero", "not a file"), (terminal.papers.path, "a folder"),
      (terminal.papers.appendingPathComponent("gone").path, "cannot be read"),
      (try terminal.paper("large", String(repeating: " ", count: 10_000_000)), "larger than 1048576 bytes"),
      (try terminal.paper("binary", "bplist00"), "plutil -convert xml1"),
      (try terminal.paper("cut", String(Self.information.dropLast(20))), "line 1"),
    ] {
      let run = try await terminal.wayleave("doctor", "--apple-app", path, "--apple-app", good, "--json")
      #expect(try run.exit == .code(8) && results(run).first == "apple_app failed", "\(run.output)")
      #expect(try results(run).contains("apple_app good") && run.output.contains(words), "\(run.output)")
    }
  }

  @Test("a store that cannot be opened is a finding, and the files are looked at all the same")
  func appleAppWithoutStore() async throws {
    let file = try terminal.paper("Info.plist", Self.information)
    _ = try await terminal.wayleave("clients", "add", "mine", "--provider", "foursquare", "--client-id", "x")
    for path in terminal.kept(".client") { try Data("damaged".utf8).write(to: path) }
    let run = try await terminal.wayleave("doctor", "--apple-app", file, "--json")
    #expect(try run.exit == .code(8) && rootCause(run) == "records", "\(run.output)")
    #expect(try results(run).contains("apple_app good"))
  }

  @Test("a name that is neither an account nor a provider is exit 64")
  func unknown() async throws {
    let run = try await terminal.wayleave("doctor", "foursquar")
    #expect(run.exit == .code(64) && run.shownCode == "configuration.unknown_provider", "\(run.errors)")
  }
}
