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
  func sentences(arguments: [String], message: String, part: String) {
    let sentence = UsageSentence.of(arguments, parserSays: message)
    #expect(sentence.contains(part) && !sentence.contains("hunter2"))
  }

  @Test(
    "the parser's words are a sentence in all other cases",
    arguments: [
      ("Missing value for '--client-secret-file <file>'", "--client-secret-file needs a value."),
      ("Missing value for '--timeout'", "--timeout needs a value."),
      ("Missing expected argument '--provider <provider>'", "--provider is missing."),
      ("Missing expected argument '<url>'", "URL is missing."),
      ("Unknown option '--nope'", "Unknown option '--nope'."),
      ("Unknown option '--scop'. Did you mean '--scope'?", "Unknown option '--scop'. Did you mean '--scope'?"),
      ("Name one account.", "Name one account."), ("", ""),
    ])
  func others(message: String, sentence: String) {
    #expect(UsageSentence.of(["login", "x"], parserSays: message) == sentence)
  }

  @Test("what stands after -- is no option")
  func terminator() {
    #expect(
      UsageSentence.of(["request", "--", "--client-secret"], parserSays: "Unexpected argument")
        == "Unexpected argument.")
  }
}
