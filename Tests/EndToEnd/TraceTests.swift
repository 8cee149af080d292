import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave login --trace", .serialized)
struct TraceTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test(
    "attack 198: --trace-html writes a page for its owner alone, of a sign-in that works and of one that fails; no file is overwritten"
  )
  func page() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      for (name, decision) in [("done", Person.Decision.allow), ("denied", .deny)] {
        let file = terminal.papers.appendingPathComponent("\(name).html")
        let login = try await terminal.wayleave(
          "login", "lane", "--trace-html", file.path,
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(decision))])
        #expect(login.exit == .code(decision == .allow ? 0 : 2) && !login.errors.contains("request.sent"))
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.contains(decision == .allow ? "The sign-in is done." : "The sign-in failed: "))
        #expect(page.contains("default-src 'none'") && page.contains("RFC 6749 §4.1.1") && !page.contains("<script"))
        if decision == .allow {
          #expect(page.contains("<code>authorization_code</code>") && page.contains("code_verifier"))
          terminal.secrets.append(try await terminal.wayleave("token").answer)
        }
        for secret in terminal.secrets { #expect(!page.contains(secret)) }
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try await terminal.wayleave("login", "lane", "--trace-html", file.path)
        #expect(again.exit == .code(64) && again.shownCode == "configuration.invalid_value", "\(again.errors)")
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
      }
    }
  }

  // ZA13
  @Test(
    "each request and answer with its rule, secrets by fingerprint, on lines that fit",
    arguments: EmulatedProviders.Entry.allCases, [80, 40])
  func whole(entry: EmulatedProviders.Entry, width: Int) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(entry, at: terminal)
      let login = try await terminal.wayleave(
        "login", entry.rawValue, "--trace",
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow)), "COLUMNS": "\(width)"])
      #expect(login.exit == .code(0), "\(login.errors)")
      let token = try await terminal.wayleave("token", "--json").json()
      terminal.secrets += ["access_token", "oauth_token", "oauth_token_secret"].compactMap { token[$0] as? String }
      #expect(login.leaks(of: terminal.secrets) == [])
      let words = login.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let rules =
        entry == .lane ? ["[RFC 6749 §4.1.1]", "[RFC 6749 §4.1.3]"] : ["[RFC 5849 §3.5.1]", "[RFC 5849 §2.2]"]
      for rule in rules { #expect(words.contains(rule), "\(login.errors)") }
      let names =
        entry == .lane ? ["grant_type authorization_code", "code_verifier <secret "] : ["oauth_signature <secret "]
      for name in names { #expect(words.contains(name), "\(login.errors)") }
      let steps = login.errors.split(separator: "\n").drop { !$0.hasPrefix("· ") }.filter {
        $0.hasPrefix("· ") || $0.hasPrefix("    ")
      }
      #expect(steps.map(\.count).max() ?? 0 <= width && steps.count > 20, "\(login.errors)")
    }
  }

  @Test("attack 198: each login leaves its record, for its owner alone; `trace save` hands out the last one")
  func last() async throws {
    try await EmulatedProviders.during { place in
      let none = terminal.papers.appendingPathComponent("none.json").path
      let early = try await terminal.wayleave("trace", "save", none)
      #expect(early.exit == .code(1) && early.shownCode == "sign_in.out_of_order", "\(early.errors)")
      #expect(!FileManager.default.fileExists(atPath: none))
      try await place.register(.lane, at: terminal)
      for decision in [Person.Decision.allow, .deny] {
        let directly = terminal.papers.appendingPathComponent("\(decision)-directly.json").path
        try await terminal.wayleave(
          "login", "lane", "--trace-save", directly,
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(decision))])
        if decision == .allow { terminal.secrets.append(try await terminal.wayleave("token").answer) }
        // It is refused before its first step, and replaces nothing.
        #expect(try await terminal.wayleave("login", "nowhere").exit == .code(64))
        let file = terminal.papers.appendingPathComponent("\(decision).json")
        let saved = try await terminal.wayleave("trace", "save", file.path, "--json")
        #expect(try saved.exit == .code(0) && saved.json()["saved"] as? String == file.path, "\(saved.errors)")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(try text == String(contentsOfFile: directly, encoding: .utf8))
        for secret in terminal.secrets { #expect(!text.contains(secret)) }
        let kept = terminal.kept("last-sign-in.json")
        #expect(kept.count == 1 && terminal.kept(".new").isEmpty)
        for path in kept.map(\.path) + [file.path] {
          #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        let again = try await terminal.wayleave("trace", "save", file.path)
        #expect(again.exit == .code(64) && again.shownCode == "configuration.invalid_value", "\(again.errors)")
        #expect(
          try await terminal.wayleave("trace", "replay", file.path).exit == .code(decision == .allow ? 0 : 8))
      }
      // What cannot be written stops no sign-in.
      let record = try #require(terminal.kept("last-sign-in.json").first)
      try FileManager.default.removeItem(at: record)
      try FileManager.default.createDirectory(at: record, withIntermediateDirectories: false)
      try await place.signIn(to: .lane, as: .ravi, at: terminal)
      #expect(terminal.kept(".new").isEmpty)
    }
  }

  @Test("attack 198: --trace-save writes a record without secrets, and `trace` shows it and goes through it again")
  func saved() async throws {
    try await EmulatedProviders.during { place in
      for entry in EmulatedProviders.Entry.allCases {
        try await place.register(entry, at: terminal)
        for decision in [Person.Decision.allow, .deny] {
          let name = "\(entry.rawValue)-\(decision.rawValue)"
          let file = terminal.papers.appendingPathComponent("\(name).json")
          let login = try await terminal.wayleave(
            "login", entry.rawValue, "--trace-save", file.path,
            environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(decision))])
          #expect(login.exit == .code(decision == .allow ? 0 : 2), "\(login.errors)")
          if decision == .allow {
            let token = try await terminal.wayleave("token", entry.rawValue, "--json").json()
            terminal.secrets += ["access_token", "oauth_token", "oauth_token_secret"].compactMap {
              token[$0] as? String
            }
          }
          let text = try String(contentsOf: file, encoding: .utf8)
          for secret in terminal.secrets { #expect(!text.contains(secret)) }
          let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
          #expect(mode == 0o600)
          let replay = try await terminal.wayleave("trace", "replay", file.path, "--json")
          let first = try replay.json()["first_fault"] as? [String: Any]
          #expect(
            replay.exit == .code(decision == .allow ? 0 : 8) && (first == nil) == (decision == .allow),
            "\(replay.output)")
          let shown = try await terminal.wayleave("trace", "show", file.path, environment: ["COLUMNS": "40"])
          #expect(shown.exit == .code(0) && shown.output.hasPrefix("1. sign_in.began"), "\(shown.errors)")
        }
      }
      let (record, har) = (
        terminal.papers.appendingPathComponent("lane-allow.json").path, terminal.papers.path + "/x.har"
      )
      let written = try await terminal.wayleave(
        "trace", "show", record, "--html", terminal.papers.path + "/x.html", "--svg", terminal.papers.path + "/x.svg",
        "--har", har)
      #expect(written.exit == .code(0) && written.output.isEmpty, "\(written.errors)")
      let archive =
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: har))) as? [String: Any]
      #expect(((archive?["log"] as? [String: Any])?["entries"] as? [Any])?.isEmpty == false)
      #expect(try String(contentsOfFile: terminal.papers.path + "/x.html", encoding: .utf8).contains("<svg"))
    }
    let newer = try terminal.paper("newer.json", #"{"wayleave_trace":2}"#)
    let refused = try await terminal.wayleave("trace", "replay", newer)
    #expect(refused.exit == .code(64) && refused.errors.contains("version 2"), "\(refused.errors)")
  }
}
