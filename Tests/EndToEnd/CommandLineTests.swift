import Foundation
import Testing
import WayleaveProgramRunning

@Suite("The command line: what is not a command, and what needs no network", .serialized)
struct CommandLineTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("N14: an unknown command is exit 64 and names the nearest, also with --help")
  func unknown() async throws {
    for arguments in [["logn"], ["logn", "--help"], ["help", "logn"]] {
      let run = try await terminal.outcome(of: terminal.start(arguments))
      #expect(
        run.exit == .code(64) && run.output.isEmpty && run.errors.contains("Did you mean `wayleave login`?"),
        "\(arguments)")
    }
    let json = try await terminal.wayleave("doctr", "--json", "--help")
    #expect(json.exit == .code(64))
    #expect(try json.errorCode() == "configuration.invalid_value")
    for arguments in [["--help"], ["help"], ["login", "--help"], ["help", "login"], ["providers", "--help"]] {
      #expect(try await terminal.outcome(of: terminal.start(arguments)).exit == .code(0), "\(arguments)")
    }
  }

  @Test("a proxy that cannot be used stops no command that sends nothing", arguments: ["ALL_PROXY", "HTTPS_PROXY"])
  func offline(variable: String) async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      terminal.environment[variable] = "socks5://127.0.0.1:1"
      #expect(try await terminal.wayleave("status").exit == .code(0))
      #expect(try await terminal.wayleave("token").exit == .code(0))
      #expect(try await terminal.wayleave("logout", "--local").exit == .code(0))
      let login = try await terminal.wayleave("login", "lane")
      #expect(login.exit == .code(64) && login.errors.contains("SOCKS"), "\(login.errors)")
    }
  }

  @Test("N13: exit 6 is for the credential store; another file, or no home, is not")
  func otherFiles() async throws {
    let homeless = try await terminal.wayleave("status", environment: ["WAYLEAVE_HOME": "", "HOME": ""])
    #expect(homeless.exit == .code(64) && homeless.errors.contains("HOME"), "\(homeless.errors)")
  }

  @Test("every command that asks a server takes --ca-file")
  func certificates() async throws {
    let commands = [
      ["login"], ["token"], ["request"], ["status"], ["logout"], ["clients", "register"], ["clients", "remove"],
      ["verify", "id-token"], ["verify", "access-token"], ["verify", "echo"],
    ]
    for command in commands {
      let help = try await terminal.outcome(of: terminal.start(command + ["--help"]))
      #expect(help.output.contains("--ca-file"), "\(command)")
    }
  }
}
