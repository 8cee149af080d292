import WayleaveOAuth2
import WayleaveWire

/// What Tollgate has to give, and its names for it.
struct TollgateOffer: Sendable {
  /// `http://127.0.0.1:PORT`.
  let base: String

  /// Who it says it is; with a path, so that readers who forget the path in a well-known address are found out.
  var issuer: Issuer { Issuer(base + TollgatePath.mount) }
  /// The API that any good token opens.
  var notes: String { base + TollgatePath.mount + TollgatePath.notes.rawValue }
  /// The API that wants a recent sign-in by password, and a token of its own.
  var vault: String { base + TollgatePath.mount + TollgatePath.vault.rawValue }
  /// Every API, by the address that a token is asked for with: RFC 8707 §2.
  var resources: [String] { [notes, vault] }

  /// The scopes, each with what the consent page says of it.
  static let scopes: [(name: String, meaning: String)] = [
    ("openid", "Know that it is you"), ("profile", "See your name and home city"),
    ("email", "See your email address"),
    ("notes.read", "Read your notes"), ("vault.read", "Open your vault"),
  ]
  /// What a request is for that names no scope: RFC 6749 §3.3.
  static let defaultScopes = ["notes.read"]
  /// The scopes of APIs, which a client may have without any user.
  static let apiScopes = ["notes.read", "vault.read"]
  /// The types of authorization details: RFC 9396 §2.
  static let detailTypes: Set<String> = ["notebook"]
  /// The person's password was typed in some sign-in of this browser.
  static let session = "urn:tollgate:session"
  /// The person's password was typed for this very sign-in.
  static let password = "urn:tollgate:password"

  static func has(scope: String) -> Bool { scopes.contains { $0.name.hasSameBytes(as: scope) } }

  func has(_ resource: ResourceIndicator) -> Bool { resources.contains { $0.hasSameBytes(as: resource.text) } }
}
