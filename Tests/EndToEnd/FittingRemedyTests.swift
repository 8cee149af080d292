import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What to do after a mistake fits the mistake", .serialized)
struct FittingRemedyTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    _ = try terminal.paper("there.txt", "no certificate\n")
    try Data("name: \u{FF}".unicodeScalars.map { UInt8($0.value) })
      .write(to: terminal.papers.appendingPathComponent("latin.yaml"))
  }

  @Test(
    "a file is there already, is missing, is a folder, is not text: each is answered by a command for it",
    arguments: [
      (["login", "github", "--client-id", "c", "--save-id-token", "{papers}/there.txt"], "`rm {papers}/there.txt`"),
      (["login", "github", "--client-id", "c", "--trace-html", "{papers}/there.txt"], "`rm {papers}/there.txt`"),
      (["login", "github", "--client-id", "c", "--trace-html", "{papers}/no/t.html"], "`mkdir -p {papers}/no/`"),
      (["login", "github", "--client-id", "c", "--ca-file", "{papers}/nosuch.pem"], "`ls {papers}/`"),
      (["login", "github", "--client-id", "c", "--ca-file", "{papers}/there.txt"], "-----BEGIN CERTIFICATE-----"),
      (["providers", "check", "{papers}"], "`ls {papers}`"),
      (["providers", "check", "{papers}/nosuch.yaml"], "`ls {papers}/`"),
      (["providers", "check", "nosuch.yaml"], "`ls .`"),
      (["providers", "check", "{papers}/latin.yaml"], "`iconv -f latin1 -t utf-8 {papers}/latin.yaml > NEWFILE`"),
    ])
  func files(arguments: [String], remedy: String) async throws {
    func filled(_ text: String) -> String { text.replacingOccurrences(of: "{papers}", with: terminal.papers.path) }
    let refused = try await terminal.outcome(of: terminal.start(arguments.map(filled)))
    #expect(refused.exit == .code(64) && refused.shownCode == "configuration.invalid_value", "\(refused.errors)")
    #expect(refused.errors.contains(filled(remedy)), "\(refused.errors)")
  }

  @Test("a refresh by force where nothing can refresh is exit 1: the account is named as the user calls it")
  func force() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let refused = try await terminal.wayleave("token", "--force", "--account", "lane")
      #expect(refused.exit == .code(1) && refused.shownCode == "configuration.unsupported", "\(refused.errors)")
      #expect(
        refused.errors.contains("“lane”")
          && refused.errors.contains("Leave out --force: `wayleave token --account lane`"))
      #expect(try await terminal.wayleave("token", "--account", "lane").exit == .code(0))
    }
  }

  @Test("the line with the code stands last, also where a client is missing")
  func order() async throws {
    let lines = try await terminal.wayleave("login", "github").errors.split(separator: "\n")
    #expect(lines.last?.hasPrefix("  [configuration.unknown_client, ") == true)
    #expect(lines.dropFirst().contains { $0.hasPrefix("  Then: wayleave clients add github") })
  }
}
