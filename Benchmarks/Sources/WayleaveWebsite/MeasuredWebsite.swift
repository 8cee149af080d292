import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird
import WayleaveWire

/// The website that is measured.
enum MeasuredWebsite {
  /// How it differs from a website by default.
  enum Difference: String {
    /// Everyone who signs in is a new user, and its users are stored nowhere.
    case crowd
    /// It neither pushes the request nor binds the tokens to a key.
    case plain
  }

  static func make(at port: Int, issuer: String, storedIn folder: String?, by differences: Set<Difference>) throws
    -> Website
  {
    guard let folder else { return try make(at: port, issuer: issuer, by: differences) { _ in MemoryVault() } }
    return try make(at: port, issuer: issuer, by: differences) {
      FileVault(directory: "\(folder)/\($0)", key: .keyFile("\(folder)/key"))
    }
  }

  private static func make(
    at port: Int, issuer: String, by differences: Set<Difference>, vault: (_ name: String) -> some Vault & RecordLocks
  ) throws -> Website {
    let url = "http://127.0.0.1:\(port)"
    let client = try Client(id: "tollgate-native", redirectURIs: [RedirectURI("\(url)/callback")])
    let accounts = Accounts(
      transport: try AsyncHTTPClientTransport(), credentials: CredentialRecords(in: vault("credentials")),
      signIns: SignInRecords(in: vault("sign-ins")))
    var options = SignInOptions()
    if differences.contains(.plain) { (options.terms.pushesRequest, options.terms.binding) = (false, .never) }
    return try Website(
      at: url, accounts: accounts,
      providers: [WebsiteProvider("issuer", .issuer(issuer), as: client, options: options)],
      users: differences.contains(.crowd) ? Crowd() : nil, vault: vault("website"))
  }
}

/// Users of whom no one was here before: 10,000 sessions are then of 10,000 users.
private struct Crowd: WebsiteUsers {
  func user(with identity: Identity) async throws -> String? { nil }

  func create(from identity: Identity) async throws -> String? {
    var random = SystemRandomNumberGenerator()
    return RandomText.base64URL(bytes: 16, using: &random)
  }

  func link(_ identity: Identity, to user: String) async throws -> Bool { false }

  func unlink(_ identity: Identity, from user: String) async throws -> Bool { false }

  func identities(of user: String) async throws -> [Identity] { [] }
}
