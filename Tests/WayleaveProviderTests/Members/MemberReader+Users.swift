import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension MemberReader {
  static let ofUsers = [idToken, userOfIDToken, logoutToken, userInfo, identity, credential]

  /// A provider that signs what its users are to be.
  private enum Signer {
    static let now = Instant(secondsSinceEpoch: 1_700_000_000)
    static let key = Result { try JSONWebKey.generate(for: .es256, keyID: "1") }

    static func sign(_ claims: JSON.Object, type: String? = nil) throws -> Secret {
      try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key.get(), algorithm: .es256)
    }

    static var keys: JSONWebKeySet {
      get throws { try JSONWebKeySet([key.get().publicKey].compactMap(\.self)) }
    }
  }

  private static func seconds(_ offset: Int64) -> JSON { JSON(Signer.now.secondsSinceEpoch + offset) }

  private static func halfHash(_ text: String) -> JSON {
    .string(String(decoding: HalfHash.text(of: Array(text.utf8), .es256), as: UTF8.self))
  }

  private static let idToken = MemberReader(
    "OpenID Connect Core §2: an ID token",
    in: [
      "WayleaveOpenID/IDToken/IDToken.swift", "WayleaveOpenID/IDToken/IDTokenUnderVerification.swift",
      "WayleaveOpenID/IDToken/IDTokenUnderVerification+Parties.swift",
      "WayleaveOpenID/IDToken/IDTokenUnderVerification+Times.swift",
      "WayleaveOpenID/IDToken/IDTokenUnderVerification+Hashes.swift", "WayleaveJOSE/Claims/JSONWebTokenClaims.swift",
    ],
    sample: [
      "iss": "https://op.example", "sub": "u", "aud": "reader", "exp": seconds(600), "iat": seconds(0), "nonce": "n",
      "at_hash": halfHash("T"),
    ],
    [
      MemberRow("iss", "!!!!!!v!", text: "https://op.example"), MemberRow("sub", "!!!!!!v!"),
      MemberRow("aud", "!!!!!!vv", text: "reader", list: ["reader"]),
      MemberRow("exp", "!!!!!v!!", number: seconds(600)), MemberRow("iat", "!!!!!v!!", number: seconds(0)),
      MemberRow("nonce", "!!!!!!v!", text: "n"), MemberRow("nbf", "==!!!v!!"), MemberRow("jti", "===!!!=!"),
      // What may be left out must be right where it stands; the text here is right.
      MemberRow("azp", "==!!!!=!", text: "reader"), MemberRow("at_hash", "==!!!!=!", text: halfHash("T")),
      MemberRow("c_hash", "==!!!!=!", text: halfHash("C")), MemberRow("s_hash", "==!!!!=!", text: halfHash("S")),
      MemberRow("events", "==!!!!!!"), MemberRow("typ", "========"),
      // Nothing was asked of these; what was asked is in IDTokenTimeTests.
      MemberRow("acr", "========"), MemberRow("auth_time", "=====v=="), MemberRow("sid", "======v="),
    ]
  ) {
    var requirements = IDTokenRequirements(issuer: "https://op.example", clientID: "reader")
    requirements.algorithms = [.es256]
    requirements.nonce = .exact(Secret("n"))
    requirements.accessToken = Secret("T")
    requirements.code = Secret("C")
    requirements.state = Secret("S")
    let token = try IDToken(Signer.sign($0), verifiedBy: Signer.keys, meeting: requirements, at: Signer.now)
    return shown(
      token.issuer.text, token.subject, token.expiresAt, token.issuedAt, token.claims.notBefore,
      token.authenticatedAt, token.sessionID)
  }

  private static let userOfIDToken = MemberReader(
    "OpenID Connect Core §5.1: the user, by an ID token", in: ["WayleaveProvider/Identity/Identity.swift"],
    // Of a record.
    others: ["display_name", "handle", "issuer", "raw", "subject"],
    sample: [
      "iss": "https://op.example", "sub": "u", "aud": "reader", "exp": seconds(600), "iat": seconds(0), "name": "N",
      "preferred_username": "h", "email": "e@a.example", "email_verified": false, "picture": "https://a.example/p",
    ],
    [
      MemberRow("name", "======v="), MemberRow("preferred_username", "======v="), MemberRow("email", "======v="),
      MemberRow("email_verified", "======v=", text: "true"),
      MemberRow("picture", "======v=", text: "https://a.example/x"),
    ]
  ) {
    var requirements = IDTokenRequirements(issuer: "https://op.example", clientID: "reader")
    requirements.algorithms = [.es256]
    let user = try Identity(
      IDToken(Signer.sign($0), verifiedBy: Signer.keys, meeting: requirements, at: Signer.now))
    return shown(user.displayName, user.handle, user.email, user.isEmailVerified, user.picture)
  }

  private static let logoutToken = MemberReader(
    "OpenID Connect Back-Channel Logout §2.4: a logout token", in: ["WayleaveOpenID/Logout/LogoutToken.swift"],
    sample: [
      "iss": "https://op.example", "sub": "u", "sid": "s", "aud": "reader", "exp": seconds(60), "iat": seconds(0),
      "jti": "1", "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
    ],
    [
      MemberRow("iss", "!!!!!!v!", text: "https://op.example"),
      MemberRow("aud", "!!!!!!vv", text: "reader", list: ["reader"]), MemberRow("sub", "==!!!!v!"),
      MemberRow("sid", "==!!!!v!"), MemberRow("exp", "!!!!!v!!", number: seconds(60)),
      MemberRow("iat", "!!!!!v!!", number: seconds(0)), MemberRow("jti", "!!!!!!v!"),
      MemberRow("events", "!!!!!!!!"), MemberRow("nonce", "=!!!!!!!"),
    ]
  ) {
    let token = try LogoutToken(
      Signer.sign($0, type: "logout+jwt"), verifiedBy: Signer.keys, allowing: [.es256], from: "https://op.example",
      to: "reader", at: Signer.now)
    return shown(token.id, token.subject, token.sessionID, token.issuedAt, token.usableUntil)
  }

  private static let userInfo = MemberReader(
    "OpenID Connect Core §5.3.2: UserInfo", in: ["WayleaveOpenID/UserInfo/UserInfo.swift"], sample: ["sub": "u"],
    [MemberRow("sub", "!!!!!!v!"), MemberRow("email_verified", "======v=", text: "true")]
  ) {
    let info = try UserInfo(reading: ResponseMessage(.ok, json: .object($0)))
    return shown(info.subject, info.isEmailVerified)
  }

  private static let identity = MemberReader(
    "OpenID Connect Core §5.1: the user, by the rule of an entry",
    in: ["WayleaveProvider/Identity/IdentityRule.swift"], others: ["token"],
    sample: [
      "sub": "u", "name": "N", "preferred_username": "h", "email": "e@a.example", "email_verified": false,
      "picture": "https://a.example/p",
    ],
    [
      MemberRow("sub", "!!!!!vv!"), MemberRow("name", "=====vv="), MemberRow("preferred_username", "=====vv="),
      MemberRow("email", "=====vv="), MemberRow("email_verified", "======v=", text: "true"),
      MemberRow("picture", "======v=", text: "https://a.example/x"),
    ]
  ) {
    let rule = try IdentityRule.openID(userInfoEndpoint: Endpoint("https://op.example/me"))
    let user = try rule.identity(in: ResponseMessage(.ok, json: .object($0)), issuer: "https://op.example")
    return shown(user.subject, user.displayName, user.handle, user.email, user.isEmailVerified, user.picture)
  }

  private static let credential = MemberReader(
    "a credential as the store has it", in: ["WayleaveSignIn/Account/Credential.swift"],
    // Of OAuth 1.0a: CredentialRecordTests; of what is kept of a callback: TokenServerTests.
    others: ["token", "secret", "issued_at", "callback"],
    sample: [
      "kind": "oauth2", "access_token": "A", "token_type": "Bearer", "refresh_token": "R", "scopes": ["a"],
      "expires_at": 9, "id_token": "I", "first_id_token": "F", "additional": [:],
    ],
    [
      MemberRow("kind", "--------"), MemberRow("access_token", "--v---v-"), MemberRow("token_type", "==v===v="),
      MemberRow("refresh_token", "==v===v="), MemberRow("scopes", "===v===v"), MemberRow("expires_at", "=====v=="),
      MemberRow("id_token", "==v===v="), MemberRow("first_id_token", "==v===v="),
      // Bound tokens cannot be used without their key.
      MemberRow("proof_key", "==------"), MemberRow("additional", "========"),
    ]
  ) {
    guard case .oauth2(let tokens)? = Credential(exposedJSON: .object($0)) else { return nil }
    return shown(
      tokens.accessToken.exposedText, tokens.tokenType, tokens.refreshToken?.exposedText, tokens.scopes,
      tokens.expiresAt, tokens.idToken?.exposedText, tokens.firstIDToken?.exposedText, tokens.proofKey == nil,
      tokens.additional.members.count)
  }
}
