import WayleaveOAuth2
import WayleaveWire

/// What Tollgate has to give, and its names for it.
struct TollgateOffer: Sendable {
  /// `http://127.0.0.1:PORT`.
  let base: String
  /// The ways of real servers that count now.
  var ways: Set<Fault.Way> = []
  /// Which of the servers is asked.
  var server = TollgateServer.own

  /// Who it says it is; with a path, so that readers who forget the path in a well-known address are found out.
  var issuer: Issuer { Issuer(server == .own ? base + TollgatePath.mount : base) }
  /// The API that any good token opens.
  var notes: String { base + TollgatePath.mount + TollgatePath.notes.rawValue }
  /// The API that wants a recent sign-in by password, and a token of its own.
  var vault: String { base + TollgatePath.mount + TollgatePath.vault.rawValue }
  /// The API with tools for programs.
  var tools: String { base + TollgatePath.mount + TollgatePath.tools.rawValue }
  /// The origin, by which some APIs call themselves: here the one with tools.
  var toolsAliases: [String] { [base, base + "/"] }
  /// Every API, by the address that a token is asked for with: RFC 8707 §2.
  var resources: [String] { [notes, vault, tools] }

  /// The scopes, each with what the consent page says of it.
  static let scopes: [(name: String, meaning: String)] = [
    ("openid", "Know that it is you"), ("profile", "See your name and home city"),
    ("email", "See your email address"),
    ("notes.read", "Read your notes"), ("vault.read", "Open your vault"),
    (toolScope, "Use your tools"), (countScope, "Let your tools count"),
  ]
  /// What the API with tools wants.
  static let toolScope = "tools"
  /// What one tool wants in addition, at a server that asks for more later.
  static let countScope = "tools.count"
  /// What a request is for that names no scope: RFC 6749 §3.3.
  static let defaultScopes = ["notes.read"]
  /// The scopes of APIs, which a client may have without any user.
  static let apiScopes = ["notes.read", "vault.read", toolScope, countScope]
  /// The types of authorization details: RFC 9396 §2.
  static let detailTypes: Set<String> = ["notebook"]
  /// The person's password was typed in some sign-in of this browser.
  static let session = "urn:tollgate:session"
  /// The person's password was typed for this very sign-in.
  static let password = "urn:tollgate:password"

  /// The scopes of the personal data server: AT Protocol, OAuth, Authorization Scopes.
  static let pdsScopes: [(name: String, meaning: String)] = [
    (pdsScope, "Know that it is you, by your DID"),
    ("transition:generic", "Read and change all that you publish"),
    ("transition:chat.bsky", "Read and send your messages"),
    ("transition:email", "See your email address"),
  ]
  /// The scope that every sign-in at the personal data server asks for.
  static let pdsScope = "atproto"

  func has(scope: String) -> Bool {
    (server == .pds ? Self.pdsScopes : Self.scopes).contains { $0.name.hasSameBytes(as: scope) }
  }

  func has(_ resource: ResourceIndicator) -> Bool {
    (resources + toolsAliases).contains { $0.hasSameBytes(as: resource.text) } || isOwnAPI(resource)
  }

  /// Whether this is the API of someone who builds one on this machine, at another port: tokens are issued for it, too.
  private func isOwnAPI(_ resource: ResourceIndicator) -> Bool {
    guard server == .own, let url = try? AbsoluteURL(resource.text), url.isLoopback, let origin = Origin(of: url) else {
      return false
    }
    return origin.description != base
  }

  /// What a request is for that names APIs, and no scope.
  func defaultScopes(for asked: [ResourceIndicator]) -> [String] {
    if server == .pds { return [] }
    let isForTools = { (resource: ResourceIndicator) in
      ([tools] + toolsAliases).contains { $0.hasSameBytes(as: resource.text) }
    }
    return !asked.isEmpty && asked.allSatisfy(isForTools) ? [Self.toolScope] : Self.defaultScopes
  }
}
