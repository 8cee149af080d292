import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave demo --no-browser", .serialized)
struct DemoTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.secrets = ["playground-secret-not-real", "playground-consumer-secret-not-real"]
  }

  @Test("signs in at both providers, sends a request to each and says who answered")
  func forPeople() async throws {
    let run = try await terminal.wayleave("demo", "--no-browser")
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.output.components(separatedBy: "Ada Fenwick").count == 3)
    #expect(run.errors.contains("GET http://127.0.0.1:") && run.errors.contains("/v2/users/self → 200"))
    #expect(run.errors.contains("/1.1/account/verify_credentials.json"))
    #expect(terminal.kept(".credential").isEmpty)
  }

  @Test("with a browser, the user who signs in there is shown")
  func withBrowser() async throws {
    let browser = ["BROWSER": PlainBrowser.command(Person.ravi.orders(.allow))]
    let run = try await terminal.wayleave("demo", environment: browser)
    #expect(run.exit == .code(0), "\(run.errors)")
    #expect(run.output.components(separatedBy: "Ravi Oduya").count == 3)
    let denied = try await terminal.wayleave(
      "demo", "--json", environment: ["BROWSER": PlainBrowser.command(Person.ravi.orders(.deny))])
    #expect(denied.exit == .code(2))
    #expect(try denied.errorCode() == "sign_in.denied")
  }

  @Test("--json prints one object on one line")
  func forPrograms() async throws {
    let run = try await terminal.wayleave("demo", "--no-browser", "--json")
    #expect(run.exit == .code(0))
    let shown = try #require(try run.json()["demo"] as? [[String: Any]])
    #expect(shown.map { $0["subject"] as? String } == ["73001", "73001"])
    #expect(shown.map { $0["status"] as? Int } == [200, 200])
  }

  @Test("--quiet prints the answers alone")
  func quiet() async throws {
    let run = try await terminal.wayleave("demo", "--no-browser", "--quiet")
    #expect(run.exit == .code(0))
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.errors.isEmpty)
  }

  @Test("accounts of the demonstration are in memory: no store and no key are made, and the user has no account")
  func apart() async throws {
    _ = try await terminal.wayleave("demo", "--no-browser", "--quiet")
    #expect(terminal.kept("") == [])
    let status = try await terminal.wayleave("status", "--json")
    #expect((try status.json()["accounts"] as? [Any])?.isEmpty == true)
  }

  @Test("no time at all is a time-out: exit 9", arguments: [["--no-browser"], []])
  func noTime(options: [String]) async throws {
    let running = try terminal.start(["demo", "--timeout", "0"] + options, environment: ["BROWSER": "/bin/true"])
    #expect(try await terminal.outcome(of: running).exit == .code(9))
  }
}
