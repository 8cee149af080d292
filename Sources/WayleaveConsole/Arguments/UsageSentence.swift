import WayleaveWire

/// What is wrong with a command line, where the argument parser's own words do not say it.
package enum UsageSentence {
  /// Options that a user may try, and where the secret is read from.
  private static let secrets = [
    "--client-secret": "--client-secret-file", "--api-key": "--api-key-file", "--password": "--password-file",
    "--passphrase": "WAYLEAVE_STORE_PASSPHRASE_FILE",
  ]
  /// What options with a number may be.
  private static let ranges = [
    "--timeout": seconds, "--max-age": seconds, "--min-ttl": seconds, "--at": seconds,
    "--port": "a number from 1 to 65535", "--token-lifetime": "a number of seconds from 1 to 31536000",
  ]
  private static let seconds = "a number of seconds, 0 or more"
  /// Options that other programs have, by the command, and those that do the same here.
  private static let familiar = [
    "token": ["--refresh": "--force", "--renew": "--force", "--force-refresh": "--force"],
    "request": ["-I": "-X HEAD", "--head": "-X HEAD", "-s": "--quiet", "--silent": "--quiet"],
  ]
  /// Options that other programs have, by the command, and what is done here without any.
  private static let needless = [
    "request": [
      "--fail": "An answer that is an error ends with exit code 5.", "-L": "Redirects are followed.",
      "--location": "Redirects are followed.",
    ]
  ]
  /// An argument with more characters may be a token or a key.
  private static let longestShown = 60

  /// What is said of the answer of a sign-in among the arguments.
  package static let answerAsArgument =
    "Other programs can see the arguments, and the code of a sign-in is among them: run `wayleave login --resume`, "
    + "and paste it there."

  /// A sentence about these arguments, by what the parser says of them.
  package static func of(_ arguments: [String], parserSays message: String) -> String {
    own(arguments, message) ?? withoutSecrets(missing(message) ?? sentence(message), arguments)
  }

  /// An argument as a message may show it: a long one, and one of several lines, may be a secret.
  package static func shown(_ argument: String) -> String {
    isShowable(argument) ? argument : "(\(argument.count) characters, not shown)"
  }

  private static func isShowable(_ argument: String) -> Bool {
    argument.count <= longestShown && !argument.contains(where: \.isNewline) && !argument.contains("-----BEGIN")
  }

  /// The sentence without what may be a secret among the arguments.
  private static func withoutSecrets(_ sentence: String, _ arguments: [String]) -> String {
    guard !sentence.contains("-----BEGIN") else {
      return "A key is not an argument, and this one is in your shell's history now: use `wayleave inspect < FILE`."
    }
    let values = arguments.compactMap { $0.split(separator: "=", maxSplits: 1).last.map(String.init) }
    let cleaned = (arguments + values).filter { !isShowable($0) }.reduce(sentence) {
      $0.replacing($1, with: shown($1))
    }
    // The parser may have shown a part of one.
    let isPart = arguments.contains { $0.contains(where: \.isNewline) } && cleaned.contains(where: \.isNewline)
    return isPart ? "An argument of several lines cannot be used here." : cleaned
  }

  /// What the parser says of something that is missing, without its “expected argument”.
  private static func missing(_ message: String) -> String? {
    let beginnings = ["Missing expected argument '", "Missing value for '"]
    guard let beginning = beginnings.first(where: message.hasPrefix), message.hasSuffix("'") else { return nil }
    // "--port <port>" or "<url>".
    let words = message.dropFirst(beginning.count).dropLast().split(separator: " ")
    let name = words.first.map { $0.first == "<" ? $0.dropFirst().dropLast().uppercased() : String($0) } ?? ""
    return beginning == beginnings[0] ? "\(name) is missing." : "\(name) needs a value."
  }

  /// The parser's words as a sentence.
  private static func sentence(_ message: String) -> String {
    if let refused = refusedValue(message) { return refused }
    return message.isEmpty || ".?!".contains(message.suffix(1)) ? message : message + "."
  }

  /// What the parser says of a value that is none of some words: "The value 'x' is invalid for '--flow <flow>'. …".
  private static func refusedValue(_ message: String) -> String? {
    let (beginning, middle, list) = ("The value '", "' is invalid for '", "Please provide one of ")
    guard message.hasPrefix(beginning), let end = message.ranges(of: middle).last,
      let words = message.ranges(of: list).last, end.upperBound < words.lowerBound
    else { return nil }
    let value = message[..<end.lowerBound].dropFirst(beginning.count)
    let option = message[end.upperBound...].prefix { $0 != " " && $0 != "'" }
    // Many words are a list, a line for each.
    let listed = message[words.upperBound...].split(separator: "\n").filter { $0.hasPrefix("  - ") }.map {
      $0.dropFirst(4)
    }
    let choices: String =
      listed.isEmpty
      ? message[words.upperBound...].filter { $0 != "'" }
      : "\(listed.dropLast().joined(separator: ", ")) or \(listed.last ?? "")"
    return "\(option) cannot be “\(value)”: use one of \(choices)\(choices.hasSuffix(".") ? "" : ".")"
  }

  private static func own(_ arguments: [String], _ message: String) -> String? {
    let options = arguments.prefix { $0 != "--" }
    if isAnswerAsArgument(arguments, message) { return answerAsArgument }
    for option in options {
      let name = String(option.prefix { $0 != "=" })
      if let file = secrets[name], message.contains(name) {
        return "Secrets are not taken as arguments, and this one is in your shell's history now: use \(file)."
      }
    }
    for option in options where message.hasPrefix("Unknown option '\(option)'") {
      if let done = needless[arguments.first ?? ""]?[option] { return "There is no option \(option). \(done)" }
      guard let ours = familiar[arguments.first ?? ""]?[option] else { continue }
      return "There is no option \(option). \(ours) does that."
    }
    // The parser takes a negative number for an option, and says that the value is missing.
    for (option, value) in zip(options, options.dropFirst()) where value.hasPrefix("-") && message.contains(option) {
      if let number = Int64(value), let range = ranges[option] { return "\(option) is \(range), and not \(number)." }
    }
    if message.contains("is invalid for '--"), let range = range(inWordsOf: message) { return range }
    if options.contains("-v"), message.contains("'-v'") {
      return "There is no option -v. Use --trace to see each step, and -V or `wayleave version` for the version."
    }
    if message.contains("had already been set"), options.contains(where: { ["--header", "--env"].contains($0) }) {
      return "Use only one of --header, --env, --curl-config, --sasl; none with --json or WAYLEAVE_JSON."
    }
    return nil
  }

  /// Whether the answer of a sign-in stands where `login` takes none; a word too much may be a code, and a code may
  /// begin with a hyphen.
  private static func isAnswerAsArgument(_ arguments: [String], _ message: String) -> Bool {
    guard arguments.first == "login" else { return false }
    let joined = arguments.filter { $0.hasPrefix("--resume=") }.map { String($0.dropFirst("--resume=".count)) }
    if arguments.contains(where: PastedAnswer.isAnswer) || joined.contains(where: PastedAnswer.mayBeCode) {
      return true
    }
    guard arguments.contains(where: { $0 == "--resume" || $0.hasSuffix("exchange") }) else { return false }
    let codes = arguments.filter { PastedAnswer.mayBeCode($0) && !isOptionName($0) }
    if message.hasPrefix("Unknown option") { return codes.contains { $0.hasPrefix("-") } }
    return message.hasPrefix("Unexpected argument") && codes.contains(where: message.contains)
  }

  /// Whether an argument is written as the options are: `--redirect-uri`, and what it is set to.
  private static func isOptionName(_ argument: String) -> Bool {
    argument.hasPrefix("--") && argument.prefix { $0 != "=" }.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }
  }

  /// What the option of a wrong value takes; nil for one that takes no number.
  private static func range(inWordsOf message: String) -> String? {
    // "The value 'x' is invalid for '--port <port>'": the value may hold any text, the option stands last.
    guard let start = message.ranges(of: "is invalid for '").last?.upperBound else { return nil }
    let option = String(message[start...].prefix { $0 != " " && $0 != "'" })
    return ranges[option].map { "\(option) is \($0)." }
  }
}
