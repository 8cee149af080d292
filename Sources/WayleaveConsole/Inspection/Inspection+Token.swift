import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

extension Inspection {
  /// Splits a token: a signed one has three parts, an encrypted one five.
  ///
  /// RFC 7515 §7.1; RFC 7516 §7.1.
  init(token text: String, at now: Instant) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    self.init(kind: parts.count == 5 ? .encrypted : .jwt)
    let header = decoded(parts.first ?? "", "Header", at: now)
    if kind == .encrypted {
      attempt { (_) throws(OAuthError) in _ = try JSONWebEncryption(compact: text) }
      var content = Part(name: "Content")
      content.add(
        "ciphertext", "\(Base64.url.decode(String(parts[3]))?.count ?? 0) bytes", note: "for its recipient only")
      self.parts.append(content)
      return
    }
    attempt { (_) throws(OAuthError) in _ = try JSONWebSignature(compact: Array(text.utf8)) }
    if let algorithm = header?["alg"]?.string, algorithm.utf8.map(\.lowercased).elementsEqual("none".utf8) {
      problems.append(.unsigned(algorithm))
    }
    let claims = parts.count > 1 ? decoded(parts[1], "Claims", at: now) : nil
    kind = Self.kind(of: header, claims)
    guard let claims else { return }
    if kind == .proof { addProblems(ofProof: claims, header, text) }
    attempt { (_) throws(OAuthError) in _ = try JSONWebTokenClaims(claims) }
  }

  /// Decodes a part and lists its members; the strict readers name what cannot be read.
  private mutating func decoded(_ text: Substring, _ name: String, at now: Instant) -> JSON.Object? {
    guard let bytes = Base64.url.decode(String(text)), let object = try? JSON(decoding: bytes).object else {
      return nil
    }
    var part = Part(name: name)
    for member in Redaction.cleaned(.object(object)).object?.members ?? [] {
      let note = TokenMember(name: member.name, isHeader: name == "Header").note(of: member.value, at: now)
      part.add(member.name, Redaction.text(of: member.value), note: note)
    }
    parts.append(part)
    return object
  }

  private static func kind(of header: JSON.Object?, _ claims: JSON.Object?) -> Kind {
    let type = header?["typ"]?.string.map { String(decoding: $0.utf8.map(\.lowercased), as: UTF8.self) } ?? ""
    switch type.hasPrefix("application/") ? String(type.dropFirst("application/".count)) : type {
    case "dpop+jwt": return .proof
    case "at+jwt": return .accessToken
    case "logout+jwt": return .logoutToken
    case "oauth-authz-req+jwt": return .requestObject
    default: break
    }
    guard let claims else { return .jwt }
    if claims["events"]?["http://schemas.openid.net/event/backchannel-logout"] != nil { return .logoutToken }
    let isWhole = ["iss", "sub", "aud", "exp", "iat"].allSatisfy { claims[$0] != nil }
    return isWhole && claims["client_id"] == nil && claims["scope"] == nil ? .idToken : .jwt
  }

  /// RFC 9449 §4.2: what a proof must have.
  private mutating func addProblems(ofProof claims: JSON.Object, _ header: JSON.Object?, _ text: String) {
    for name in ["jti", "htm", "htu", "iat"] where claims[name] == nil { problems.append(.absentFromProof(name)) }
    guard let key = header?["jwk"]?.object else {
      problems.append(.absentFromProof("jwk"))
      return
    }
    attempt { (_) throws(OAuthError) in
      // "The jwk JOSE Header Parameter … MUST NOT contain a private key."
      guard try !JSONWebKey(key).isPrivate else { throw .privateKeyInProof() }
    }
    // "The HTTP target URI … without query and fragment parts."
    if let address = claims["htu"]?.string, address.contains(where: { "?#".contains($0) }) {
      problems.append(.queryInProof(address))
    }
    // The key is in the proof, so the whole proof can be checked here.
    guard problems.isEmpty else { return }
    attempt { (_) throws(OAuthError) in _ = try DPoPProof(decoding: Secret(text)) }
  }
}

/// A member of a header or of claims, and what it is for.
private struct TokenMember {
  let name: String
  let isHeader: Bool

  func note(of value: JSON, at now: Instant) -> String? {
    isHeader ? headerNote(of: value) : claimNote(of: value, at: now)
  }

  private func headerNote(of value: JSON) -> String? {
    switch name {
    case "alg": value.string == "none" ? "no signature: do not trust it" : nil
    case "kid": "which of the sender's keys"
    case "jwk": value.object.flatMap { try? JSONWebKey($0) }.map { "thumbprint \($0.thumbprint)" }
    case "jku", "x5u": "a URL of keys: never fetch it"
    case "crit": "what the reader must understand; otherwise it refuses the token"
    default: nil
    }
  }

  private func claimNote(of value: JSON, at now: Instant) -> String? {
    switch name {
    case "exp", "nbf", "iat", "auth_time", "updated_at":
      let seconds = value.integer ?? value.double.flatMap { Int64(exactly: $0.rounded(.down)) }
      return seconds.map { date(DateNote.text($0, at: now)) }
    case "iss": return "the issuer"
    case "aud": return "the recipient"
    case "azp": return "the client that it was issued to"
    case "nonce": return "must be the one that was asked for"
    case "htm", "htu": return "the request that it was made for"
    case "ath": return "hash of the access token that is sent with it"
    case "client_id": return "which app it is for"
    case "sub": return "the user"
    case "at_hash": return "hash of the access token issued with it"
    case "c_hash": return "hash of the code issued with it"
    case "jti": return "its own ID, used once"
    case "cnf": return "the key that it is bound to"
    default: return nil
    }
  }

  private func date(_ text: String) -> String {
    switch name {
    case "exp": "expires \(text)"
    case "nbf": "valid from \(text)"
    case "iat": "issued \(text)"
    default: text
    }
  }
}

extension OAuthError {
  fileprivate static func unsigned(_ algorithm: String) -> OAuthError {
    OAuthError(
      .unsupportedAlgorithm, message: "The token has no signature (“alg” is “\(DisplayText.clean(algorithm))”).",
      rule: .rfc(8725, "3.2"), remedy: "Anyone can have made it: do not trust it.")
  }

  fileprivate static func queryInProof(_ address: String) -> OAuthError {
    OAuthError(
      .malformedProof, message: "The proof's “htu” has a query or a fragment.", rule: .rfc(9449, "4.2"),
      received: .url(address), remedy: "The sender of the proof must leave them out.")
  }

  fileprivate static func absentFromProof(_ name: String) -> OAuthError {
    OAuthError(
      .malformedJOSE, message: "The proof (DPoP) has no “\(name)”.", rule: .rfc(9449, "4.2"),
      remedy: "The sender of the proof must add it.")
  }

  fileprivate static func privateKeyInProof() -> OAuthError {
    OAuthError(
      .malformedJOSE, message: "The proof (DPoP) shows a private key.", rule: .rfc(9449, "4.2"),
      remedy: "The key is no longer a secret: delete it and make a new one.")
  }
}
