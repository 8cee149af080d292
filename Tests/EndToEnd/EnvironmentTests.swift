import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Every option has a variable", .serialized)
struct EnvironmentTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("an option that is not typed is read from its variable, in every command that has it")
  func filled() async throws {
    let secret = try terminal.paper("secret", "not-a-real-secret\n")
    let added = try await terminal.wayleave(
      "clients", "add", "mine",
      environment: [
        "WAYLEAVE_PROVIDER": "twitter", "WAYLEAVE_CLIENT_ID": "x", "WAYLEAVE_CLIENT_SECRET_FILE": secret,
        "WAYLEAVE_PORT": "8400,8401", "WAYLEAVE_JSON": "1",
      ])
    #expect(added.exit == .code(0), "\(added.output)\(added.errors)")
    let client = try added.json()
    #expect(client["provider"] as? String == "twitter" && client["has_secret"] as? Bool == true)
    #expect(
      client["redirect_uris"] as? [String] == ["http://127.0.0.1:8400/callback", "http://127.0.0.1:8401/callback"])
    let checked = try await terminal.wayleave("inspect", "nonsense", environment: ["WAYLEAVE_CHECK": "yes"])
    #expect(checked.exit == .code(8))
  }

  @Test("what is typed goes first; an empty variable counts for nothing, and a flag can be said no to")
  func typedFirst() async throws {
    let variables = ["WAYLEAVE_PROVIDER": "twitter", "WAYLEAVE_CLIENT_ID": "x", "WAYLEAVE_REDIRECT_URI": "oob"]
    let added = try await terminal.wayleave(
      "clients", "add", "mine", "--provider=flickr", "--client-id", "y", "--port", "8400", "--json",
      environment: variables
    ).json()
    #expect(added["provider"] as? String == "flickr" && added["client_id"] as? String == "y")
    #expect(added["redirect_uris"] as? [String] == ["http://127.0.0.1:8400/callback"])
    for value in ["", "0", "false", "no", "off"] {
      let seen = try await terminal.wayleave("inspect", "nonsense", environment: ["WAYLEAVE_CHECK": value])
      #expect(seen.exit == .code(0))
    }
  }

  @Test("a client that is named silences the variables that describe one, and the other way about")
  func rivals() async throws {
    let header = #"OAuth oauth_consumer_key="x", oauth_signature_method="HMAC-SHA1""#
    let request = "GET https://a.example/ HTTP/1.1\nAuthorization: \(header)\n\n"
    let none = try await terminal.wayleave(
      "verify", "oauth1", "--json", "--client", "nobody", environment: ["WAYLEAVE_CLIENT_ID": "x"], input: request)
    #expect(try none.errorCode() == "configuration.unknown_client")
    let described = try await terminal.wayleave(
      "verify", "oauth1", "--json", "--client-id", "x", environment: ["WAYLEAVE_CLIENT": "nobody"], input: request)
    #expect(described.exit == .code(8))
  }

  @Test("a variable that makes no sense is refused like the option, and named")
  func senseless() async throws {
    let refused = try await terminal.wayleave("login", "twitter", environment: ["WAYLEAVE_TIMEOUT": "soon"])
    #expect(refused.exit == .code(64) && refused.errors.contains("WAYLEAVE_TIMEOUT"))
    let helped = try await terminal.wayleave("login", "--help", environment: ["WAYLEAVE_TIMEOUT": "soon"])
    #expect(helped.exit == .code(0))
  }

  @Test("Documentation/commands.md lists each of them, with the commands that have it")
  func documented() async throws {
    let described = try await terminal.wayleave("--experimental-dump-help").output
    let root = try JSONSerialization.jsonObject(with: Data(described.utf8)) as? [String: Any]
    var commands: [String: Set<String>] = [:]
    func collect(_ command: [String: Any], _ path: [String]) {
      for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String != "positional" {
        for name in argument["names"] as? [[String: String]] ?? [] where name["kind"] == "long" {
          let option = name["name"] ?? ""
          let isForm = path == ["token"] && ["env", "header", "curl-config"].contains(option)
          commands[isForm ? "token-\(option)" : option, default: []].insert(path.joined(separator: " "))
        }
      }
      for next in command["subcommands"] as? [[String: Any]] ?? [] {
        collect(next, path + [next["commandName"] as? String ?? ""])
      }
    }
    collect(root?["command"] as? [String: Any] ?? [:], [])
    for name in ["help", "version", "json", "quiet", "trace"] { commands[name] = nil }
    #expect(commands.count > 40)
    let page = try CommandsPage().text
    for (option, places) in commands {
      let variable = "WAYLEAVE_" + option.replacingOccurrences(of: "-", with: "_").uppercased()
      let list = places.sorted().map { "`\($0)`" }.joined(separator: ", ")
      let name = variable.hasPrefix("WAYLEAVE_TOKEN_") && list == "`token`" ? String(option.dropFirst(6)) : option
      #expect(page.contains("| `\(variable)` | `--\(name)` of \(list) |"), "\(variable): \(list)")
    }
  }
}
