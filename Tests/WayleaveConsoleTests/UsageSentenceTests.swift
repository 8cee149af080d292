import Testing
import WayleaveConsole

@Suite("What is wrong with a command line")
struct UsageSentenceTests {
  @Test(
    "a secret as an argument, a negative time and two forms of a token have a sentence of their own",
    arguments: [
      (["login", "x", "--client-secret", "hunter2"], "Unknown option '--client-secret'", "--client-secret-file"),
      (["login", "x", "--client-secret=hunter2"], "Unknown option '--client-secret'", "--client-secret-file"),
      (["login", "--password", "hunter2"], "Unknown option '--password'", "--password-file"),
      (["login", "x", "--timeout", "-5"], "Missing value for '--timeout <timeout>'", "number of seconds"),
      (
        ["token", "--header", "--env"],
        "Value to be set with flag '--env' had already been set with flag '--header'", "only one of"
      ), (["-v"], "Unknown option '-v'", "--trace"),
    ])
  func sentences(arguments: [String], message: String, part: String) throws {
    let sentence = try #require(UsageSentence.of(arguments, parserSays: message))
    #expect(sentence.contains(part) && !sentence.contains("hunter2"))
  }

  @Test(
    "the parser's words stay for everything else",
    arguments: [
      (["login", "x", "--client-secret-file"], "Missing value for '--client-secret-file <file>'"),
      (["login", "x", "--nope"], "Unknown option '--nope'"), (["login", "--timeout"], "Missing value for '--timeout'"),
      (["request", "--", "--client-secret"], "Unexpected argument"),
    ])
  func others(arguments: [String], message: String) {
    #expect(UsageSentence.of(arguments, parserSays: message) == nil)
  }
}
