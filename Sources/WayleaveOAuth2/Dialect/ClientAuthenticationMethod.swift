/// How a client authenticates at the token endpoint.
///
/// RFC 6749 §2.3.1, RFC 7523 §2.2 and RFC 8705 §2; the raw values are those of the IANA registry that RFC 7591 §4.2
/// founds, but for those that only single providers have.
public enum ClientAuthenticationMethod: String, Sendable, CaseIterable {
  /// Not at all: a public client sends its id in the body.
  case publicClient = "none"
  /// Id and secret, each form-encoded, in the `Authorization` header.
  case basic = "client_secret_basic"
  /// Id and secret as they are in the `Authorization` header, for servers that skip the form decoding.
  case basicRaw = "client_secret_basic_raw"
  /// Id and secret in the body.
  case post = "client_secret_post"
  /// The secret alone as a bearer token, as Stripe has it.
  case bearerSecret = "client_secret_bearer"
  /// A JWT in the place of the secret, signed by the client's key for the issuer, as Apple has it.
  ///
  /// https://developer.apple.com, "Creating a client secret". The key is an ES256 key with its id.
  case signedSecret = "client_secret_signed"
  /// By a JWT whose code is made with the secret.
  case secretJWT = "client_secret_jwt"
  /// By a JWT that is signed with the client's private key.
  case privateKeyJWT = "private_key_jwt"
  /// By the certificate of the connection, which a known authority vouches for; the id is in the body.
  case tls = "tls_client_auth"
  /// By the certificate of the connection, which the server knows; the id is in the body.
  case selfSignedTLS = "self_signed_tls_client_auth"

  /// Whether each request needs an assertion of its own: ``Client/asserting(to:dialect:at:using:)``.
  package var needsAssertion: Bool { self == .secretJWT || self == .privateKeyJWT || self == .signedSecret }

  /// Whether the connection needs the client's certificate.
  package var needsCertificate: Bool { self == .tls || self == .selfSignedTLS }

  /// Whether the client secret is used.
  package var needsSecret: Bool {
    switch self {
    case .basic, .basicRaw, .post, .bearerSecret, .secretJWT: true
    case .publicClient, .signedSecret, .privateKeyJWT, .tls, .selfSignedTLS: false
    }
  }
}
