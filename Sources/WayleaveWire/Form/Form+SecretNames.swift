extension Form {
  /// The names under which the messages of the protocols carry something secret: see ``append(_:_:)-(String,Secret)``.
  ///
  /// What answers such a message is shown to people without these values, should a server repeat them.
  package static let secretNames: [String] = [
    "access_token", "actor_token", "appsecret_proof", "assertion", "auth_req_id", "client_assertion",
    "client_notification_token",
    "client_secret", "code", "code_verifier", "device_code", "fb_exchange_token", "id_token", "id_token_hint",
    "input_token",
    "login_hint_token",
    "logout_token", "nonce", "oauth_session_handle", "oauth_signature", "oauth_token", "oauth_token_secret",
    "oauth_verifier", "password", "refresh_token", "request", "response", "secret", "state", "subject_token", "token",
    "user_code", "x_auth_password",
  ]

  /// Whether a name is one of them, or sounds as if its value were a secret: providers have names of their own.
  package static func isSecret(_ name: [UInt8]) -> Bool {
    let name = name.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0.lowercased }
    return secretNames.contains { $0.utf8.elementsEqual(name) }
      || secretEndings.contains { name.count >= $0.utf8.count && name.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static let secretEndings = ["token", "secret", "password", "key", "code", "assertion", "verifier", "proof"]
}
