import Testing
import WayleaveConsole

@Suite("Options that come from the environment")
struct EnvironmentArgumentsTests {
  private func arguments(_ typed: [String], _ variables: [String: String]) -> EnvironmentArguments {
    EnvironmentArguments(typed, variables: variables) {
      let flag = { (name: String) in #"{"kind":"flag","names":[{"kind":"long","name":"\#(name)"}]}"# }
      let option = { (name: String) in #"{"kind":"option","names":[{"kind":"long","name":"\#(name)"}]}"# }
      let token = [flag("env"), flag("header"), flag("curl-config"), flag("json"), option("min-ttl")]
      return """
        {"command":{"commandName":"wayleave","subcommands":[
          {"commandName":"token","arguments":[\(token.joined(separator: ","))]},
          {"commandName":"request","arguments":[\(option("header"))]},
          {"commandName":"mcp","defaultSubcommand":"run","subcommands":[
            {"commandName":"run","arguments":[\(option("account"))]},{"commandName":"install"}]}]}}
        """
    }
  }

  @Test(
    "209: what stands after -- is no option: it switches nothing to JSON",
    arguments: [
      (["token", "--json"], true), (["token", "--", "--json"], false), (["token", "--json", "--", "a"], true),
      (["token", "a"], false),
    ])
  func afterTheOptions(typed: [String], asksForJSON: Bool) {
    #expect(EnvironmentArguments(typed, variables: [:], describe: { "{}" }).asksForJSON == asksForJSON)
  }

  @Test("what changes the form of a token is set only by a variable that names the command")
  func tokenForms() {
    for name in ["ENV", "HEADER", "CURL_CONFIG"] {
      let plain = arguments(["token"], ["WAYLEAVE_\(name)": "production"])
      #expect(plain.arguments == ["token"] && plain.variables.isEmpty)
      let named = arguments(["token"], ["WAYLEAVE_TOKEN_\(name)": "1"])
      #expect(named.arguments.count == 2 && named.variables == ["WAYLEAVE_TOKEN_\(name)"])
    }
    #expect(arguments(["request"], ["WAYLEAVE_HEADER": "A: b"]).arguments == ["request", "--header=A: b"])
  }

  @Test("a variable counts for the command that runs where none is named")
  func usualCommand() {
    let account = ["WAYLEAVE_ACCOUNT": "work"]
    #expect(arguments(["mcp", "URL"], account).arguments == ["mcp", "--account=work", "URL"])
    #expect(arguments(["mcp", "run", "URL"], account).arguments == ["mcp", "run", "--account=work", "URL"])
    #expect(arguments(["mcp", "install", "URL"], account).arguments == ["mcp", "install", "URL"])
  }

  @Test("a typed option counts before its variable, and switches off those that it contradicts")
  func typed() {
    #expect(
      arguments(["token", "--min-ttl", "5"], ["WAYLEAVE_MIN_TTL": "9"]).arguments == ["token", "--min-ttl", "5"])
    #expect(arguments(["token", "--json"], ["WAYLEAVE_TOKEN_ENV": "1"]).arguments == ["token", "--json"])
    #expect(arguments(["token"], ["WAYLEAVE_MIN_TTL": "9"]).arguments == ["token", "--min-ttl=9"])
    #expect(arguments(["token"], ["WAYLEAVE_TOKEN_ENV": "no"]).arguments == ["token"])
  }
}
