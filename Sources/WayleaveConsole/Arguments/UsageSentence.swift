import WayleaveWire

/// What is wrong with a command line, where the argument parser's own words do not say it.
package enum UsageSentence {
  /// Options that a user may try, and where the secret is read from.
  private static let secrets = [
    "--client-secret": "--client-secret-file", "--password": "--password-file",
    "--passphrase": "WAYLEAVE_STORE_PASSPHRASE_FILE",
  ]
  /// Options that are a number of seconds.
  private static let times: Set<String> = ["--timeout", "--max-age", "--min-ttl"]

  /// A sentence about these arguments, by what the parser says of them.
  package static func of(_ arguments: [String], parserSays message: String) -> String {
    own(arguments, message) ?? missing(message) ?? sentence(message)
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
    message.isEmpty || ".?!".contains(message.suffix(1)) ? message : message + "."
  }

  private static func own(_ arguments: [String], _ message: String) -> String? {
    let options = arguments.prefix { $0 != "--" }
    for option in options {
      let name = String(option.prefix { $0 != "=" })
      if let file = secrets[name], message.contains(name) {
        return "Secrets are not taken as arguments, and this one is in your shell's history now: use \(file)."
      }
    }
    for (option, value) in zip(options, options.dropFirst())
    where times.contains(option) && value.hasPrefix("-") && message.contains(option) {
      return "\(option) is a number of seconds."
    }
    if options.contains("-v"), message.contains("'-v'") {
      return "There is no option -v. Use --trace to see each step, and -V or `wayleave version` for the version."
    }
    if message.contains("had already been set"), options.contains(where: { ["--header", "--env"].contains($0) }) {
      return "Use only one of --header, --env, --curl-config; none with --json or WAYLEAVE_JSON."
    }
    return nil
  }
}
