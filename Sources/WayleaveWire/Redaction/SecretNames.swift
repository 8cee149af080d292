/// Which names of parameters, and of members of JSON, are those of secrets: one list.
///
/// Each case is a place where names are read. What it takes in addition to the list, or leaves out, and why, stands here.
package enum SecretNames: Sendable, CaseIterable {
  /// A message that we send: a server that repeats a value must not have us show it.
  ///
  /// In addition, every name that sounds like a secret's: of a value too many, an error only lacks a word.
  case message
  /// Parameters that people see: those of a URL or a form.
  ///
  /// A name that only ends in “key” or “code” is shown: there are public keys, and codes of errors and of countries.
  case parameters
  /// JSON that people see, such as the claims of a token.
  ///
  /// “nonce”, “request”, “response” and “denied” are shown: no one can use the claim `nonce` without the sign-in that it
  /// belongs to, and in JSON of other origins the four are words like others.
  case document
  /// What OAuth 1.0a signs, as a user typed it, or as it stands in a header that is inspected.
  ///
  /// The credentials of OAuth 1.0a alone: the user knows the rest, and wants to see what becomes of it.
  case signedRequest
  /// A property list of an app.
  ///
  /// Of any name, the words of what lasts longer than a sign-in: a code or a state stands in no file, and a “token” in one
  /// is seldom a secret.
  case propertyList

  /// Whether a name is that of a secret there; upper and lower case, and “-” and “_”, are the same.
  ///
  /// Some forms write a list as `code[]`, and a member as `user[password]`: each of its words can be the name.
  package func contains(_ name: some Sequence<UInt8>) -> Bool {
    let name = name.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0.lowercased }
    return containsWord(name) || name.split { "[]".utf8.contains($0) }.contains { containsWord(Array($0)) }
  }

  private func containsWord(_ name: [UInt8]) -> Bool {
    switch self {
    case .message: Self.isAmong(Self.all, name) || Self.ends(name, in: Self.endings + Self.broadEndings)
    case .parameters: Self.isAmong(Self.all, name) || Self.ends(name, in: Self.endings)
    case .document: !Self.isAmong(Self.plainInDocuments, name) && Self.parameters.containsWord(name)
    case .signedRequest: Self.isAmong(Self.oauth1, name)
    case .propertyList: Self.hasLastingWord(name.filter { !Self.separators.contains($0) })
    }
  }

  /// The list. A value of such a name is appended to a message as a `Secret`: see ``Form/append(_:_:)-(String,Secret)``.
  package static let all: [String] = oauth1 + oauth2 + openID + providers + others

  /// RFC 5849 §2 and §3.1; `denied` is the temporary credential after a refusal, the session handle is Yahoo's, and xAuth
  /// is Twitter's.
  private static let oauth1: [String] = [
    "denied", "oauth_session_handle", "oauth_signature", "oauth_token", "oauth_token_secret", "oauth_verifier",
    "x_auth_password",
  ]
  /// RFC 6749 §11.2.2; RFC 7009 §2.1 and RFC 7662 §2.1, `token`; RFC 7521 §4; RFC 7636 §4; RFC 8628 §3.2; RFC 8693 §2.1;
  /// RFC 9101 §5, `request`, which RFC 9126 §2.1 posts; JWT Secured Authorization Response Mode §2.3, `response`.
  private static let oauth2: [String] = [
    "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier",
    "device_code", "password", "refresh_token", "request", "response", "state", "subject_token", "token", "user_code",
  ]
  /// OpenID Connect Core §3.1.2.1 and §3.1.3.3; Back-Channel Logout §2.5; Client-Initiated Backchannel Authentication
  /// §7.1 and §7.3.
  private static let openID: [String] = [
    "auth_req_id", "client_notification_token", "id_token", "id_token_hint", "login_hint_token", "logout_token",
    "nonce",
  ]
  /// Facebook's.
  private static let providers: [String] = ["appsecret_proof", "fb_exchange_token", "input_token"]
  /// RFC 8628 §3.2 has the first one, with the user's code in it; SAML 2.0 Bindings §3.5.4 has `SAMLResponse`. No
  /// specification has the others, and the messages of many do.
  private static let others: [String] = [
    "verification_uri_complete", "samlresponse", "saml_response", "auth_code", "authorization_code", "otp",
    "passphrase", "passwd", "pin", "private_key", "privatekey", "pwd", "secret", "session_id", "session_key",
    "sessionid",
  ]

  private static let endings: [String] = [
    "token", "secret", "password", "signature", "api_key", "apikey", "assertion", "verifier", "proof",
  ]
  private static let broadEndings: [String] = ["key", "code"]
  private static let plainInDocuments: [String] = ["denied", "nonce", "request", "response"]
  private static let lastingWords: [String] = ["secret", "password", "passphrase", "privatekey"]
  private static let separators: [UInt8] = Array("_ .".utf8)

  private static func hasLastingWord(_ letters: [UInt8]) -> Bool {
    lastingWords.contains { letters.contains(part: Array($0.utf8)) }
  }

  private static func isAmong(_ names: [String], _ name: [UInt8]) -> Bool {
    names.contains { $0.utf8.elementsEqual(name) }
  }

  private static func ends(_ name: [UInt8], in endings: [String]) -> Bool {
    endings.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}
