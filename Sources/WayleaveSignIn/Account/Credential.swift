import WayleaveJOSE
public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire

/// What a provider issued for one account.
public enum Credential: Sendable, Equatable {
  /// A token and secret of OAuth 1.0a.
  case oauth1(TokenCredential)
  /// The tokens of OAuth 2.
  case oauth2(Tokens)

  /// The tokens that an OAuth 2 token endpoint issued, with everything it said about them.
  public struct Tokens: Sendable, Equatable {
    /// The access token.
    public var accessToken: Secret
    /// The type as the provider wrote it, `Bearer` where a dialect stands in for a provider that says nothing.
    public var tokenType: String
    /// The token that brings the next access token; nil when there is none.
    public var refreshToken: Secret?
    /// The granted scopes; nil when nobody said.
    public var scopes: [String]?
    /// When the access token ends; nil when the provider does not say, or it never ends.
    public var expiresAt: Instant?
    /// The ID token as it came, unread and unproved.
    public var idToken: Secret?
    /// The key that the tokens are bound to, and without which they are worth nothing; nil for tokens of another type.
    ///
    /// RFC 9449 §5.
    public var proofKey: DPoPKey?
    /// Whatever else the provider sent along.
    public var additional: JSON.Object

    /// Tokens.
    public init(
      accessToken: Secret, tokenType: String = "Bearer", refreshToken: Secret? = nil, scopes: [String]? = nil,
      expiresAt: Instant? = nil, idToken: Secret? = nil, proofKey: DPoPKey? = nil,
      additional: JSON.Object = JSON.Object()
    ) {
      self.accessToken = accessToken
      self.tokenType = tokenType
      self.refreshToken = refreshToken
      self.scopes = scopes
      self.expiresAt = expiresAt
      self.idToken = idToken
      self.proofKey = proofKey
      self.additional = additional
    }
  }

  /// When the credential ends by what the provider said; nil when it said nothing.
  public var expiresAt: Instant? {
    guard case .oauth2(let tokens) = self else { return nil }
    return tokens.expiresAt
  }

  /// Whether a new access token can be had without the user.
  public var isRefreshable: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return tokens.refreshToken != nil
  }
}

extension Credential {
  /// The credential with its secrets in the clear: for the encrypted store, and nothing else.
  package var exposedJSON: JSON {
    switch self {
    case .oauth1(let credential):
      [
        "kind": "oauth1", "token": .string(Base64.url.encodedText(credential.token.exposedBytes)),
        "secret": .string(Base64.url.encodedText(credential.secret.exposedBytes)),
        "additional": .string(String(decoding: credential.additional.encoded(), as: UTF8.self)),
      ]
    case .oauth2(let tokens):
      [
        "kind": "oauth2", "access_token": .string(tokens.accessToken.exposedText),
        "token_type": .string(tokens.tokenType),
        "refresh_token": JSON(tokens.refreshToken?.exposedText), "scopes": tokens.scopes.map { JSON($0) } ?? .null,
        "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "id_token": JSON(tokens.idToken?.exposedText),
        "proof_key": tokens.proofKey?.exposedJSON ?? .null,
        "additional": .object(tokens.additional),
      ]
    }
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    switch json["kind"]?.string {
    case "oauth1":
      guard let token = json["token"]?.string.flatMap(Base64.url.decode),
        let secret = json["secret"]?.string.flatMap(Base64.url.decode),
        let additional = try? Form(decoding: json["additional"]?.string ?? "")
      else { return nil }
      self = .oauth1(TokenCredential(token: Secret(token), secret: Secret(secret), additional: additional))
    case "oauth2":
      guard let accessToken = json["access_token"]?.string else { return nil }
      var proofKey: DPoPKey?
      if let kept = json["proof_key"], kept != .null {
        // Bound tokens without their key are worth nothing: a record that lost it is damaged.
        guard let key = DPoPKey(exposedJSON: kept) else { return nil }
        proofKey = key
      }
      self = .oauth2(
        Tokens(
          accessToken: Secret(accessToken), tokenType: json["token_type"]?.string ?? "Bearer",
          refreshToken: json["refresh_token"]?.string.map { Secret($0) },
          scopes: json["scopes"]?.array?.compactMap(\.string),
          expiresAt: json["expires_at"]?.integer.map(Instant.init(secondsSinceEpoch:)),
          idToken: json["id_token"]?.string.map { Secret($0) }, proofKey: proofKey,
          additional: json["additional"]?.object ?? JSON.Object()))
    default: return nil
    }
  }
}
