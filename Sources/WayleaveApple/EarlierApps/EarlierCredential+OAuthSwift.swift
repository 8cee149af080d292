#if canImport(Security)
  import WayleaveOAuth1
  import WayleaveSignIn
  import WayleaveWire

  extension EarlierCredential {
    /// The credential of OAuthSwift, of either version of OAuth.
    init(oauthSwift values: OAuthSwiftValues) throws(OAuthError) {
      guard let token = values.token, !token.isEmpty else { throw .unreadable("There is no token in it.") }
      switch values.version {
      case 1:
        guard let secret = values.tokenSecret, !secret.isEmpty else { throw .unreadable("The token has no secret.") }
        self.init(credential: .oauth1(TokenCredential(token: Secret(token), secret: Secret(secret))))
      case 2:
        let refresh = values.refreshToken.flatMap { $0.isEmpty ? nil : Secret($0) }
        let end = values.expiresAt.flatMap(Instant.init(secondsSince2001:))
        self.init(
          credential: .oauth2(Credential.Tokens(accessToken: Secret(token), refreshToken: refresh, expiresAt: end)))
      default: throw .unreadable("It is of another version of OAuth than 1 and 2.")
      }
      client = values.client.flatMap { $0.isEmpty ? nil : $0 }
      if values.hasClientSecret { leftOut.append("the secret of the client") }
    }
  }

  /// What `OAuthSwiftCredential` encodes, by `NSSecureCoding` or by `Codable`.
  struct OAuthSwiftValues {
    let client: String?
    let hasClientSecret: Bool
    let token: String?
    let tokenSecret: String?
    let refreshToken: String?
    /// In seconds since 2001.
    let expiresAt: Double?
    /// 1 or 2; the library takes 1 where nothing is said.
    let version: Int64
  }

  extension OAuthSwiftValues {
    /// Each name has the bundle id of the app before it, which can have changed since.
    init(_ root: ArchivedObject) {
      func name(_ wanted: String) -> String { root.names.first { $0.hasSuffix(".\(wanted)") } ?? wanted }
      // Written so in the library.
      client = root.text(name("comsumer_key"))
      hasClientSecret = root.filled(name("consumer_secret")) != nil
      token = root.text(name("oauth_token"))
      tokenSecret = root.text(name("oauth_token_secret"))
      refreshToken = root.text(name("oauth_refresh_token"))
      expiresAt = root.time(name("oauth_token_expires_at"))
      version = root.integer(name("version")) ?? 1
    }

    /// Reads what `JSONEncoder` wrote with its own way of dates.
    init(encoded bytes: [UInt8]) throws(OAuthError) {
      guard let json = try? JSON(decoding: bytes) else { throw .unreadable("Its JSON was cut or changed.") }
      client = json["consumerKey"]?.string
      hasClientSecret = json["consumerSecret"]?.string?.isEmpty == false
      token = json["oauthToken"]?.string
      tokenSecret = json["oauthTokenSecret"]?.string
      refreshToken = json["oauthRefreshToken"]?.string
      expiresAt = json["oauthTokenExpiresAt"]?.double
      version = json["version"]?.integer ?? 1
    }
  }
#endif
