import Crypto
public import WayleaveJOSE
public import WayleaveOAuth2
package import WayleaveWire

/// A grant without a user: no page is shown, since the client has all that it needs.
///
/// RFC 6749 §1.3.4 and §4.5.
public enum DirectGrant: Sendable, Equatable {
  /// For the client itself.
  ///
  /// RFC 6749 §4.4.
  case clientCredentials(ClientCredentialsGrant)
  /// In exchange for another token.
  ///
  /// RFC 8693 §2.
  case tokenExchange(TokenExchangeGrant)
  /// In exchange for a statement, such as a service account's, which is signed for each request.
  ///
  /// RFC 7523 §2.1.
  case jwtBearer(JWTAssertion, signedBy: JSONWebKey, access: RequestedAccess)
  /// In exchange for a statement that another party signed, which is shown once.
  ///
  /// RFC 7523 §2.1.
  case assertion(JWTBearerGrant)
}

extension DirectGrant {
  /// The request of one attempt, authenticated as the client.
  package func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    switch self {
    case .clientCredentials(let grant): return try grant.request(to: endpoint, as: client, dialect: dialect)
    case .tokenExchange(let grant): return try grant.request(to: endpoint, as: client, dialect: dialect)
    case .jwtBearer(let assertion, let key, let access):
      return try JWTBearerGrant(assertion: assertion.sign(with: key, at: now, using: &random), access: access)
        .request(to: endpoint, as: client, dialect: dialect)
    case .assertion(let grant): return try grant.request(to: endpoint, as: client, dialect: dialect)
    }
  }

  /// Reads the tokens of an answer.
  ///
  /// RFC 8693 §2.2.1: what an exchange gives may be no access token; its type, `N_A`, stays with it.
  package func tokens(
    reading response: ResponseMessage, dialect: OAuth2Dialect, accepting types: Set<TokenType>
  ) throws(OAuthError) -> TokenResponse {
    guard case .tokenExchange = self else {
      return try TokenResponse(reading: response, dialect: dialect, accepting: types, to: .direct)
    }
    _ = try TokenExchangeResponse(reading: response, dialect: dialect, accepting: types)
    return try TokenResponse(
      reading: response, dialect: dialect, accepting: types.union([.notApplicable]), to: .direct)
  }

  /// The scopes that are asked for.
  package var scopes: [String] {
    switch self {
    case .clientCredentials(let grant): grant.access.scopes
    case .tokenExchange(let grant): grant.access.scopes
    case .jwtBearer(_, _, let access): access.scopes
    case .assertion(let grant): grant.access.scopes
    }
  }

  /// The rule by which it is asked for.
  package var rule: OAuthError.Rule {
    switch self {
    case .clientCredentials: .rfc(6749, "4.4")
    case .tokenExchange: .rfc(8693, "2.1")
    case .jwtBearer, .assertion: .rfc(7523, "2.1")
    }
  }

  /// What tells two grants apart, byte for byte: whatever they ask for and show, but for the signature and its time.
  ///
  /// It is a hash, so that no token that is shown stays in memory for it.
  package func fingerprint(
    at place: String, as client: Client, bindingToKey bindsToKey: Bool
  ) throws(OAuthError) -> [UInt8] {
    let body: [UInt8]
    let signed: [String]
    switch self {
    case .clientCredentials(let grant): (body, signed) = (try Self.body(grant.request), [])
    case .tokenExchange(let grant): (body, signed) = (try Self.body(grant.request), [])
    case .assertion(let grant): (body, signed) = (try Self.body(grant.request), [])
    case .jwtBearer(let assertion, let key, let access):
      body = try Self.body(JWTBearerGrant(assertion: Secret("-"), access: access).request)
      signed = [
        assertion.issuer, assertion.subject, assertion.audience, JSON.object(assertion.additional).encodedText(),
        key.thumbprint,
      ]
    }
    var hash = SHA256()
    let parts = [[bindsToKey ? 1 : 0], Array(place.utf8)] + client.fingerprintParts + [body]
    for part in parts + signed.map({ Array($0.utf8) }) {
      // With its length before it no part can pass for two.
      hash.update(data: Array("\(part.count):".utf8) + part)
    }
    return Array(hash.finalize())
  }

  /// The form of a grant as a client that stands for any: how the client authenticates is a part of its own.
  private static func body(_ request: AuthorizationServerRequest.Maker) throws(OAuthError) -> [UInt8] {
    let anybody = try Client(id: "-", secret: Secret("-"), authentication: .basic)
    return try request(Endpoint("https://localhost/"), anybody, OAuth2Dialect()).body
  }
}

extension Client {
  /// What tells two clients apart, and one that shows a wrong secret from the one that has the right one.
  fileprivate var fingerprintParts: [[UInt8]] {
    [
      Array(id.text.utf8), Array((authentication?.rawValue ?? "").utf8),
      secret.map { Array(SHA256.hash(data: $0.exposedBytes)) } ?? [], Array((signingKey?.known.thumbprint ?? "").utf8),
    ]
  }
}
