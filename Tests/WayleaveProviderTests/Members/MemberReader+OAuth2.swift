import HTTPTypes
import WayleaveWire

@testable import WayleaveOAuth2

extension MemberReader {
  static let ofOAuth2 = [
    tokens, refusalWord, refusal, exchange, deviceAuthorization, backchannel, pushed, registration, introspection,
  ]

  private static let tokens = MemberReader(
    "RFC 6749 §5.1: a token answer",
    in: ["WayleaveOAuth2/Token/TokenMembers.swift", "WayleaveOAuth2/Refusal/ProviderRefusal+Shapes.swift"],
    // Words for people, and what stands in a refusal that is an object.
    others: ["code", "detail", "err", "error_subcode", "is_transient", "message", "missing_scope", "needed", "type"],
    listing: TokenMembers.names,
    sample: [
      "access_token": "A", "token_type": "Bearer", "expires_in": 60, "refresh_token": "R", "scope": "a b",
      "id_token": "I",
    ],
    [
      MemberRow("access_token", "!!!!!!v!"), MemberRow("token_type", "!!!!!!v!", text: "bearer"),
      MemberRow("expires_in", "=====v=="), MemberRow("refresh_token", "===!!!v!"),
      // An empty text or list grants nothing, as at GitHub; absent grants what was asked for.
      MemberRow("scope", "==vv!!vv"), MemberRow("id_token", "===!!!v!"),
      // Next to tokens only what says something refuses them.
      MemberRow("error", "=====rrr"), MemberRow("errors", "=======r"), MemberRow("violations", "=====rrr"),
      MemberRow("meta", "========"), MemberRow("error_description", "========"), MemberRow("error_uri", "========"),
    ]
  ) {
    let answer = try TokenResponse(reading: ResponseMessage(.ok, json: .object($0)))
    return shown(
      answer.accessToken.exposedText, answer.tokenType, answer.expiresIn, answer.refreshToken?.exposedText,
      answer.scopes, answer.idToken?.exposedText)
  }

  /// The refusal in an answer with status 400.
  private static func refusal(in object: JSON.Object) -> ProviderRefusal? {
    do {
      _ = try TokenResponse(reading: ResponseMessage(.badRequest, json: .object(object)))
      return nil
    } catch { return error.refusal }
  }

  private static let refusalWord = MemberReader(
    "RFC 6749 §5.2: the word of a refusal", in: [], sample: ["error": "invalid_grant"],
    // Where there is no word, the status is it.
    [MemberRow("error", "=====vvv")]
  ) { shown(refusal(in: $0)?.error) }

  private static let refusal = MemberReader(
    "RFC 6749 §5.2: what a refusal says to people", in: [],
    sample: ["error": "invalid_grant", "error_description": "d", "error_uri": "https://a.example/e"],
    [
      MemberRow("error_description", "======v="), MemberRow("error_uri", "======v=", text: "https://a.example/x"),
    ]
  ) {
    let refusal = refusal(in: $0)
    return shown(refusal?.error, refusal?.description, refusal?.uri)
  }

  private static let exchange = MemberReader(
    "RFC 8693 §2.2.1: a token exchange", in: ["WayleaveOAuth2/Exchange/TokenExchangeResponse.swift"],
    sample: ["access_token": "A", "token_type": "Bearer", "issued_token_type": "urn:a"],
    [MemberRow("issued_token_type", "!!!!!!v!")]
  ) {
    let answer = try TokenExchangeResponse(reading: ResponseMessage(.ok, json: .object($0)))
    return shown(answer.token.exposedText, answer.issuedType.text)
  }

  private static let deviceAuthorization = MemberReader(
    "RFC 8628 §3.2: a device authorization", in: ["WayleaveOAuth2/Device/DeviceAuthorizationResponse.swift"],
    sample: [
      "device_code": "d", "user_code": "u", "verification_uri": "https://a.example/d",
      "verification_uri_complete": "https://a.example/d?u", "expires_in": 60, "interval": 9,
    ],
    [
      MemberRow("device_code", "!!!!!!v!"), MemberRow("user_code", "!!!!!!v!"),
      MemberRow("verification_uri", "!!!!!!v!", text: "https://b.example/d"),
      MemberRow("verification_uri_complete", "======v=", text: "https://a.example/x"),
      // Google's older name, which is read where the other one is missing: DeviceAuthorizationTests.
      MemberRow("verification_url", "========"),
      MemberRow("expires_in", "!!!!!v!!"), MemberRow("interval", "=====v=="),
    ]
  ) {
    let answer = try DeviceAuthorizationResponse(reading: ResponseMessage(.ok, json: .object($0)))
    return shown(
      answer.deviceCode.exposedText, answer.userCode, answer.verificationURI.text,
      answer.verificationURIComplete?.text, answer.expiresIn, answer.interval)
  }

  private static let backchannel = MemberReader(
    "CIBA §7.3: a backchannel authentication",
    in: ["WayleaveOAuth2/Backchannel/BackchannelAuthenticationResponse.swift"],
    sample: ["auth_req_id": "a", "expires_in": 60, "interval": 9],
    [
      MemberRow("auth_req_id", "!!!!!!v!"), MemberRow("expires_in", "!!!!!v!!"), MemberRow("interval", "=====v=="),
    ]
  ) {
    let answer = try BackchannelAuthenticationResponse(reading: ResponseMessage(.ok, json: .object($0)))
    return shown(answer.requestID.exposedText, answer.expiresIn, answer.interval)
  }

  private static let pushed = MemberReader(
    "RFC 9126 §2.2: a pushed request", in: ["WayleaveOAuth2/Pushed/PushedAuthorizationResponse.swift"],
    sample: ["request_uri": "urn:a", "expires_in": 60],
    [MemberRow("request_uri", "!!!!!!v!"), MemberRow("expires_in", "!!!!!v!!")]
  ) {
    let answer = try PushedAuthorizationResponse(reading: ResponseMessage(.created, json: .object($0)))
    return shown(answer.requestURI, answer.expiresIn)
  }

  private static let registration = MemberReader(
    "RFC 7591 §3.2.1: a registration",
    in: [
      "WayleaveOAuth2/Registration/ClientRegistrationResponse.swift",
      "WayleaveOAuth2/Registration/ClientMetadata.swift",
    ],
    listing: ClientRegistrationResponse.ownNames + ClientMetadata.ownNames,
    sample: [
      "client_id": "c", "client_secret": "s", "client_secret_expires_at": 0, "client_id_issued_at": 9,
      "registration_client_uri": "https://as.example/r/1", "registration_access_token": "t",
      "redirect_uris": ["https://c.example/cb"], "token_endpoint_auth_method": "client_secret_basic",
      "grant_types": ["refresh_token"], "response_types": ["code"], "client_name": "n", "scope": "a b",
      "software_statement": "w",
    ],
    [
      MemberRow("client_id", "!!!!!!v!"), MemberRow("client_secret", "===!!!v!"),
      MemberRow("client_secret_expires_at", "===!!v!!"), MemberRow("client_id_issued_at", "=====v=="),
      MemberRow("registration_client_uri", "===!!!v!", text: "https://as.example/r/2"),
      MemberRow("registration_access_token", "===!!!v!"),
      MemberRow("redirect_uris", "====!!!v", list: ["https://c.example/x"]),
      MemberRow("token_endpoint_auth_method", "===!!!v!", text: "client_secret_post"),
      // The rest decides nothing.
      MemberRow("grant_types", "=======v"), MemberRow("response_types", "=======v"),
      MemberRow("client_name", "======v="), MemberRow("scope", "======v="),
      MemberRow("software_statement", "======v="), MemberRow("jwks", "========"),
      MemberRow("jwks_uri", "======v=", text: "https://c.example/k"),
    ]
  ) {
    let answer = try ClientRegistrationResponse(
      reading: ResponseMessage(.created, json: .object($0)), from: Endpoint("https://as.example/register"))
    let (configuration, metadata) = (answer.configuration, answer.metadata)
    return shown(
      answer.clientID.text, answer.secret?.exposedText, answer.secretExpiresAt, answer.issuedAt,
      configuration?.endpoint.url.text, configuration?.accessToken.exposedText, metadata.redirectURIs.map(\.text),
      metadata.authentication?.rawValue, metadata.grantTypes, metadata.responseTypes, metadata.name, metadata.scopes,
      metadata.members["jwks_uri"]?.string, metadata.softwareStatement?.exposedText)
  }

  private static let introspection = MemberReader(
    "RFC 7662 §2.2: an introspection, and the claims of an access token",
    in: [
      "WayleaveOAuth2/Introspection/IntrospectionResponse.swift", "WayleaveOAuth2/AccessToken/AccessTokenClaims.swift",
    ],
    // Of a signed answer: IntrospectionTests.
    others: ["token_introspection"], sample: ["active": true],
    [
      MemberRow("active", "!!!!!!!!"), MemberRow("iss", "==v!!!v!"), MemberRow("sub", "==v!!!v!"),
      // A list without elements is for nobody, and absent says nothing.
      MemberRow("aud", "==vv!!vv"), MemberRow("client_id", "==v!!!v!"), MemberRow("scope", "===!!!v!"),
      MemberRow("exp", "==!!!v!!"), MemberRow("nbf", "==!!!v!!"), MemberRow("iat", "==!!!v!!"),
      MemberRow("jti", "==v!!!v!"), MemberRow("auth_time", "==!!!v!!"), MemberRow("acr", "==v!!!v!"),
      // Bound by means unknown to us is not unbound.
      MemberRow("cnf", "==!!!!!!"), MemberRow("authorization_details", "==!!!!!!"),
    ]
  ) {
    let answer = try IntrospectionResponse(reading: ResponseMessage(.ok, json: .object($0)))
    guard case .active(let claims) = answer else { return ["inactive"] }
    let isForAPI = (try? claims.requireAudience("api")) != nil
    return shown(
      claims.issuer?.text, claims.subject, claims.clientID?.text, claims.audience, isForAPI, claims.scopes,
      claims.expiresAt, claims.notBefore, claims.issuedAt, claims.tokenID, claims.authenticatedAt,
      claims.authenticationContextClass, claims.confirmation == nil, claims.details == nil)
  }
}
