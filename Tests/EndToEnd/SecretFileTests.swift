import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Files with secrets that are named on the command line", .serialized)
struct SecretFileTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("a file with a secret that others can read is used, and that is said, but not with --quiet")
  func readableSecret() async throws {
    let secret = try terminal.paper("secret", "not-a-real-secret")
    for (mode, options, isSaid) in [(0o644, [], true), (0o644, ["--quiet"], false), (0o600, [], false)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: secret)
      let added = try await terminal.outcome(
        of: terminal.start(
          ["clients", "add", "mine", "--provider", "github", "--client-id", "x", "--client-secret-file", secret]
            + ["--replace"] + options))
      #expect(added.exit == .code(0), "\(added.errors)")
      #expect(added.errors.contains("chmod 600") == isSaid, "\(mode) \(options): \(added.errors)")
    }
  }
}
