import WayleaveWire

/// Where one tenant of a playground is.
struct TenantAddress: Sendable {
  /// `http://127.0.0.1:PORT`, or `https` for a playground with TLS.
  let origin: String
  /// `https://127.0.0.1:PORT`; nil without an encrypted port.
  let encryptedOrigin: String?
  /// The name of the tenant; nil for the default one.
  let name: String?

  /// What the paths of the tenant begin with: empty, or `/t/NAME`.
  var root: String { name.map { Self.prefix + $0 } ?? "" }

  /// Where the tenant is, without a slash at its end.
  var base: String { origin + root }

  /// Where the tenant is for clients that show a certificate.
  var encryptedBase: String? { encryptedOrigin.map { $0 + root } }

  /// The cookie of its pages: ports share cookies, and so do tenants.
  var cookieName: String {
    "playground_session_\(origin.split(separator: ":").last ?? "0")" + (name.map { "_\($0)" } ?? "")
  }

  /// What is here by the name `localhost` too: the document of a DID that can have no other name on this machine.
  static let document = "/.well-known/did.json"

  private static let prefix = "/t/"
  private static let wellKnown = "/.well-known/"

  /// The tenant that a path names, and the path within it; nil for the default tenant.
  ///
  /// RFC 8414 §3.1 and RFC 9728 §3.1 put the well-known part in front of the path: `/.well-known/KIND/t/NAME/…`.
  static func split(_ path: String) -> (name: String?, path: String) {
    if let (name, rest) = named(path[...]) { return (name, rest) }
    guard path.hasPrefix(wellKnown),
      let slash = path.utf8.dropFirst(wellKnown.utf8.count).firstIndex(of: UInt8(ascii: "/")),
      let (name, rest) = named(path[slash...])
    else { return (nil, path) }
    // Of an issuer that is the tenant itself, nothing follows the name.
    return (name, path[..<slash] + (rest == "/" ? "" : rest))
  }

  private static func named(_ path: Substring) -> (name: String, rest: String)? {
    guard path.hasPrefix(prefix) else { return nil }
    let after = path.dropFirst(prefix.count)
    let name = after.prefix { $0 != "/" }
    guard isName(String(name)) else { return nil }
    let rest = after[name.endIndex...]
    return (String(name), rest.isEmpty ? "/" : String(rest))
  }

  /// Whether a text can be the name of a tenant.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
