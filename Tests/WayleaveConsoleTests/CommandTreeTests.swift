import Testing
import WayleaveConsole

@Suite("A word that is not a command")
struct CommandTreeTests {
  private let tree = CommandTree(
    description: """
      {"command":{"commandName":"wayleave","subcommands":[
        {"commandName":"login","arguments":[{"kind":"positional"}]},
        {"commandName":"logout"},
        {"commandName":"providers","defaultSubcommand":"list","subcommands":[
          {"commandName":"list"},{"commandName":"add","arguments":[{"kind":"positional"}]}]},
        {"commandName":"grants","defaultSubcommand":"show","subcommands":[
          {"commandName":"show","arguments":[{"kind":"positional"}]},{"commandName":"revoke"}]},
        {"commandName":"scheme","subcommands":[{"commandName":"install"},{"commandName":"remove"}]},
        {"commandName":"agent","subcommands":[{"commandName":"run"},{"commandName":"grants","subcommands":[
          {"commandName":"allow"}]}]},
        {"commandName":"help"}]}}
      """)

  // FS17
  @Test(
    "an option with an empty text is found, also of the usual command; no flag, and no body",
    arguments: [
      (["get", "--scope", ""], "--scope"), (["get", "a", "-s", ""], "-s"), (["--scope", ""], nil),
      (["get", "--scope", "a", ""], nil), (["get", "--quiet", ""], nil), (["get", "--data", ""], nil),
      (["get", "--", "--scope", ""], nil), (["all", "--name", ""], "--name"),
      (["all", "list", "--name", ""], "--name"),
      (["get", "--scope", "a", "--scope", ""], "--scope"), (["---completion", "get", "--", "--scope", ""], nil),
    ] as [([String], String?)])
  func emptyOption(typed: [String], option: String?) throws {
    let tree = try #require(
      CommandTree(
        description: """
          {"command":{"commandName":"wayleave","subcommands":[
            {"commandName":"get","arguments":[
              {"kind":"option","names":[{"kind":"long","name":"scope"},{"kind":"short","name":"s"}]},
              {"kind":"option","names":[{"kind":"long","name":"data"}]},
              {"kind":"flag","names":[{"kind":"long","name":"quiet"}]},{"kind":"positional"}]},
            {"commandName":"all","defaultSubcommand":"list","subcommands":[
              {"commandName":"list","arguments":[{"kind":"option","names":[{"kind":"long","name":"name"}]}]}]}]}}
          """))
    #expect(tree.emptyOption(in: typed) == option)
  }

  @Test(
    "an argument that is empty or only space is found; no value of an option, and nothing of another program",
    arguments: [
      (["login", ""], true), (["login", "  "], true), (["login", "\t", "--json"], true), (["grants", ""], true),
      (["login", "shop"], false), (["login", "--", ""], false), (["exec", "echo", ""], false), (["login"], false),
      (["---completion", "login", ""], false),
    ] as [([String], Bool)])
  func emptyArgument(typed: [String], isFound: Bool) throws {
    #expect(try #require(tree).hasEmptyArgument(in: typed) == isFound)
  }

  @Test(
    "it is found before --help, and the nearest commands are named",
    arguments: [
      (["doctor", "--help"], "doctor", "wayleave", []), (["logn"], "logn", "wayleave", ["login"]),
      (["logot", "-h"], "logot", "wayleave", ["logout"]),
      (["providers", "lisst"], "lisst", "wayleave providers", ["list"]),
      (["help", "logn"], "logn", "wayleave", ["login"]), (["ls"], "ls", "wayleave", ["status"]),
      (["whoami"], "whoami", "wayleave", ["status"]),
      (["curl"], "curl", "wayleave", ["request"]), (["refresh"], "refresh", "wayleave", ["token --force"]),
      (["providers", "ls"], "ls", "wayleave providers", ["list"]),
      (["grants", "revok"], "revok", "wayleave grants", ["revoke"]),
      (["grants", "revoek", "one"], "revoek", "wayleave grants", ["revoke"]),
      (["grants", "rm", "one"], "rm", "wayleave grants", ["revoke"]),
      (["scheme", "uninstall"], "uninstall", "wayleave scheme", ["remove"]),
      (["agent", "start"], "start", "wayleave agent", ["run"]),
      (["agent", "grants", "add"], "add", "wayleave agent grants", ["allow"]),
    ] as [([String], String, String, [String])])
  func unknown(typed: [String], word: String, parent: String, nearest: [String]) throws {
    let tree = try #require(tree)
    let unknown = try #require(tree.unknown(in: typed))
    #expect(unknown.word == word && unknown.parent == parent && unknown.nearest.prefix(1) == nearest.prefix(1))
  }

  @Test(
    "a command, its arguments and options are left to the parser",
    arguments: [
      [], ["--help"], ["login", "shop"], ["login", "--nonsense"], ["providers"], ["providers", "--json"],
      ["providers", "add", "file"], ["grants", "one"], ["grants", "one", "two"], ["grants", "rm"],
      ["grants", "rm", "--json"], ["grants", ""], ["grants", "https://api.example/show"], ["help"], ["help", "login"],
    ])
  func known(typed: [String]) throws {
    #expect(try #require(tree).unknown(in: typed) == nil)
  }
}
