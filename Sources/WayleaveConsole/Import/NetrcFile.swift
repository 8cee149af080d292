import WayleaveBackport
package import WayleaveWire

/// A netrc file, in which programs look up login and password of a host: `~/.netrc`.
///
/// The GNU manual "The .netrc file", and curl's, which has texts in quotes. The file does not say what is a token and what
/// a password: only the host can.
package struct NetrcFile: Sendable {
  /// What stands in it.
  package private(set) var found = FoundAccounts()

  /// Reads a file; throws `account_file.malformed` for another one, or one without any password.
  package init(reading file: [UInt8]) throws(OAuthError) {
    guard !file.isEmpty else { throw .malformedForeignFile("netrc", "an empty file", remedy: Self.remedy) }
    var words = NetrcWords(file)
    var entry: Entry?
    while let word = try words.next() {
      switch word {
      case "machine":
        take(entry)
        entry = Entry(host: try words.required())
      case "default":
        take(entry)
        entry = Entry(host: nil)
      case "login": entry?.user = try words.required()
      case "password": entry?.password = try words.required()
      case "account": _ = try words.required()
      case "macdef":
        words.skipMacro()
        continue
      default: throw .malformedForeignFile("netrc", "a word that no netrc has there", remedy: Self.remedy)
      }
      guard entry != nil else {
        throw .malformedForeignFile("netrc", "a login before the first machine", remedy: Self.remedy)
      }
    }
    take(entry)
    try found.requireContent(of: "netrc", remedy: Self.remedy)
  }

  static let remedy: Remedy = "Name a netrc file, such as ~/.netrc."

  private struct Entry {
    /// Nil for the entry of all other hosts.
    let host: String?
    var user: String?
    var password: String?
  }

  private mutating func take(_ entry: Entry?) {
    guard let entry, let password = entry.password else { return }
    guard let host = entry.host else {
      return found.leaveOut("The entry “default”", because: "it names no host.")
    }
    guard password.utf8.allSatisfy(\.isOfToken) else {
      return found.leaveOut("What stands for \(host)", because: "no token has such characters: it is a password.")
    }
    found.add(FoundAccount(host: host, user: entry.user, token: Secret(password)))
  }
}

/// The words of a netrc file.
private struct NetrcWords {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next word where a keyword stands; nil at the end. A comment is skipped.
  mutating func next() throws(OAuthError) -> String? {
    skipSpace()
    while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
      skipLine()
      skipSpace()
    }
    return try word()
  }

  /// The value of a keyword.
  mutating func required() throws(OAuthError) -> String {
    skipSpace()
    guard let word = try word() else { throw refusal("a word without its value") }
    return word
  }

  /// Skips a macro, which ends with an empty line.
  mutating func skipMacro() {
    skipLine()
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { skipLine() }
  }

  private mutating func word() throws(OAuthError) -> String? {
    guard position < bytes.count else { return nil }
    let isQuoted = bytes[position] == UInt8(ascii: "\"")
    if isQuoted { position += 1 }
    var word: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if isQuoted ? byte == UInt8(ascii: "\"") : byte.isBlank { break }
      position += 1
      if isQuoted, byte == UInt8(ascii: "\\") { word.append(try escaped()) } else { word.append(byte) }
    }
    if isQuoted {
      guard position < bytes.count else { throw refusal("a quote that does not end") }
      position += 1
    }
    guard let text = String(utf8: word) else { throw refusal("text that is not UTF-8") }
    // A line end in a value would begin a line of what is sent or written later.
    guard !word.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw refusal("a control character in a value") }
    return text
  }

  private mutating func escaped() throws(OAuthError) -> UInt8 {
    guard position < bytes.count else { throw refusal("a quote that does not end") }
    defer { position += 1 }
    switch bytes[position] {
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "r"): return UInt8(ascii: "\r")
    case UInt8(ascii: "t"): return UInt8(ascii: "\t")
    case let byte: return byte
    }
  }

  private mutating func skipSpace() { while position < bytes.count, bytes[position].isBlank { position += 1 } }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    if position < bytes.count { position += 1 }
  }

  private func refusal(_ found: String) -> OAuthError {
    .malformedForeignFile("netrc", found, remedy: NetrcFile.remedy)
  }
}

extension UInt8 {
  /// A space, a tab or the end of a line.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
