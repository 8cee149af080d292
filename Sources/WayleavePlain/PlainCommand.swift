/// A command line in its plain form, which is read without the argument parser: that alone takes longer than the answer.
///
/// Only what is exactly as documented is one. Everything else, and every doubt, is nil: the parser reads it then.
package enum PlainCommand: Sendable, Equatable {
  /// `--version`, `-V` or `version`.
  case version(isJSON: Bool)
  /// `token`, with at most an account, `--min-ttl`, `--force`, `--json` and `--quiet`.
  case token(Words)
  /// `status`, with at most an account, `--json` and `--quiet`.
  case status(Words)
  /// `login`, with the name of a provider, and at most `--json` and `--quiet`.
  case login(Words)

  /// What a command is asked for.
  package struct Words: Sendable, Equatable {
    /// An account, or the provider of `login`.
    package var name: String?
    /// Whether the name stood behind `--account` or `-a`.
    package var hasAccountOption = false
    package var minimumLifetime: Int64?
    package var isForced = false
    package var isJSON = false
    package var isQuiet = false

    package init(
      _ name: String? = nil, hasAccountOption: Bool = false, minimumLifetime: Int64? = nil, isForced: Bool = false,
      isJSON: Bool = false,
      isQuiet: Bool = false
    ) {
      (self.name, self.hasAccountOption, self.minimumLifetime) = (name, hasAccountOption, minimumLifetime)
      (self.isForced, self.isJSON, self.isQuiet) = (isForced, isJSON, isQuiet)
    }
  }

  /// Variables that change nothing here, or that the answer reads itself. Every other one of ours is a doubt.
  ///
  /// An array: to make the first set of texts takes a tenth of the whole start.
  private static let known = [
    "WAYLEAVE_HOME", AccountVariable.name, "WAYLEAVE_QUIET", "WAYLEAVE_CLIENT_SECRET", "WAYLEAVE_TOKEN_SECRET",
  ]

  /// Reads typed words; `variables` are the names of those of ours that are set.
  package init?(_ typed: [String], variables: [String]) {
    guard let first = typed.first, variables.allSatisfy(Self.known.contains) else { return nil }
    let rest = typed.dropFirst()
    switch first {
    case "--version", "-V", "version":
      guard rest.isEmpty || Array(rest) == ["--json"] else { return nil }
      self = .version(isJSON: !rest.isEmpty)
    case "token":
      guard let words = Words(rest) else { return nil }
      self = .token(words)
    case "status":
      guard let words = Words(rest), words.minimumLifetime == nil, !words.isForced else { return nil }
      self = .status(words)
    case "login":
      guard let words = Words(rest), words.name != nil, !words.hasAccountOption, words.minimumLifetime == nil,
        !words.isForced
      else { return nil }
      self = .login(words)
    default: return nil
    }
  }
}

extension PlainCommand.Words {
  fileprivate init?(_ typed: ArraySlice<String>) {
    self.init()
    var words = typed.makeIterator()
    while let word = words.next() {
      switch word {
      case "--json" where !isJSON: isJSON = true
      case "--quiet" where !isQuiet: isQuiet = true
      case "--force" where !isForced: isForced = true
      case "--account" where name == nil, "-a" where name == nil:
        guard let account = words.next(), Self.isName(account) else { return nil }
        (name, hasAccountOption) = (account, true)
      case "--min-ttl" where minimumLifetime == nil:
        guard let seconds = words.next().flatMap(Self.seconds) else { return nil }
        minimumLifetime = seconds
      default:
        guard name == nil, Self.isName(word) else { return nil }
        name = word
      }
    }
  }

  private static func isName(_ word: String) -> Bool { !word.isEmpty && word.utf8.first != UInt8(ascii: "-") }

  /// A number of at most nine digits.
  private static func seconds(_ word: String) -> Int64? {
    guard (1...9).contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(word)
  }
}
