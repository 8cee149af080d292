import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird
import WayleaveWire

/// The website that is measured.
enum MeasuredWebsite {
  static func make(at port: Int, issuer: String, storedIn folder: String?, hasCrowd: Bool) throws -> Website {
    guard let folder else { return try make(at: port, issuer: issuer, hasCrowd: hasCrowd) { _ in MemoryVault() } }
    return try make(at: port, issuer: issuer, hasCrowd: hasCrowd) {
      FileVault(directory: "\(folder)/\($0)", key: .keyFile("\(folder)/key"))
    }
  }

  private static func make(
    at port: Int, issuer: String, hasCrowd: Bool, vault: (_ name: String) -> some Vault & RecordLocks
  ) throws -> Website {
    let url = "http://127.0.0.1:\(port)"
    let client = try Client(id: "tollgate-native", redirectURIs: [RedirectURI("\(url)/callback")])
    let accounts = Accounts(
      transport: try AsyncHTTPClientTransport(), credentials: CredentialRecords(in: vault("credentials")),
      signIns: SignInRecords(in: vault("sign-ins")))
    return try Website(
      at: url, accounts: accounts, providers: [WebsiteProvider("issuer", .issuer(issuer), as: client)],
      users: hasCrowd ? Crowd() : nil, vault: vault("website"))
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
