import Foundation
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("The folders of an app by the XDG Base Directory Specification")
struct AppFoldersTests {
  @Test func `without variables, the folders are below HOME; with them, below those`() throws {
    let plain = try AppFolders(app: "your-app") { $0 == "HOME" ? "/home/you" : nil }
    #expect(plain.key == "/home/you/.config/your-app/wayleave/store.key")
    #expect(plain.credentials == "/home/you/.local/state/your-app/wayleave/credentials")
    let variables = ["XDG_STATE_HOME": "/state", "XDG_CONFIG_HOME": "relative", "HOME": "/home/you"]
    let named = try AppFolders(app: "your-app") { variables[$0] }
    #expect(named.signIns == "/state/your-app/wayleave/sign-ins")
    #expect(named.metadata == "/state/your-app/wayleave/metadata")
    #expect(named.key == "/home/you/.config/your-app/wayleave/store.key")
  }

  @Test(arguments: ["a", "your-app", "org.example.Your_App2", String(repeating: "x", count: 64)])
  func `a name of a folder is an app name`(name: String) throws {
    _ = try AppFolders(app: name) { _ in "/home/you" }
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "../x", "a b", "a\0", "ä", String(repeating: "x", count: 65)])
  func `what leads elsewhere, or is no name of a folder, is refused`(name: String) async {
    #expect(await code { _ = try AppFolders(app: name) { _ in "/home/you" } } == .invalidValue)
  }

  @Test(arguments: [nil, "", "home/you"] as [String?])
  func `without a home the error says so`(home: String?) async {
    #expect(
      await code { _ = try AppFolders(app: "a") { $0 == "HOME" ? home : nil } } == .invalidValue)
  }

  @Test func `K9: an app folder that others may read is as good as one that is made`() async throws {
    let folder = TemporaryFolder()
    let home = "\(folder.path)/home"
    for name in [".config/your-app", ".local/state/your-app"] {
      try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
      try folder.setMode(0o755, of: "home/\(name)")
    }
    let folders = try AppFolders(app: "your-app") { $0 == "HOME" ? home : nil }
    let store = CredentialRecords(in: FileVault(directory: folders.credentials, key: .keyFile(folders.key)))
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    #expect(try folder.mode(of: "home/.config/your-app/wayleave") == 0o700)
    #expect(try folder.mode(of: "home/.config/your-app/wayleave/store.key") == 0o600)
    #expect(try folder.mode(of: "home/.local/state/your-app/wayleave/credentials") == 0o700)
  }
}
