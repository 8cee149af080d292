import Testing
import WayleaveConsole
import WayleavePlain

@Suite("Command lines that are read without the argument parser")
struct PlainCommandTests {
  private func read(_ line: String, _ variables: [String] = []) -> PlainCommand? {
    PlainCommand(line.split(separator: " ").map(String.init), variables: variables)
  }

  @Test("the version, and a token in its plain form")
  func plain() {
    for line in ["--version", "-V", "version"] { #expect(read(line) == .version(isJSON: false), "\(line)") }
    #expect(read("version --json") == .version(isJSON: true))
    #expect(read("token") == .token(.init()))
    #expect(read("token github") == .token(.init("github")))
    #expect(read("token --account github --json") == .token(.init("github", hasAccountOption: true, isJSON: true)))
    #expect(read("status") == .status(.init()))
    #expect(read("status -a github --json") == .status(.init("github", hasAccountOption: true, isJSON: true)))
    #expect(read("token --force github --json") == .token(.init("github", isForced: true, isJSON: true)))
    #expect(read("login github --json") == .login(.init("github", isJSON: true)))
    #expect(read("login --quiet github") == .login(.init("github", isQuiet: true)))
    #expect(
      read("token -a github --min-ttl 300") == .token(.init("github", hasAccountOption: true, minimumLifetime: 300)))
  }

  @Test(
    "everything else is for the parser",
    arguments: [
      "", "accounts", "status --check", "status a b", "status --min-ttl 1", "Token", "token a b", "token a --account a",
      "token -a", "token --account --json",
      "token --json --json",
      "token -- a", "token -", "token --force --force", "token --force=true", "status --force", "token --no-refresh",
      "token --header", "token --env", "token --help",
      "token --account=a", "token --min-ttl -1", "token --min-ttl +1", "token --min-ttl 1234567890",
      "token --min-ttl x",
      "token --min-ttl", "token --trace", "login", "login --json", "login -a github", "login github --account work",
      "login github --force", "login github --min-ttl 300", "login --resume", "login github --flow device",
      "token --grant client_credentials", "--version --quiet", "version -h",
      "--version --version", "help token", "token --acc a",
    ])
  func doubt(line: String) { #expect(read(line) == nil) }

  @Test("a variable of ours that could be an option is a doubt, and one that cannot be is none")
  func variables() {
    #expect(read("token a", ["WAYLEAVE_HOME", "WAYLEAVE_ACCOUNT", "WAYLEAVE_QUIET"]) != nil)
    for name in [
      "WAYLEAVE_JSON", "WAYLEAVE_TRACE", "WAYLEAVE_MIN_TTL", "WAYLEAVE_FORCE", "WAYLEAVE_TOKEN_ENV", "WAYLEAVE_GRANT",
      "WAYLEAVE_STORE_PASSPHRASE", "WAYLEAVE_STORE_PASSPHRASE_FILE", "WAYLEAVE_NEW",
      "WAYLEAVE_FLOW", "WAYLEAVE_SCOPE", "WAYLEAVE_CLIENT_ID",
    ] {
      for line in ["token a", "login a", "--version"] { #expect(read(line, [name]) == nil, "\(line), \(name)") }
    }
  }

  @Test(
    "the account is the one that was typed, else that of the variable, which names none where it is empty",
    arguments: [
      (nil, nil, nil), (nil, "", nil), (nil, "work", "work"), ("home", nil, "home"), ("home", "", "home"),
      ("home", "work", "home"),
    ] as [(String?, String?, String?)])
  func account(typed: String?, value: String?, account: String?) {
    #expect(AccountVariable.account(typed: typed) { $0 == "WAYLEAVE_ACCOUNT" ? value : "another" } == account)
  }

  @Test("an empty word is a doubt")
  func empty() { #expect(PlainCommand(["token", ""], variables: []) == nil) }
}
