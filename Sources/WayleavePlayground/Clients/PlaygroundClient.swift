public import WayleaveOAuth2
public import WayleaveWire

/// An application registered at a provider of the playground that speaks OAuth 2, or at an entry.
public struct PlaygroundClient: Sendable {
  /// The client id.
  public let id: ClientID
  /// What the consent page calls it.
  public let name: String
  /// The secret; nil for a public client, which must use PKCE.
  public let secret: Secret?
  /// Where its users may be sent back to; a loopback path that ends with `/*` stands for each name in that place.
  public let redirectURIs: [RedirectURI]
  /// Whether it is held to what the documentation of the real provider says of redirect URIs.
  var isHeldToRules = false

  /// A registration; throws `configuration.invalid_redirect_uri`.
  public init(id: ClientID, name: String, secret: Secret?, redirectURIs: [String]) throws(OAuthError) {
    var verified: [RedirectURI] = []
    for text in redirectURIs { verified.append(try RedirectURI(text)) }
    self.init(id: id, name: name, secret: secret, registered: verified)
  }

  init(id: ClientID, name: String, secret: Secret?, registered redirectURIs: [RedirectURI]) {
    self.id = id
    self.name = name
    self.secret = secret
    self.redirectURIs = redirectURIs
  }

  /// The client of the demonstration: `wayleave-demo`, with a secret that says it is none.
  public static func demo() throws(OAuthError) -> PlaygroundClient {
    try PlaygroundClient(
      id: "wayleave-demo", name: "Wayleave Demo", secret: Secret("playground-secret-not-real"),
      redirectURIs: RedirectURI.registeredByDemos)
  }
}
