package import WayleaveJOSE
package import WayleaveWire

/// How an issuer writes access tokens that are JWTs: what they call themselves, what must be in them, and where client
/// and scopes are.
///
/// RFC 9068 §2 and §4. Only data: ``JWTAccessToken`` reads it. Signature, issuer, audience and time are verified by every
/// profile.
public struct AccessTokenProfile: Sendable, Equatable {
  /// A claim that distinguishes an access token from other tokens that the issuer signs with the same keys.
  public struct Mark: Sendable, Equatable {
    /// The names of which one must be there.
    public var names: [String]
    /// The texts of which it must be one; empty when any value will do.
    public var values: [String]

    /// A mark.
    public init(_ names: [String], among values: [String] = []) {
      self.names = names
      self.values = values
    }
  }

  /// What the header may name as `typ`; nil among them for a header without one.
  public var types: [String?]
  /// The claims that must be there.
  public var requiredClaims: [String]
  /// What shows that it is an access token, where `typ` does not: each of them must be there.
  public var marks: [Mark]
  /// The claims that name the client, the preferred one first.
  public var clientClaims: [String]
  /// The claim that has the scopes.
  public var scopeClaim: String
  /// Whether the scopes may be a list of texts, and not only one text with spaces.
  public var takesScopeList: Bool
  /// Where the issuer documents it.
  public var source: String

  /// A profile.
  public init(
    types: [String?], requiredClaims: [String], marks: [Mark] = [], clientClaims: [String] = ["client_id"],
    scopeClaim: String = "scope", takesScopeList: Bool = false, source: String
  ) {
    self.types = types
    self.requiredClaims = requiredClaims
    self.marks = marks
    self.clientClaims = clientClaims
    self.scopeClaim = scopeClaim
    self.takesScopeList = takesScopeList
    self.source = source
  }

  /// Whether a token without an audience fits: the API that accepts it must know the client.
  package var mayOmitAudience: Bool { !requiredClaims.contains("aud") }

  /// What was signed to be something else, such as an ID token, is no access token.
  ///
  /// RFC 9068 §4: "the resource server MUST verify that the "typ" header value is "at+jwt" … and reject tokens carrying
  /// any other value".
  package func requireType(of signature: JSONWebSignature) throws(OAuthError) {
    let fits = types.contains { type in
      guard let type else { return signature.header.type == nil }
      return signature.header.isType(type)
    }
    guard fits else { throw .otherType(signature.header.type, expected: types) }
  }

  /// The claims that a token must have are there, and so is what shows that it is an access token.
  ///
  /// RFC 9068 §2.2.
  package func requirePresence(in claims: JSON.Object) throws(OAuthError) {
    for name in requiredClaims where (claims[name] ?? .null) == .null {
      throw .accessTokenRefused(.malformedAccessToken, "“\(name)”")
    }
    for mark in marks where !mark.isOn(claims) {
      throw .accessTokenRefused(
        .malformedAccessToken, "an access token, which has “\(mark.names.joined(separator: "” or “"))”")
    }
  }

  /// Which client the claims name.
  func client(in claims: JSONWebTokenClaims) throws(OAuthError) -> ClientID? {
    for name in clientClaims {
      if let client = try claims.text(name) { return ClientID(client) }
    }
    return nil
  }

  /// Which scopes the claims name.
  func scopes(in claims: JSONWebTokenClaims) throws(OAuthError) -> [String] {
    if takesScopeList, let list = claims[scopeClaim]?.array {
      let scopes = list.compactMap(\.string)
      guard scopes.count == list.count else { throw .malformedScopes(scopeClaim) }
      return scopes
    }
    return try claims.text(scopeClaim)?.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } ?? []
  }
}

extension AccessTokenProfile.Mark {
  fileprivate func isOn(_ claims: JSON.Object) -> Bool {
    names.contains { name in
      guard let claim = claims[name], claim != .null else { return false }
      return values.isEmpty || values.contains { claim.string?.hasSameBytes(as: $0) == true }
    }
  }
}

extension OAuthError {
  fileprivate static func otherType(_ type: String?, expected types: [String?]) -> OAuthError {
    let names = types.map { $0 ?? "none at all" }.joined(separator: " or ")
    return OAuthError(
      .malformedAccessToken, message: "The token is not an access token of the type \(names).",
      rule: .rfc(9068, "4"), received: .text(type),
      remedy: "This is not an access token by RFC 9068. An ID token is not one either.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }

  fileprivate static func malformedScopes(_ claim: String) -> OAuthError {
    malformedJOSE(
      .rfc(9068, "2.2.3"), expected: "texts in “\(DisplayText.clean(claim, limit: 60))”",
      received: .described("something else"))
  }
}
