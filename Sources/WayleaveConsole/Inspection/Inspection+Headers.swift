import WayleaveOAuth1
import Wayleave
import WayleaveWire

extension Inspection {
  /// Splits the value of an `Authorization` header.
  init(authorization value: String, at now: Instant) {
    let scheme = value.prefix { $0 != " " }
    let rest = String(value.dropFirst(scheme.count).drop { $0 == " " })
    guard scheme.utf8.count < value.utf8.count else {
      self.init(kind: .credentials)
      add("Authorization", "credential", Redaction.shown(value.utf8))
      return
    }
    switch String(decoding: scheme.utf8.map(\.lowercased), as: UTF8.self) {
    case "oauth": self.init(signedHeader: value, at: now)
    case "bearer", "dpop":
      if rest.utf8.filter({ $0 == UInt8(ascii: ".") }).count == 2 {
        self.init(token: rest, at: now)
      } else {
        self.init(kind: .credentials)
        add(scheme, "token", Redaction.shown(rest.utf8), note: "not readable here: only its server knows what it says")
      }
    case "basic":
      self.init(kind: .credentials)
      addBasic(rest, scheme)
    default:
      self.init(kind: .credentials)
      add(scheme, "credential", Redaction.shown(rest.utf8))
    }
  }

  private mutating func add(_ scheme: Substring, _ name: String, _ value: String, note: String? = nil) {
    var part = Part(name: DisplayText.clean(String(scheme), limit: 40))
    part.add(name, value, note: note)
    parts.append(part)
  }

  /// RFC 7617 §2: the id and the secret of a client, joined by a colon.
  private mutating func addBasic(_ text: String, _ scheme: Substring) {
    guard let bytes = Base64.standard.decode(text), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      problems.append(.malformedBasic())
      return
    }
    var part = Part(name: DisplayText.clean(String(scheme), limit: 40))
    part.add("user", String(decoding: bytes[..<colon], as: UTF8.self), note: "for a token endpoint: the client id")
    part.add("password", Secret(Array(bytes[(colon + 1)...])).shown, note: "the client secret")
    parts.append(part)
  }

  /// Splits the header of a request that is signed by OAuth 1.0a.
  ///
  /// RFC 5849 §3.5.1.
  private init(signedHeader value: String, at now: Instant) {
    self.init(kind: .signedHeader)
    var header: AuthorizationHeader?
    attempt { (_) throws(OAuthError) in header = try AuthorizationHeader(reading: Self.escaped(value)) }
    guard let header else { return }
    var part = Part(name: "Parameters")
    if let realm = header.realm { part.add("realm", realm, note: "never signed") }
    let method = text(of: "oauth_signature_method", in: header.parameters)
    let isRevealingNothing = method.flatMap { SignatureMethod(rawValue: $0) }.map { $0 != .plaintext } ?? false
    for field in header.parameters.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      let value = String(decoding: field.value, as: UTF8.self)
      let meaning = SignedParameter(rawValue: name)
      // That of a method that we know reveals no secret, except with PLAINTEXT, which some write in other letters.
      let isSecret =
        meaning == .signature ? !isRevealingNothing : SecretNames.signedRequest.contains(field.name)
      part.add(
        field.name, isSecret ? Redaction.shown(field.value) : value,
        note: meaning == .timestamp ? Int64(value).map { DateNote.text($0, at: now) } : meaning?.note(of: value))
    }
    parts.append(part)
    for name in SignedParameter.required where !header.parameters.contains(name.rawValue) {
      // RFC 5849 §3.1: PLAINTEXT may go without timestamp and nonce.
      let isOptional = method == SignatureMethod.plaintext.rawValue && (name == .timestamp || name == .nonce)
      if !isOptional { problems.append(.absentParameter(name.rawValue)) }
    }
    if let method, SignatureMethod(rawValue: method) == nil { problems.append(.strangeMethod(method)) }
    if let stamp = text(of: "oauth_timestamp", in: header.parameters), Int64(stamp).map({ $0 > 0 }) != true {
      problems.append(.strangeTimestamp(stamp))
    }
  }

  /// The header with the marks that stand for secrets in what `request --dry-run` prints as a header can have them.
  private static func escaped(_ value: String) -> String {
    guard value.contains("\"\(Secret.mark)") else { return value }
    return value.replacing("\"\(Secret.mark) ", with: "\"%3Csecret%20")
      .replacing("\"\(Secret.mark)>", with: "\"%3Csecret%3E")
      .replacing(">\"", with: "%3E\"")
  }

  private func text(of name: String, in form: Form) -> String? {
    form.fields.first { $0.name.elementsEqual(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// Splits the challenge of a server.
  ///
  /// RFC 9110 §11.6.1; RFC 6750 §3.
  init(challenge value: String) {
    self.init(kind: .challenge)
    guard let challenges = Challenge.list(in: value), !challenges.isEmpty else {
      problems.append(.malformedChallenge())
      return
    }
    for challenge in challenges {
      var part = Part(name: DisplayText.clean(challenge.scheme, limit: 40))
      if let token = challenge.token68 { part.add("token68", token) }
      for (name, value) in challenge.parameters {
        part.add(name, value, note: ChallengeParameter.note(of: name, value))
      }
      if part.members.isEmpty { part.add("parameters", "(none)") }
      parts.append(part)
    }
  }
}

/// The parameters of a signed request, and what they are for.
///
/// RFC 5849 §3.1.
private enum SignedParameter: String {
  case consumerKey = "oauth_consumer_key"
  case token = "oauth_token"
  case signatureMethod = "oauth_signature_method"
  case signature = "oauth_signature"
  case timestamp = "oauth_timestamp"
  case nonce = "oauth_nonce"
  case version = "oauth_version"
  case bodyHash = "oauth_body_hash"
  case callback = "oauth_callback"
  case verifier = "oauth_verifier"
  case sessionHandle = "oauth_session_handle"

  static let required: [SignedParameter] = [.consumerKey, .signatureMethod, .signature, .timestamp, .nonce]

  func note(of value: String) -> String? {
    switch self {
    case .consumerKey: "which app asks"
    case .token: "the user's token; a temporary one during a sign-in"
    case .signatureMethod: SignatureMethod(rawValue: value)?.explanation ?? "not a method that is known"
    case .signature: value.isEmpty ? "missing" : "shows that the signer knows the secrets"
    case .timestamp: nil
    case .nonce: "never used twice with this timestamp"
    case .version: value == "1.0" ? nil : "only 1.0 exists"
    case .bodyHash: "covers a body that is no form"
    case .callback: value == "oob" ? "none: the provider shows a PIN" : "where the user comes back to"
    case .verifier: "what the user brought back"
    case .sessionHandle: "renews the token"
    }
  }
}

extension SignatureMethod {
  fileprivate var explanation: String {
    if self == .plaintext { return "the secrets themselves: over TLS only" }
    return usesPrivateKey ? "signed by the app's private key" : "signed by the secrets of app and token"
  }
}

/// What the parameters of a challenge are for.
private enum ChallengeParameter {
  static func note(of name: String, _ value: String) -> String? {
    switch name {
    case "error":
      switch value {
      case "invalid_token": "the token is expired, revoked or not for here: refresh or sign in"
      case "insufficient_scope": "sign in again and ask for the scope named"
      case "invalid_request": "the request is malformed"
      case "use_dpop_nonce": "repeat the request with the server's DPoP-Nonce in the proof"
      case "insufficient_user_authentication": "the user must sign in again, or with a stronger method"
      default: nil
      }
    case "scope": "the scopes that are needed"
    case "resource_metadata": "the URL that names the server for tokens of this API"
    case "algs": "the algorithms for the DPoP proof"
    case "max_age": "how many seconds ago the user may have signed in"
    case "acr_values": "how well the user must have signed in"
    default: nil
    }
  }
}

extension OAuthError {
  fileprivate static func malformedBasic() -> OAuthError {
    OAuthError(
      .malformedText, message: "The Basic header is not base64 of a user, a colon and a password.",
      rule: .rfc(7617, "2"), remedy: "The sender must correct it.")
  }

  fileprivate static func malformedChallenge() -> OAuthError {
    OAuthError(
      .malformedText, message: "The header is not a list of challenges in which each name stands once.",
      rule: .rfc(9110, "11.6.1"), remedy: "The server's header is malformed. Report it to the server's operator.")
  }

  fileprivate static func absentParameter(_ name: String) -> OAuthError {
    OAuthError(
      .missingParameter, message: "The header has no “\(name)”.", rule: .rfc(5849, "3.1"),
      remedy: "The signer of the request must send it.")
  }

  fileprivate static func strangeMethod(_ method: String) -> OAuthError {
    OAuthError(
      .unsupportedSignatureMethod, message: "The signature method “\(DisplayText.clean(method))” is not known.",
      rule: .rfc(5849, "3.4"),
      remedy: "Sign with one of \(SignatureMethod.allCases.map(\.rawValue).joined(separator: ", ")).")
  }

  fileprivate static func strangeTimestamp(_ text: String) -> OAuthError {
    OAuthError(
      .malformedTimestamp,
      message: "The timestamp “\(DisplayText.clean(text))” is not a positive number of seconds since 1970.",
      rule: .rfc(5849, "3.3"), remedy: "The signer of the request must correct it.")
  }
}
