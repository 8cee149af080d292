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
    /// The granted scopes; nil when the provider did not say.
    public var scopes: [String]?
    /// When the access token ends; nil when the provider does not say, or it never ends.
    public var expiresAt: Instant?
    /// The ID token as it came.
    public var idToken: Secret?
    /// The ID token of the sign-in, where a refresh brought another one since; nil while ``idToken`` is it.
    ///
    /// OpenID Connect Core §12.2: what a refresh brings is compared with it, since later ones may leave claims out.
    package var firstIDToken: Secret?
    /// The key that the tokens are bound to and cannot be used without; nil for tokens of another type.
    ///
    /// RFC 9449 §5.
    public var proofKey: DPoPKey?
    /// Whatever else the provider sent, up to ``maximumAdditional`` bytes.
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
      self.additional = additional.bounded(to: Self.maximumAdditional)
    }

    /// Whether the access token itself brings the next one, which it can do only while it is good.
    package var isItsOwnRefreshToken: Bool { refreshToken == accessToken }

    /// Whether the access token is bound to the key, which every request then proves.
    package var isBound: Bool { TokenType(tokenType) == .dpop }

    /// Keeps the key that was proved, where a token is bound to it.
    ///
    /// RFC 9449 §5: also where the access token is of type `Bearer`, the refresh token of a public client is bound to the
    /// key. The type decides how the API is asked, and nothing else.
    package mutating func keep(_ key: DPoPKey?) { proofKey = isBound || refreshToken != nil ? key : nil }

    /// How many bytes of further members are stored, as JSON; those beyond are left out.
    package static let maximumAdditional = 64 * 1024
  }

  /// When the credential ends by what the provider said; nil when it said nothing.
  public var expiresAt: Instant? {
    switch self {
    case .oauth1(let credential): credential.expiresAt
    case .oauth2(let tokens): tokens.expiresAt
    }
  }

  /// Whether a new access token can be requested without the user.
  public var isRefreshable: Bool {
    switch self {
    case .oauth1(let credential): credential.sessionHandle != nil
    case .oauth2(let tokens): tokens.refreshToken != nil
    }
  }

  /// What is kept of the callback of its sign-in; nil where nothing is.
  package var callback: JSON.Object? {
    guard case .oauth2(let tokens) = self else { return nil }
    return tokens.additional["callback"]?.object
  }

  /// By which rule a server no longer accepts it: a refusal of the signed request, or of the renewal.
  package var ruleOfEnd: OAuthError.Rule {
    switch self {
    case .oauth1: .rfc(5849, "3.2")
    case .oauth2: .rfc(6749, "6")
    }
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
        "issued_at": JSON(credential.issuedAt?.secondsSinceEpoch),
      ]
    case .oauth2(let tokens):
      [
        "kind": "oauth2", "access_token": tokens.accessToken.exposedJSON, "token_type": .string(tokens.tokenType),
        "refresh_token": tokens.refreshToken?.exposedJSON ?? .null, "scopes": tokens.scopes.map { JSON($0) } ?? .null,
        "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "id_token": tokens.idToken?.exposedJSON ?? .null,
        "first_id_token": tokens.firstIDToken?.exposedJSON ?? .null,
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
      self = .oauth1(
        TokenCredential(
          token: Secret(token), secret: Secret(secret), additional: additional,
          issuedAt: json["issued_at"]?.integer.map(Instant.init(secondsSinceEpoch:))))
    case "oauth2":
      guard let accessToken = json["access_token"].flatMap(Secret.init(exposedJSON:)) else { return nil }
      var proofKey: DPoPKey?
      if let kept = json["proof_key"], kept != .null {
        // Bound tokens without their key cannot be used: a record that lost it is damaged.
        guard let key = DPoPKey(exposedJSON: kept) else { return nil }
        proofKey = key
      }
      var tokens = Tokens(
        accessToken: accessToken, tokenType: json["token_type"]?.string ?? "Bearer",
        refreshToken: json["refresh_token"].flatMap(Secret.init(exposedJSON:)),
        scopes: json["scopes"]?.array?.compactMap(\.string),
        expiresAt: json["expires_at"]?.integer.map(Instant.init(secondsSinceEpoch:)),
        idToken: json["id_token"].flatMap(Secret.init(exposedJSON:)), proofKey: proofKey,
        additional: json["additional"]?.object ?? JSON.Object())
      tokens.firstIDToken = json["first_id_token"].flatMap(Secret.init(exposedJSON:))
      self = .oauth2(tokens)
    default: return nil
    }
  }
}

extension Credential {
  /// Whether both have the same tokens, whatever else came with them.
  package func hasSameTokens(as other: Credential) -> Bool {
    switch (self, other) {
    case (.oauth1(let own), .oauth1(let other)): own.token == other.token && own.secret == other.secret
    case (.oauth2(let own), .oauth2(let other)):
      own.accessToken == other.accessToken && own.refreshToken == other.refreshToken
    default: false
    }
  }
}

extension Credential.Tokens {
  /// Adds what a later answer of the provider brought; of two values of one name the later stays.
  ///
  /// A provider that sends other names each time would fill the store otherwise.
  package mutating func add(_ members: JSON.Object) {
    // The later ones first: they are the last to be left out.
    let later = Set(members.members.map { Array($0.name.utf8) })
    let earlier = additional.members.filter { !later.contains(Array($0.name.utf8)) }
    additional = JSON.Object(members: members.members + earlier).bounded(to: Self.maximumAdditional)
  }

  /// The tokens without the further members, or with as many of them as may be stored.
  package func boundedAdditional(to bytes: Int = maximumAdditional) -> Credential.Tokens {
    var bounded = self
    bounded.additional = additional.bounded(to: bytes)
    return bounded
  }
}

extension JSON.Object {
  /// The first members that take at most so many bytes together.
  fileprivate func bounded(to limit: Int) -> JSON.Object {
    var room = limit
    let fitting = members.prefix { member in
      room -= member.name.utf8.count + member.value.encoded().count + 4
      return room >= 0
    }
    guard fitting.count < members.count else { return self }
    return JSON.Object(members: Array(fitting))
  }
}
