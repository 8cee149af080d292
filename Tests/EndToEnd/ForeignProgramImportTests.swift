import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave import of oidc-agent, xurl, twurl, oauth2l and netrc", .serialized)
struct ForeignProgramImportTests {
  let terminal: Terminal
  /// A user who has the account in another program only.
  let other: Terminal
  static let passphrase = "canary four words here"
  static let clientSecret = "tollgate-web-secret-not-real"

  init() throws {
    terminal = try Terminal()
    other = try Terminal()
    terminal.secrets = [Self.passphrase, Self.clientSecret]
    other.secrets = [Self.passphrase, Self.clientSecret]
  }

  private func path(_ name: String) -> String { terminal.papers.appendingPathComponent(name).path }

  /// Signs in with a client that has a secret: the refresh token of a public one would be bound to a key.
  private func signIn(at issuer: String) async throws {
    let secret = try terminal.paper("secret", Self.clientSecret + "\n")
    let login = try await terminal.wayleave(
      "login", issuer, "--client-id", "tollgate-web", "--client-secret-file", secret,
      environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
    #expect(login.exit == .code(0), "\(login.errors)")
  }

  /// The refresh token of the only account.
  private func refreshToken() async throws -> String {
    let (sealed, plain) = (path("account.age"), path("account.json"))
    let key = try terminal.paper("passphrase", Self.passphrase)
    for old in [sealed, plain] where FileManager.default.fileExists(atPath: old) {
      try FileManager.default.removeItem(atPath: old)
    }
    let exported = try await terminal.wayleave("export", "--output", sealed, "--passphrase-file", key)
    #expect(exported.exit == .code(0), "\(exported.errors)")
    let asked = #"[["Enter passphrase", "\#(Self.passphrase)"]]"#
    let age = try ForeignProgram.age().executable.path
    let opened = try await terminal.start(
      script: "answering.py", [asked, age, "--decrypt", "--output", plain, sealed]
    ).outcome()
    #expect(opened.exit == .code(0), "\(opened.output)")
    let record = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: plain)))
    let account = try #require((record as? [String: Any])?["account"] as? [String: Any])
    let text = try #require((account["credential"] as? [String: Any])?["refresh_token"] as? String)
    other.secrets.append(text)
    return text
  }

  /// An account at the strict provider, as oidc-agent prints it.
  private func account(issuer: String, token: String) -> String {
    #"{"name":"work","issuer_url":"\#(issuer)/","client_id":"tollgate-web","client_secret":"\#(Self.clientSecret)","#
      + #""refresh_token":"\#(token)","scope":"openid offline_access","redirect_uris":["http://localhost:4242"]}"#
  }

  @Test("an account of oidc-agent is renewed as it is imported, is its user's, and its client is saved")
  func printedAccount() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let issuer = place.base + "/tollgate"
      try await signIn(at: issuer)
      let printed = account(issuer: issuer, token: try await refreshToken())
      let imported = try await other.wayleave("import", "oidc-agent", "-", input: printed)
      #expect(imported.exit == .code(0) && imported.output.contains("Ada Fenwick"), "\(imported.errors)")
      #expect(imported.errors.contains("refresh token") && imported.errors.contains("work"), "\(imported.errors)")
      #expect(place.count(of: "token.refreshed") == 1)
      #expect(try await other.wayleave("clients", "list").output.contains("work"))
      let request = try await other.wayleave("request", issuer + "/userinfo")
      #expect(request.exit == .code(0) && request.output.contains("73001"), "\(request.errors)")
      #expect(try await other.wayleave("token", "--force").exit == .code(0))
      // Nothing is spent for an account that is here already.
      let again = try await other.wayleave("import", "oidc-agent", "-", "--json", input: printed)
      #expect(try again.exit == .code(64) && again.errorCode() == "configuration.account_exists")
      let status = try await other.wayleave("status", "--json").json()
      let name = try #require((status["accounts"] as? [[String: Any]])?.first?["account"] as? String)
      #expect(again.output.contains("“\(name)”"), "\(again.output)")
      #expect(place.count(of: "token.refreshed") == 2)
      // The token of the file is spent: that is said, and leaves no account.
      let spent = try await other.wayleave("import", "oidc-agent", "-", "--replace", "--json", input: printed)
      #expect(try spent.exit == .code(4) && spent.errorCode() == "credential.sign_in_needed", "\(spent.output)")
      #expect(other.kept(".credential").count == 1)
    }
  }

  @Test(
    "the files of oidc-agent are opened by its own program, with the passphrase that is asked for here",
    .enabled(if: ForeignProgram.isInstalled("oidc-gen")))
  func encryptedAccount() async throws {
    _ = try ForeignProgram.oidcGen()
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let issuer = place.base + "/tollgate"
      try await signIn(at: issuer)
      let folder = other.papers.appendingPathComponent("oidc-agent")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let printed = account(issuer: issuer, token: try await refreshToken())
      let sealed = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
        .run(
          ["python3", ForeignProgram.script("login/oidc_agent_account.py"), Self.passphrase], in: try FreshHome(),
          input: printed)
      #expect(sealed.exit == .code(0), "\(sealed.errors)")
      try Data(sealed.output.utf8).write(to: folder.appendingPathComponent("work"))
      let environment = ["OIDC_CONFIG_DIR": folder.path, "PATH": "/usr/bin:/bin"]
      let wrong = try other.paper("wrong", "canary other\n")
      let refused = try await other.wayleave(
        "import", "oidc-agent", "work", "--passphrase-file", wrong, "--json", environment: environment)
      #expect(try refused.errorCode() == "account_file.undecryptable", "\(refused.output)\(refused.errors)")
      let key = try other.paper("passphrase", Self.passphrase + "\n")
      let imported = try await other.wayleave(
        "import", "oidc-agent", "work", "--passphrase-file", key, environment: environment)
      #expect(imported.exit == .code(0) && imported.output.contains("Ada Fenwick"), "\(imported.errors)")
      let unknown = try await other.wayleave("import", "oidc-agent", "nothing", environment: environment)
      #expect(unknown.exit == .code(64) && !unknown.errors.contains("press Enter"), "\(unknown.errors)")
      #expect(!refused.errors.contains("oidc-gen:") && !refused.errors.contains("ecrypt"), "\(refused.errors)")
      let missing = try await other.wayleave(
        "import", "oidc-agent", "work", "--passphrase-file", key, environment: ["PATH": "/nothing"])
      #expect(missing.exit == .code(64) && missing.errors.contains("oidc-gen"), "\(missing.errors)")
    }
  }

  // TU5
  @Test("without asking, the tokens of xurl, twurl, oauth2l and netrc are stored with their clients")
  func files() async throws {
    other.secrets += ["canary-token", "canary-secret", "canary-refresh"]
    let xurl = try other.paper(
      "xurl",
      """
      apps:
        my-app:
          client_id: my-id
          client_secret: canary-secret
          oauth2_tokens:
            ada:
              type: oauth2
              oauth2:
                access_token: canary-token-x
                refresh_token: canary-refresh-x
                expiration_time: 1
            brook:
              type: oauth2
              oauth2:
                access_token: canary-token-gone
                expiration_time: 1
          bearer_token:
            type: bearer
            bearer: canary-token-app
      """)
    let twurl = try other.paper(
      "twurl",
      "profiles:\n  ada:\n    key:\n      consumer_key: key\n      consumer_secret: canary-secret\n"
        + "      token: canary-token-t\n      secret: canary-secret\n")
    let token = Data(#"{"access_token":"canary-token-g"}"#.utf8).base64EncodedString()
    let oauth2l = try other.paper("oauth2l", #"{"{\"Scope\":\"openid\"}":"\#(token)"}"#)
    let netrc = try other.paper(
      "netrc", "machine github.com login ada password canary-token-h\nmachine ftp.example password canary-secret\n")
    let clients = [
      ["xurl", xurl]: ["my-app"], ["twurl", twurl]: ["twurl"], ["oauth2l", oauth2l]: [], ["netrc", netrc]: [],
    ]
    for (command, saved) in clients {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: command[1])
      let imported = try await other.outcome(of: other.start(["import"] + command + ["--offline", "--json"]))
      #expect(imported.exit == .code(0), "\(imported.output)\(imported.errors)")
      let answer = try imported.json()
      #expect((answer["accounts"] as? [Any])?.count == 1 && answer["clients"] as? [String] == saved, "\(answer)")
      #expect((answer["left_out"] as? [Any])?.count == (command[0] == "xurl" ? 2 : command[0] == "netrc" ? 1 : 0))
      #expect(imported.errors.contains("chmod 600"), "\(imported.errors)")
      #expect((answer["warnings"] as? [String])?.count == (command[0] == "xurl" ? 1 : 0), "\(answer)")
    }
    #expect(other.kept(".credential").count == 4 && other.kept(".client").count == 2)
    let status = try await other.wayleave("status").output
    for title in ["X", "Twitter", "Google", "GitHub"] { #expect(status.contains(title), "\(status)") }
    // A second import of the same tokens changes nothing.
    #expect(try await other.wayleave("import", "twurl", twurl, "--offline").exit == .code(64))
  }

  @Test("a program that is mistyped is named, and what is left out is said also where nothing is imported")
  func mistyped() async throws {
    let file = try other.paper("netrc", "machine ftp.example password canary-secret\n")
    let mistyped = try await other.wayleave("import", "xrul", file)
    let meant = "Did you mean `wayleave import xurl`?"
    #expect(mistyped.exit == .code(64) && mistyped.errors.contains(meant), "\(mistyped.errors)")
    let none = try await other.wayleave("import", "netrc", file, "--json", "--quiet")
    #expect(try none.exit != .code(0) && none.errorCode() == "account_file.malformed", "\(none.output)")
    #expect(try (none.json()["left_out"] as? [String])?.count == 1 && none.errors.isEmpty, "\(none.errors)")
    for program in ["git", "gh", "netrc", "xurl", "twurl", "oauth2l"] {
      let empty = try await other.wayleave("import", program, try other.paper("empty", ""))
      #expect(empty.exit != .code(0) && empty.errors.contains("empty"), "\(program): \(empty.errors)")
    }
  }

  @Test(
    "a file that is not there is named, with what to type", arguments: ["xurl", "twurl", "oauth2l", "netrc", "git"])
  func absent(program: String) async throws {
    let home = ["HOME": other.papers.path, "NETRC": ""]
    let absent = try await other.wayleave("import", program, environment: home)
    #expect(absent.exit == .code(64) && absent.shownCode == "configuration.invalid_value", "\(absent.errors)")
    #expect(absent.errors.contains(other.papers.path) && absent.errors.contains("wayleave import \(program) FILE"))
  }
}
