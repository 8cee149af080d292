import Foundation
import Testing
import WayleaveProgramRunning

/// A variable that says no to `--trace` changes nothing, and makes the argument parser read the line.
@Suite("What is answered without the argument parser is what the command answers", .serialized)
struct QuickAnswerTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let lines: [[String]] = [
    ["--version"], ["-V"], ["version"], ["version", "--json"], ["--version", "--json"], ["--version", "--quiet"],
    ["version", "more"], ["token"], ["token", "lane"], ["token", "--account", "lane"], ["token", "-a", "lane"],
    ["token", "--json"], ["token", "lane", "--json", "--quiet"], ["token", "--quiet"],
    ["token", "lane", "--min-ttl", "30"],
    ["token", "--min-ttl", "0"], ["token", "--min-ttl", "100000"], ["token", "nobody"], ["token", "nobody", "--json"],
    ["token", "lane", "lane"], ["token", "lane", "--account", "lane"], ["token", "--min-ttl", "-1"],
    ["token", "--min-ttl"],
    ["token", ""], ["token", "--", "lane"], ["token", "-h"], ["token", "lane", "--header"], ["token", "lane", "--env"],
    ["status"], ["status", "lane"], ["status", "--json"], ["status", "-a", "lane", "--json", "--quiet"],
    ["status", "none"],
    ["status", "--check"], ["status", "--min-ttl", "1"], ["token", "lane", "--no-refresh"],
    ["token", "--account=lane"], ["token", "LANE"], ["token", "--jsn"],
    ["login"], ["login", "nobody"], ["login", "nobody", "--json"], ["login", "nobody", "--quiet"], ["login", ""],
    ["login", "http://127.0.0.1:9/cb?code=SplxlOBeZQQYbYS6"], ["login", "help"], ["login", "nobody", "-a", "x"],
  ]

  private func same(_ lines: [[String]], _ environment: [String: String] = [:]) async throws {
    for line in lines {
      let quick = try await terminal.outcome(of: terminal.start(line, environment: environment))
      let slow = try await terminal.outcome(
        of: terminal.start(line, environment: environment.merging(["WAYLEAVE_TRACE": "0"]) { _, new in new }))
      // A message may count the seconds until the token expires.
      let (first, second) = (quick.errors.filter { !$0.isNumber }, slow.errors.filter { !$0.isNumber })
      #expect(quick.exit == slow.exit && quick.output == slow.output && first == second, "\(line)")
    }
  }

  @Test("with no account, with one, with two, and with variables") func both() async throws {
    try await same(Self.lines)
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await same(Self.lines)
      try await same(
        [["token"], ["token", "lane"], ["token", "--json"]],
        ["WAYLEAVE_ACCOUNT": "lane", "WAYLEAVE_QUIET": "1", "WAYLEAVE_CLIENT_SECRET": "not-a-real-secret"])
      for account in ["lane", "code=SplxlOBeZQQYbYS6"] {
        try await same([["login", "nobody"], ["login", "nobody", "--json"]], ["WAYLEAVE_ACCOUNT": account])
      }
      try await same([["login", "nobody"]], ["WAYLEAVE_FLOW": "device"])
      for name in ["WAYLEAVE_JSON", "WAYLEAVE_MIN_TTL", "WAYLEAVE_FORM"] {
        try await same([["token"], ["--version"]], [name: "1"])
      }
      // A record that cannot be read is reported, also where it is not the one that is asked for.
      let records = terminal.home.wayleave.appendingPathComponent("state/credentials")
      let damaged = records.appendingPathComponent("\(String(repeating: "a", count: 64)).credential")
      try Data("x".utf8).write(to: damaged)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: damaged.path)
      try await same([["token"], ["token", "lane"], ["token", "lane", "--json"], ["status"], ["status", "--json"]])
    }
  }
}
