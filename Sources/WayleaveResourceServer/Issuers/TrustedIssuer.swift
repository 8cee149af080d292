public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// An issuer whose tokens an API accepts, and how it verifies them.
///
/// RFC 9728 §2, `authorization_servers`.
public struct TrustedIssuer: Sendable {
  /// Where the keys of an issuer are.
  public enum Keys: Sendable {
    /// At the `jwks_uri` of the issuer's metadata.
    ///
    /// RFC 8414 §2.
    case published
    /// At this address, for an issuer without metadata.
    case at(Endpoint)
    /// These, for ever: nothing is fetched.
    case fixed(JSONWebKeySet)
  }

  /// How tokens are verified.
  enum Way: Sendable {
    case signature(AccessTokenProfile, Keys, Set<SignatureAlgorithm>)
    case introspection(Client, Endpoint?)
  }

  /// The issuer.
  public let issuer: Issuer
  /// The names by which the issuer's tokens call this API; empty for the API's own identifier.
  public let audiences: [String]
  /// The clients that may call; nil for all. Where tokens have no audience, they must be named.
  public let clients: [ClientID]?
  let url: AbsoluteURL
  let way: Way

  /// An issuer whose tokens are signed JWTs.
  ///
  /// RFC 9068 §4, strictly; another profile says how an issuer departs from it. `algorithms` may not have those of a shared
  /// secret.
  public init(
    _ issuer: AbsoluteURL, profile: AccessTokenProfile = .rfc9068, audiences: [String] = [], clients: [ClientID]? = nil,
    keys: Keys = .published, algorithms: Set<SignatureAlgorithm> = TrustedIssuer.algorithms
  ) {
    url = issuer
    self.issuer = Issuer(issuer)
    self.audiences = audiences
    self.clients = clients
    way = .signature(profile, keys, algorithms.intersection(Self.algorithms))
  }

  /// An issuer that is asked about each of its tokens, whatever they look like.
  ///
  /// RFC 7662 §2. The API asks as a client of its own. Without `endpoint` it is that of the issuer's metadata.
  public static func introspecting(
    _ issuer: AbsoluteURL, as client: Client, at endpoint: Endpoint? = nil, audiences: [String] = [],
    clients: [ClientID]? = nil
  ) -> TrustedIssuer {
    TrustedIssuer(url: issuer, audiences: audiences, clients: clients, way: .introspection(client, endpoint))
  }

  private init(url: AbsoluteURL, audiences: [String], clients: [ClientID]?, way: Way) {
    self.url = url
    issuer = Issuer(url)
    self.audiences = audiences
    self.clients = clients
    self.way = way
  }

  /// The algorithms of tokens unless fewer are wanted: all that have a public key.
  public static let algorithms = Set<SignatureAlgorithm>.asymmetric
}
