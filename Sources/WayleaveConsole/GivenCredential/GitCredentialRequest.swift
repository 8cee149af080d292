import WayleaveBackport
package import WayleaveWire

/// What git asks a credential helper.
///
/// git-credential(1), "INPUT/OUTPUT FORMAT": lines `key=value`, up to an empty line or the end.
package struct GitCredentialRequest: Sendable {
  /// The server; nil for one that no token goes to.
  ///
  /// Tokens go over https, and over http on this machine alone.
  package let origin: Origin?
  /// The user name that the URL or the configuration names; nil for any.
  package let user: String?
  /// The password, or the token, that git used before; nil when it used none.
  package let used: Secret?
  /// Whether git can send the token as the server's challenge asks for it.
  ///
  /// git-credential(1), "capability[]": `authtype`.
  package let takesScheme: Bool
  /// What the server asked for.
  package let challenges: [Challenge]

  /// Reads what git wrote; throws `configuration.invalid_value` for what git does not write.
  package init(reading bytes: [UInt8]) throws(OAuthError) {
    let attributes = try Self.attributes(in: bytes)
    func last(_ key: String) -> String? { attributes.last { $0.key.hasSameBytes(as: key) }?.value }
    // An empty value clears what stands before it.
    func list(_ key: String) -> [String] {
      let values = attributes.filter { $0.key.hasSameBytes(as: key) }.map(\.value)
      return Array(values[(values.lastIndex(of: "").map { $0 + 1 } ?? 0)...])
    }
    origin = Self.origin(of: last("protocol"), last("host"))
    user = last("username")
    used = (last("credential") ?? last("password")).map { Secret($0) }
    takesScheme = list("capability[]").contains("authtype")
    challenges = list("wwwauth[]").flatMap { Challenge.list(in: $0) ?? [] }
  }

  /// Whether the server takes the token as it is, and git can send it so.
  ///
  /// RFC 6750 §2.1.
  package var wantsBearer: Bool { takesScheme && challenges.contains { $0.isScheme("Bearer") } }

  /// The most that is read: git itself writes a few hundred bytes.
  private static let maximumLength = 64 * 1024

  private static func attributes(in bytes: [UInt8]) throws(OAuthError) -> [(key: String, value: String)] {
    guard bytes.count <= maximumLength else { throw .malformedGitRequest("more than 64 KiB") }
    // A carriage return or a NUL ends a line for some readers, and not for others: CVE-2020-5260, CVE-2024-52006.
    guard !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) else {
      throw .malformedGitRequest("a carriage return or a NUL")
    }
    var attributes: [(key: String, value: String)] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard !line.isEmpty else { break }
      guard let text = String(utf8: line), let equals = text.firstIndex(of: "=") else {
        throw .malformedGitRequest("a line that is not “key=value”")
      }
      attributes.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    return attributes
  }

  private static func origin(of scheme: String?, _ host: String?) -> Origin? {
    guard let scheme, let host, ["https", "http"].contains(scheme) else { return nil }
    // No user name, path or query may hide in the host.
    guard host.utf8.allSatisfy({ !"@/?#\\".utf8.contains($0) }) else { return nil }
    return try? Endpoint("\(scheme)://\(host)").origin
  }
}

extension OAuthError {
  fileprivate static func malformedGitRequest(_ found: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "What git is expected to write was not understood: there is \(found).",
      rule: .specification("git-credential(1)", "INPUT/OUTPUT FORMAT"),
      remedy: "git starts this command: set `credential.helper` to `!wayleave git-credential`.")
  }
}
