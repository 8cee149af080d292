import Testing
import WayleaveProgramRunning

/// An option that would do nothing without another one, or next to another one.
struct NeedyOption: Sendable, CustomTestStringConvertible {
  let command: [String]
  /// What the message names: the option, and what it needs or excludes.
  let named: [String]

  init(_ command: String, names named: String...) {
    self.command = command.split(separator: " ").map(String.init)
    self.named = named
  }

  var testDescription: String { command.joined(separator: " ") }
}

@Suite("No option is dropped without a word")
struct OptionNeedsTests {
  private static let rows: [NeedyOption] = [
    // What describes a client needs the client's id, and says nothing of a stored one.
    NeedyOption("login github --client-secret-file f", names: "--client-secret-file", "--client-id"),
    NeedyOption("login github --key-file f", names: "--key-file", "--client-id"),
    NeedyOption("login github --key-id k", names: "--key-id", "--client-id"),
    NeedyOption("login github --team t", names: "--team", "--client-id"),
    NeedyOption("login github --certificate-file f", names: "--certificate-file", "--client-id"),
    NeedyOption("login github --client-auth tls", names: "--client-auth", "--client-id"),
    NeedyOption("login github --client mine --key-id k", names: "--client", "--key-id"),
    NeedyOption("verify oauth1 --team t", names: "--team", "--client-id"),
    NeedyOption("clients add mine --provider github --client-secret-file f", names: "--client-id"),
    NeedyOption("clients add mine --provider github --client-id x --key-id k", names: "key id"),
    NeedyOption("clients add mine --provider github --client-id x --team t", names: "team"),
    // What only a page, a password or a file is for.
    NeedyOption("login github --username joe", names: "--username", "--flow xauth"),
    NeedyOption("login github --password-file f", names: "--password-file", "--flow xauth"),
    NeedyOption("login github --passphrase-file f", names: "--passphrase-file", "--unsaved-to"),
    NeedyOption("login github --step authorize --unsaved-to f", names: "--step authorize", "--unsaved-to"),
    NeedyOption("login github --step authorize --save-id-token f", names: "--step authorize", "--save-id-token"),
    NeedyOption("login github --step authorize --flow device", names: "--step authorize", "--flow"),
    NeedyOption("login github --flow device --resource https://a.example", names: "--resource", "--flow device"),
    NeedyOption("login github --flow device --details-file f", names: "--details-file", "--flow device"),
    NeedyOption("login github --flow device --login-hint joe", names: "--login-hint", "--flow device"),
    NeedyOption("login github --flow device --prompt login", names: "--prompt", "--flow device"),
    NeedyOption("login github --flow device --response-mode query", names: "--response-mode", "--flow device"),
    NeedyOption("login github --flow device --claims {}", names: "--claims", "--flow device"),
    NeedyOption("login github --flow device --ui-locales de", names: "--ui-locales", "--flow device"),
    NeedyOption("login github --flow device --jarm", names: "--jarm", "--flow device"),
    NeedyOption("login github --flow device --no-par", names: "--no-par", "--flow device"),
    NeedyOption("login github --flow device --param a=b", names: "--param", "--flow device"),
    NeedyOption("login twitter --flow xauth --prompt login", names: "--prompt", "--flow xauth"),
    NeedyOption("login github --param a", names: "--param", "NAME=VALUE"),
    NeedyOption("login github --param a=b --param a=c", names: "--param"),
    NeedyOption("login github --dpop --no-dpop", names: "--dpop", "--no-dpop"),
    NeedyOption("login --resume --scope a", names: "--resume", "--scope"),
    NeedyOption("login --flow app --account a", names: "--flow app"),
    NeedyOption("login --flow implicit --account a", names: "--flow implicit"),
    // A token: of an account, of a client, or for another server.
    NeedyOption("token --scope a", names: "--scope", "--grant"),
    NeedyOption("token --audience a", names: "--audience", "--grant"),
    NeedyOption("token --client c", names: "--client", "--grant"),
    NeedyOption("token --subject-token-file f", names: "--subject-token-file", "--grant"),
    NeedyOption("token --subject-token-type jwt", names: "--subject-token-type", "--subject-token-file"),
    NeedyOption("token --grant client_credentials", names: "--grant", "--client"),
    NeedyOption("token --client c --grant exchange", names: "--grant", "--subject-token-file"),
    NeedyOption("token --client c --grant client_credentials --no-refresh", names: "--grant", "--no-refresh"),
    NeedyOption("token --resource https://a.example", names: "--resource", "--grant"),
    NeedyOption("token --no-store", names: "--no-store", "--grant"),
    NeedyOption("token --accept-downgrade", names: "--accept-downgrade", "--grant"),
    NeedyOption("token --sasl xoauth2", names: "--sasl", "--user"),
    NeedyOption("token --user a@b.example", names: "--user", "--sasl"),
    NeedyOption("token --mail a@b.example", names: "--mail", "--curl-config"),
    NeedyOption("token --header --mail a@b.example", names: "--mail", "--curl-config"),
    NeedyOption("token --sasl xoauth2 --user a@b.example --env", names: "--sasl", "--env"),
    NeedyOption("token --sasl xoauth2 --user a@b.example --echo https://a.example", names: "--sasl", "--echo"),
    NeedyOption("token --client c --grant jwt-bearer", names: "--assertion-file", "--assertion-command", "jwt-bearer"),
    NeedyOption(
      "token --client c --grant jwt-bearer --assertion-file f --assertion-command c", names: "--assertion-file",
      "--assertion-command"),
    NeedyOption(
      "token --client c --grant client_credentials --assertion-file f", names: "--assertion-file", "jwt-bearer"),
    NeedyOption(
      "token --client c --grant client_credentials --requested-token-type jwt", names: "--requested-token-type",
      "--grant exchange"),
    NeedyOption("request https://a.example --scope a", names: "--scope", "--client"),
    NeedyOption("git-credential get --resource https://a.example", names: "--resource", "--client"),
    NeedyOption("docker-credential get --client c --account a", names: "--client", "--account"),
    NeedyOption("kube-credential --client c --id-token", names: "--client", "--id-token"),
    NeedyOption("token --client c --grant client_credentials a", names: "--grant", "account"),
    NeedyOption("token --force --no-refresh", names: "--force", "--no-refresh"),
    NeedyOption("token --echo https://a.example --force", names: "--echo", "--force"),
    NeedyOption("token --echo https://a.example --min-ttl 5", names: "--echo", "--min-ttl"),
    NeedyOption("token --reverse-auth f --min-ttl 5", names: "--reverse-auth", "--min-ttl"),
    NeedyOption("request https://a.example --show-credential", names: "--show-credential", "--dry-run"),
    NeedyOption("request https://a.example --client c --account a", names: "--client", "--account"),
    NeedyOption("request https://a.example -d a=b -f c=d", names: "-d", "-f"),
    // The others.
    NeedyOption("verify handover id-token --provider google --hashed-nonce", names: "--hashed-nonce", "--nonce"),
    NeedyOption("verify handover echo --provider twitter --nonce n", names: "--nonce", "ID token"),
    NeedyOption("verify handover id-token --provider google --code-verifier-file f", names: "--code-verifier-file"),
    NeedyOption("verify handover id-token --provider google --port 8400", names: "--port", "code"),
    NeedyOption("verify id-token --provider google --client c --client-id i", names: "--client", "--client-id"),
    NeedyOption("logout a --pending", names: "--pending", "account"),
    NeedyOption("logout --local --pending", names: "--pending", "--local"),
    NeedyOption("status a --account b", names: "--account"),
    NeedyOption("store rotate-key --to key-file --new-passphrase-file f", names: "--to", "--new-passphrase-file"),
    NeedyOption("store reset", names: "--yes"),
    NeedyOption("agent grants allow cat", names: "--account"),
  ]

  @Test("it is refused before anything is read or sent, and the message names what it needs", arguments: rows)
  func refused(option: NeedyOption) async throws {
    let terminal = try Terminal()
    let run = try await terminal.outcome(of: try terminal.start(option.command))
    #expect(run.exit == .code(64), "\(run.output) \(run.errors)")
    for name in option.named { #expect(run.errors.contains(name), "\(name): \(run.errors)") }
  }

  // FS17
  @Test(
    "an empty text is refused by its option's name, and is not taken for none",
    arguments: [
      ("login github", "--scope"), ("login github", "--login-hint"), ("login github", "--acr-values"),
      ("login github", "--prompt"), ("login github", "--ui-locales"), ("login github", "--resource"),
      ("login github", "--claims"), ("login github", "--details-file"), ("login github", "--client-id"),
      ("token --grant client_credentials --client c", "--scope"),
      ("token --grant client_credentials --client c", "--audience"), ("token", "--account"),
      ("clients add mine --provider github --client-id x", "--key-id"), ("request https://api.example", "-H"),
    ])
  func empty(command: String, option: String) async throws {
    let terminal = try Terminal()
    let words = command.split(separator: " ").map(String.init)
    let run = try await terminal.outcome(of: try terminal.start(words + [option, ""]))
    #expect(run.exit == .code(64) && run.errors.contains("\(option) is empty"), "\(run.output) \(run.errors)")
  }
}
