import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveWire

/// An entry of the catalogue at a playground: with the addresses there, and the client that is registered.
package struct PlayedEntry: Sendable {
  /// The entry, with the addresses of the real provider.
  package let entry: Provider
  /// The entry with the addresses of the playground.
  package let moved: Provider
  package let client: Client

  /// The client that is registered at every entry.
  package static let clientID: ClientID = "playground-client"
  package static let secret = Secret("playground-secret-that-is-not-real-at-all")
  package static let apiKey = Secret("playground-api-key-that-is-not-real-at-all")
  /// The private number of the key of every client that signs: the same in every playground, as the secret is.
  package static let privateNumber = Array("playground-key-that-is-not-real!".utf8)

  package init(_ entry: Provider, in base: String) throws(OAuthError) {
    self.entry = entry
    moved = try EntryAddress(of: entry.name, in: base).moved(entry)
    client = try Self.client(of: entry)
  }

  /// An entry with the paths of the real provider.
  package init(_ entry: Provider, root base: String, client: Client) throws(OAuthError) {
    self.entry = entry
    moved = try EntryAddress(root: base).moved(entry)
    self.client = client
  }

  /// The entry of a name, or the example of a template; nil for a name that no entry has.
  package init?(named name: ProviderName, in base: String) {
    let example = { try? Provider.builtInTemplate(named: name)?.example() }
    guard let entry = Provider.builtIn(named: name) ?? example() else { return nil }
    try? self.init(entry, in: base)
  }

  private static var key: JSONWebKey {
    get throws(OAuthError) {
      JSONWebKey(
        .ellipticCurve(try EllipticCurveKey(.p256, privateNumber: privateNumber)), keyID: "playground",
        algorithm: SignatureAlgorithm.es256.rawValue, use: "sig")
    }
  }

  /// The client that the entry wants, with what its API wants of it too.
  private static func client(of entry: Provider) throws(OAuthError) -> Client {
    let values = entry.apiDialect.clientValues
    var client = try authenticating(at: entry)
    if values.contains(.secret), client.secret == nil { client = try Client(id: clientID, secret: secret) }
    if values.contains(.apiKey) { client.apiKey = apiKey }
    return client
  }

  /// The way of authenticating that the entry names; a key where it needs one.
  private static func authenticating(at entry: Provider) throws(OAuthError) -> Client {
    guard case .oauth2(let service) = entry.service else { return try Client(id: clientID, secret: secret) }
    switch service.dialect.request.clientAuthentication {
    case .publicClient: return try Client(id: clientID)
    case .privateKeyJWT: return try Client(id: clientID, key: key)
    case .signedSecret: return try Client(id: clientID, key: key, assertionIssuer: "TEAM")
    default: return try Client(id: clientID, secret: secret)
    }
  }
}
