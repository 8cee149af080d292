import WayleaveBackport
package import WayleaveWire

/// The file of git's credential store: a URL in each line.
///
/// git-credential-store, "STORAGE FORMAT": `https://user:pass@example.com`. The file does not say what is a token and
/// what a password: only the host can.
package struct GitCredentialsFile: Sendable {
  /// What stands in it, in its order; each once.
  package var tokens: [FoundAccount] { found.accounts }

  private var found = FoundAccounts()

  /// Reads a file; throws `account_file.malformed` for one that git did not write, or that has no token.
  package init(reading file: [UInt8]) throws(OAuthError) {
    guard !file.isEmpty else { throw .malformedForeignFile("git", "an empty file", remedy: Self.remedy) }
    for line in file.split(separator: UInt8(ascii: "\n")) where !line.isEmpty {
      guard let token = Self.token(in: Array(line)) else {
        throw .malformedForeignFile("git", "a line that is no URL with a password", remedy: Self.remedy)
      }
      found.add(token)
    }
    try found.requireContent(of: "git", remedy: Self.remedy)
  }

  private static let remedy: Remedy = "Name the file of git's credential store, such as ~/.git-credentials."

  /// What a line holds. `%` in user and password is decoded, as git does.
  private static func token(in line: [UInt8]) -> FoundAccount? {
    let schemes = ["https://", "http://"].filter { line.starts(with: $0.utf8) }
    guard let scheme = schemes.first, line.allSatisfy(\.isOfToken) else { return nil }
    let rest = line.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let parts = authority[..<at].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let user = PercentEncoding.decode(parts[0]), let token = PercentEncoding.decode(parts[1])
    else { return nil }
    guard let name = String(utf8: user) else { return nil }
    return FoundAccount(host: String(decoding: authority[(at + 1)...], as: UTF8.self), user: name, token: Secret(token))
  }
}
