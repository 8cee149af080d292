import Wayleave
import WayleaveWire

extension Inspection {
  /// What a text is that a server answers in JSON; nil for any other, and for a key.
  static func document(_ text: String) -> (object: JSON.Object, kind: Kind)? {
    guard let object = JSON(readingDocument: Array(text.utf8))?.object, let kind = kind(ofDocument: object) else {
      return nil
    }
    return (object, kind)
  }

  /// RFC 6749 §5.1 and §5.2; RFC 8628 §3.2; RFC 8414 §2; RFC 9728 §2; RFC 7591 §3.2.1.
  private static func kind(ofDocument object: JSON.Object) -> Kind? {
    let has = { (names: String...) in names.contains { object[$0] != nil } }
    if has("kty", "keys") { return nil }
    if has("access_token", "id_token", "refresh_token") { return .tokenResponse }
    if has("device_code") { return .deviceResponse }
    if object["error"]?.string != nil { return .errorResponse }
    if has("client_id"), has("redirect_uris", "grant_types", "client_secret", "registration_access_token") {
      return .registration
    }
    if has("resource"), has("authorization_servers") { return .resourceMetadata }
    return has("issuer") && has("authorization_endpoint", "token_endpoint", "jwks_uri") ? .serverMetadata : nil
  }

  /// Lists the members of an answer, and takes the tokens in it apart that are JWTs.
  init(_ object: JSON.Object, as kind: Kind, at now: Instant) {
    self.init(kind: kind)
    parts.append(Part(object, titled: "Members") { Self.note(of: $0, at: now) })
    for name in ["access_token", "id_token"] {
      let token = Inspection(of: object[name]?.string ?? "", at: now)
      if [.jwt, .idToken, .accessToken, .encrypted].contains(token.kind) { add(token, titled: name) }
    }
    if kind == .tokenResponse, object["access_token"]?.string == nil { problems.append(.absentMember("access_token")) }
    if kind == .tokenResponse, object["token_type"]?.string == nil { problems.append(.absentMember("token_type")) }
  }

  private static func note(of member: JSON.Object.Member, at now: Instant) -> String? {
    switch member.name {
    case "access_token": "sent to the API"
    case "refresh_token": "renews the access token"
    case "token_type": member.value.string.map { _ in "how the token is sent" }
    case "expires_in": "valid for so many seconds"
    case "scope": "what was granted"
    case "error": "why nothing was granted"
    case "user_code": "what the user types"
    case "issuer": "must be the URL that was asked"
    case "jwks_uri": "where its keys are"
    case "registration_access_token": "changes and deletes the registration"
    case "client_secret_expires_at" where member.value.integer == 0: "never"
    case "client_secret_expires_at", "client_id_issued_at": member.value.integer.map { DateNote.text($0, at: now) }
    default: nil
    }
  }
}

extension OAuthError {
  fileprivate static func absentMember(_ name: String) -> OAuthError {
    OAuthError(
      .malformedTokenResponse, message: "The answer has no “\(name)”.", rule: .rfc(6749, "5.1"),
      remedy: "The server must send it.", member: name)
  }
}
