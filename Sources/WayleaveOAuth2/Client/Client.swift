public import WayleaveJOSE
public import WayleaveWire

/// Our registration at a provider: the client id, how it authenticates, and where users may come back to.
///
/// RFC 6749 §2. At an OAuth 1.0a provider the id is the consumer key and the secret is the consumer secret.
public struct Client: Sendable, Equatable {
  /// The client id.
  public let id: ClientID
  /// The secret; nil for a client that has none.
  public let secret: Secret?
  /// The private key that signs the client's assertions; nil for a client that has none, or has it in a keystore.
  public let key: JSONWebKey?
  /// The key of a keystore that signs them; nil for a client that has none there.
  package var keystoreKey: KeystoreKey?
  /// How the client authenticates; nil leaves it to what the client has and to the provider's dialect.
  public internal(set) var authentication: ClientAuthenticationMethod?
  /// The redirect URIs that are registered, the preferred one first.
  public let redirectURIs: [RedirectURI]
  /// Whether users do not come back but type a number that the provider shows.
  ///
  /// RFC 5849 §2.1, "oob"; OAuth 1.0a only.
  public let isOutOfBand: Bool
  /// The private key for which the server encrypts its signed callbacks; nil where it is not registered that it does.
  ///
  /// JWT Secured Authorization Response Mode §3, `authorization_encrypted_response_alg`. With it, a callback that comes
  /// without encryption is refused.
  package let callbackKey: JSONWebKey?
  /// The issuer of the client's assertions where it is not the client, such as the team at Apple.
  public let assertionIssuer: String?
  /// A key for the API of a provider that wants one, such as Bungie's `X-API-Key`; nil for a client that has none.
  package var apiKey: Secret?
  /// Whether its tokens are bound to a key where the server offers that; false for a client whose APIs take plain tokens
  /// only.
  ///
  /// RFC 9449 §5.
  public var bindsTokens = true
  /// What the client shows of itself in its next request: see ``asserting(to:dialect:at:using:)``.
  var assertion: Secret?

  /// A registration; throws `configuration.invalid_client`.
  ///
  /// Refused: an empty id, characters that RFC 6749 Appendix A.1 excludes, a secret method without a secret,
  /// `private_key_jwt` without a private key, a public or shared key for callbacks. Without redirect URIs, a sign-in through the loopback listener comes back
  /// to an address of this machine that goes by the provider, at any free port.
  public init(
    id: ClientID, secret: Secret? = nil, key: JSONWebKey? = nil, authentication: ClientAuthenticationMethod? = nil,
    redirectURIs: [RedirectURI] = [], isOutOfBand: Bool = false, callbackKey: JSONWebKey? = nil,
    assertionIssuer: String? = nil
  ) throws(OAuthError) {
    guard !id.text.isEmpty, id.text.utf8.allSatisfy(\.isVisibleCharacter) else { throw .invalidClientID(id) }
    if let authentication, authentication.needsSecret, secret == nil { throw .secretMissing(for: authentication) }
    if authentication == .privateKeyJWT || authentication == .signedSecret || key != nil {
      guard let key, key.isPrivate, key.publicKey != nil else { throw .keyMissing() }
    }
    guard callbackKey.map({ $0.isPrivate && $0.publicKey != nil }) ?? true else { throw .publicCallbackKey() }
    self.id = id
    self.secret = secret
    self.key = key
    self.callbackKey = callbackKey
    self.authentication = authentication
    self.redirectURIs = redirectURIs
    self.isOutOfBand = isOutOfBand
    self.assertionIssuer = assertionIssuer
  }

  /// A registration whose private key stays in a keystore, such as that of a security chip, and signs there; throws
  /// `configuration.invalid_client`.
  ///
  /// RFC 7523 §2.2. A stored account has the key's name and public half alone: `Accounts` find the key again by its name
  /// in the keystore that they have. A keystore that has lost the key is `credential.sign_in_needed`.
  public init(
    id: ClientID, key: any ExternalSigningKey, named name: String,
    authentication: ClientAuthenticationMethod = .privateKeyJWT, redirectURIs: [RedirectURI] = []
  ) throws(OAuthError) {
    self = try Client(id: id, redirectURIs: redirectURIs).signing(by: KeystoreKey(key, named: name), as: authentication)
  }

  /// The same client with a key in a keystore.
  package func signing(
    by key: KeystoreKey, as authentication: ClientAuthenticationMethod
  ) throws(OAuthError) -> Client {
    if authentication.needsSecret, secret == nil { throw .secretMissing(for: authentication) }
    let open = key.key.publicKey
    guard !open.isPrivate, SignatureAlgorithm(goingWith: open) != nil else { throw .keyMissing() }
    var client = self
    client.keystoreKey = key
    // Always said: a version that knows no such keys must not take the client for one without any.
    client.authentication = authentication
    return client
  }

  /// The key that signs, here or in its keystore; nil for a client that has none.
  package var signingKey: PreparedSigner.Key? {
    key.map(PreparedSigner.Key.own) ?? keystoreKey.map { .external($0.key) }
  }

  /// What stands for "no redirect URI" where one is written.
  ///
  /// RFC 5849 §2.1.
  public static let outOfBand = "oob"
}

extension OAuthError {
  fileprivate static func invalidClientID(_ id: ClientID) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: id.text.isEmpty
        ? "The client id is empty."
        : "The client id “\(DisplayText.clean(id.text, limit: 200))” has characters that a client id cannot have.",
      rule: .rfc(6749, "A.1"), remedy: "Copy the client id from the provider's page for your app.")
  }

  static func secretMissing(for method: ClientAuthenticationMethod) -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no secret, and the authentication “\(method.rawValue)” needs one.",
      rule: .rfc(6749, "2.3.1"),
      remedy: "Give the secret by a file or standard input, or set the authentication to none.")
  }

  static func keyMissing() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no private key, and the authentication “private_key_jwt” needs one.",
      rule: .rfc(7523, "2.2"), remedy: "Give the private key whose public part is registered at the provider.")
  }

  fileprivate static func publicCallbackKey() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client's key for encrypted answers is not a private key.",
      rule: .specification("JWT Secured Authorization Response Mode", "3"),
      remedy: "Give the private key whose public part is registered at the provider for encryption.")
  }
}
