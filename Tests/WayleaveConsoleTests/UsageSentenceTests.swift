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
      (["playground", "--token-lifetime", "-1"], "Missing value for '--token-lifetime <x>'", "from 1 to 31536000"),
      (
        ["login", "x", "--timeout", "-5"], "Missing value for '--timeout <timeout>'",
        "--timeout is a number of seconds, 0 or more, and not -5."
      ),
      (
        ["login", "x", "--timeout", "--client-secret=hunter2"], "Missing value for '--timeout <timeout>'",
        "--timeout needs a value"
      ),
      (
        ["token", "--header", "--env"],
        "Value to be set with flag '--env' had already been set with flag '--header'", "only one of"
      ), (["-v"], "Unknown option '-v'", "--trace"),
      (["token", "--refresh"], "Unknown option '--refresh'. Did you mean '--grant'?", "--force does that"),
      (["request", "--head"], "Unknown option '--head'. Did you mean '--header'?", "-X HEAD does that"),
      (["request", "--fail"], "Unknown option '--fail'. Did you mean '--data'?", "ends with exit code 5"),
    ])
  func sentences(arguments: [String], message: String, part: String) {
    let sentence = UsageSentence.of(arguments, parserSays: message)
    #expect(sentence.contains(part) && !sentence.contains("hunter2"))
  }

  @Test(
    "the answer of a sign-in is not an argument of login, and is not repeated",
    arguments: [
      ["login", "lane", "http://127.0.0.1:9/cb?code=hunter2&state=S"],
      ["login", "lane", "--resume", "hunter2-hunter2-h"],
      ["login", "--step", "exchange", "lane", "hunter2-hunter2-h"],
    ])
  func answer(arguments: [String]) {
    let sentence = UsageSentence.of(arguments, parserSays: "Unexpected argument '\(arguments.last ?? "")'")
    #expect(sentence.contains("`wayleave login --resume`") && !sentence.contains("hunter2"))
  }

  @Test(
    "a code that begins with a hyphen is not repeated as an unknown option",
    arguments: ["-hunter2-hunter2-H", "--hunter2-hunter2_h", "-hunter2-hunter2=h", "-hunterhunterhunter"])
  func codeWithHyphen(code: String) {
    let option = code.prefix { $0 != "=" }
    let sentence = UsageSentence.of(["login", "lane", "--resume", code], parserSays: "Unknown option '\(option)'")
    #expect(sentence == UsageSentence.answerAsArgument)
  }

  @Test(
    "a code joined to --resume, or behind --, is not repeated",
    arguments: [
      (
        ["--resume=hunter2-hunter2-h"],
        "The option '--resume' does not take any value, but 'hunter2-hunter2-h' was specified."
      ),
      (["--resume=-hunter2-hunter2-h"], "The option '--resume' does not take any value."),
      (["--resume", "--", "-hunter2-hunter2-h"], "Unexpected argument '-hunter2-hunter2-h'"),
    ])
  func joinedCode(arguments: [String], message: String) {
    #expect(UsageSentence.of(["login", "lane"] + arguments, parserSays: message) == UsageSentence.answerAsArgument)
  }

  @Test("a mistyped option next to --resume is still named")
  func mistypedOption() {
    for option in ["--redirect-uris", "--redirect-uris=http://127.0.0.1:9/callback", "-Z"] {
      let name = option.prefix { $0 != "=" }
      #expect(
        UsageSentence.of(["login", "--resume", option], parserSays: "Unknown option '\(name)'")
          == "Unknown option '\(name)'.")
    }
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
      (
        "The value 'x' is invalid for '--flow <flow>'. Please provide one of 'auto', 'browser' or 'paste'.",
        "--flow cannot be “x”: use one of auto, browser or paste."
      ),
      ("Name one account.", "Name one account."), ("", ""),
    ])
  func others(message: String, sentence: String) {
    #expect(UsageSentence.of(["login", "x"], parserSays: message) == sentence)
  }

  @Test("a key is never repeated: the sentence says how to inspect it")
  func key() {
    let key = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEcanary\n-----END EC PRIVATE KEY-----"
    let sentence = UsageSentence.of(["inspect", key], parserSays: "Invalid option: \(key)")
    #expect(sentence.contains("wayleave inspect < FILE") && !sentence.contains("canary"), "\(sentence)")
  }

  @Test(
    "a long argument and one of several lines are counted, not repeated; a short one is repeated",
    arguments: [
      (String(repeating: "c", count: 60), true), (String(repeating: "c", count: 61), false), ("c\nd", false),
      ("c\r\nd", false), ("--made-up=" + String(repeating: "c", count: 70), false),
    ])
  func long(argument: String, isShown: Bool) {
    let value = argument.split(separator: "=").last.map(String.init) ?? ""
    for text in [argument, value] {
      let sentence = UsageSentence.of(["token", argument], parserSays: "Unexpected argument '\(text)'")
      #expect(sentence.contains(text) == isShown && sentence.contains("not shown") == !isShown, "\(sentence)")
    }
    #expect((UsageSentence.shown(value) == value) == isShown)
  }

  @Test("a part of an argument of several lines is not repeated either")
  func part() {
    let sentence = UsageSentence.of(["token", "-c\ncanary\ne"], parserSays: "Unknown option 'c\ncanary'")
    #expect(!sentence.contains("canary"))
    #expect(UsageSentence.of(["token"], parserSays: "one\ntwo") == "one\ntwo.")
  }

  @Test(
    "an option that takes a number says which",
    arguments: [
      ("--timeout", "number of seconds"), ("--port", "from 1 to 65535"), ("--token-lifetime", "from 1 to 31536000"),
    ])
  func ranges(option: String, range: String) {
    let message = "The value 'x' is invalid for '\(option) <\(option.dropFirst(2))>'"
    #expect(UsageSentence.of(["login", option, "x"], parserSays: message).contains(range))
    let other = "The value 'x' is invalid for '--flow <flow>'"
    #expect(UsageSentence.of(["login", option, "1", "--flow", "x"], parserSays: other) == other + ".")
  }

  @Test("what stands after -- is no option")
  func terminator() {
    #expect(
      UsageSentence.of(["request", "--", "--client-secret"], parserSays: "Unexpected argument")
        == "Unexpected argument.")
  }
}
