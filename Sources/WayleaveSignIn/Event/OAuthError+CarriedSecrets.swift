import HTTPTypes
package import WayleaveWire

/// A provider that repeats a request in its refusal would have us show what was secret in it.
extension OAuthError {
  /// The report without any secret that the request carried.
  package func withoutSecrets(of request: RequestMessage) -> OAuthError {
    guard let refusal else { return self }
    func cleaned(_ text: String) -> String { request.withoutCarriedSecrets(text) }
    let clean = ProviderRefusal(
      error: cleaned(refusal.error), subcode: refusal.subcode.map(cleaned),
      description: refusal.description.map(cleaned), uri: refusal.uri.map(cleaned), status: refusal.status,
      shape: refusal.shape, retryAfter: refusal.retryAfter, demand: refusal.demand)
    guard clean != refusal else { return self }
    return OAuthError(
      code, rule: rule, expected: expected, received: .text(clean.error), remedy: remedy, refusal: clean, fault: fault,
      member: member)
  }
}

extension String {
  /// The text without the beginning of a secret at its end, where a text that was too long has been cut.
  fileprivate func withoutEnd(beginning secret: String) -> String {
    // What `DisplayText` puts where it cuts.
    guard hasSuffix("…") else { return self }
    let shown = Array(utf8.dropLast("…".utf8.count))
    let secret = Array(secret.utf8)
    let longest = min(shown.count, secret.count)
    guard longest >= 8,
      let length = (8...longest).last(where: { shown.suffix($0).elementsEqual(secret.prefix($0)) })
    else { return self }
    return String(decoding: shown.dropLast(length), as: UTF8.self) + "<secret>"
  }
}

extension Message where Head == HTTPRequest {
  /// A text that answers the request, without any secret that the request carried.
  func withoutCarriedSecrets(_ text: String) -> String {
    carriedSecrets.reduce(text) { text, secret in
      text.replacing(secret, with: "<secret>").withoutEnd(beginning: secret)
    }
  }

  /// The texts in a request that nobody may see: those of eight characters and more, for a shorter one is no secret
  /// worth the name and would blot out words.
  fileprivate var carriedSecrets: [String] {
    let names = [
      "code", "code_verifier", "refresh_token", "access_token", "client_secret", "token", "oauth_token",
      "oauth_verifier", "device_code", "assertion", "client_assertion", "subject_token", "actor_token", "auth_req_id",
      "password", "client_notification_token", "id_token_hint", "login_hint_token", "user_code",
      "request", "x_auth_password", "oauth_session_handle",
    ]
    let forms = [try? bodyForm, try? Form(decoding: query ?? "")].compactMap(\.self)
    var values = forms.flatMap { form in names.flatMap { form.values(of: $0) } }
    // A proof is good for a minute to whoever has the token too.
    values += HTTPField.Name("DPoP").map { name in head.headerFields[values: name].map { Array($0.utf8) } } ?? []
    if let authorization = head.headerFields[.authorization] {
      let credentials = authorization.utf8.drop { $0 != 0x20 }.dropFirst()
      values.append(Array(credentials))
      let userPass = Base64.standard.decode(Array(credentials)) ?? []
      values.append(Array(userPass.drop { $0 != UInt8(ascii: ":") }.dropFirst()))
    }
    return values.filter { $0.count >= 8 }.compactMap { String(validating: $0, as: UTF8.self) }
  }
}
