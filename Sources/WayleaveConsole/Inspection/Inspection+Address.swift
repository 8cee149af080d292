import Wayleave
import WayleaveWire
import WayleaveSignIn

extension Inspection {
  /// Splits a URL: a callback, an authorization page, or another one.
  ///
  /// RFC 6749 §4.1.1, §4.1.2 and §4.2.2; RFC 5849 §2.2.
  ///
  /// - Parameter isSent: whether it is the URL of a request to an API, rather than one for a browser.
  init(address url: AbsoluteURL, isSent: Bool = false, at now: Instant) {
    self.init(kind: .url)
    var place = Part(name: "Address")
    place.add("scheme", url.scheme, note: Self.note(of: url))
    if let host = url.host { place.add("host", host + (url.port.map { ":\($0)" } ?? "")) }
    if !url.path.isEmpty { place.add("path", url.path) }
    parts.append(place)
    var names: Set<String> = []
    for (title, text) in [("Query", url.query), ("Fragment", url.fragment)] {
      guard let text else { continue }
      attempt { (inspection) throws(OAuthError) in
        let form = try Form(decoding: text)
        names.formUnion(form.fields.map { String(decoding: $0.name, as: UTF8.self) })
        inspection.parts.append(Part(form, titled: title, isSent: isSent))
        inspection.add(tokensIn: form, at: now)
      }
    }
    kind = Self.kind(by: names)
    guard kind == .callback, names.isDisjoint(with: ["access_token", "id_token", "response"]) else { return }
    attempt { (_) throws(OAuthError) in if let fault = try SignInCallback(reading: url).fault { throw fault } }
  }

  /// Splits the signed messages in the parameters: what they say, and what is wrong with them.
  ///
  /// OpenID Connect Core §3.2.2.5; JARM §2.3; RFC 9101 §5.1.
  mutating func add(tokensIn form: Form, at now: Instant) {
    for field in form.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      guard AddressParameter(rawValue: name)?.isSignedMessage == true,
        [2, 4].contains(field.value.count(where: { $0 == UInt8(ascii: ".") }))
      else { continue }
      add(Inspection(token: String(decoding: field.value, as: UTF8.self), at: now), titled: name)
    }
  }

  private static func kind(by names: Set<String>) -> Kind {
    if names.contains("client_id") || names.contains("response_type") { return .authorizationURL }
    let signs: Set<String> = [
      "code", "error", "denied", "oauth_verifier", "access_token", "id_token", "response", "state",
    ]
    return names.isDisjoint(with: signs) ? .url : .callback
  }

  private static func note(of url: AbsoluteURL) -> String? {
    switch url.scheme {
    case "https": nil
    case "http": url.isLoopback ? "this machine itself" : "in clear text: never send a code or a token there"
    default: "of an app"
    }
  }
}

extension Inspection.Part {
  /// The pairs of a query, a fragment or a form.
  init(_ form: Form, titled title: String, isSent: Bool) {
    self.init(name: title)
    let names = Set(form.fields.map { String(decoding: $0.name, as: UTF8.self) })
    // What is signed, or brings a verifier, is of OAuth 1.0a; alone it is how some send the access token.
    let isAccess = isSent && names.isDisjoint(with: ["oauth_signature", "oauth_verifier"])
    for field in form.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      let value = AddressParameter(rawValue: name)
      add(
        field.name,
        SecretNames.parameters.contains(field.name)
          ? Redaction.shown(field.value) : String(decoding: field.value, as: UTF8.self),
        note: isAccess && value == .oauthToken ? "the access token" : value?.note)
    }
  }
}

/// What the parameters of a callback and of an authorization URL are for.
private enum AddressParameter: String {
  case code, state, error, denied, response, request
  case issuer = "iss"
  case accessToken = "access_token"
  case idToken = "id_token"
  case oauthToken = "oauth_token"
  case oauthVerifier = "oauth_verifier"
  case clientSecret = "client_secret"
  case redirectURI = "redirect_uri"
  case codeChallenge = "code_challenge"

  /// Whether the value is a JWT about the sign-in, rather than a token to be used somewhere.
  var isSignedMessage: Bool { self == .idToken || self == .response || self == .request }

  var note: String {
    switch self {
    case .code: "valid once, for the app that asked, for some minutes"
    case .state: "must be that of the sign-in that waits"
    case .issuer: "must be the server that was asked"
    case .error: "why nothing was granted"
    case .denied: "the user said no; the temporary token"
    case .oauthToken: "the temporary token; must be that of the sign-in that waits"
    case .oauthVerifier: "what the exchange needs"
    case .accessToken: "a token in a URL ends up in histories and logs"
    case .idToken, .response, .request: "a signed message, taken apart below"
    case .clientSecret: "does not belong in a URL"
    case .codeChallenge: "binds the code to the app that asked"
    case .redirectURI: "where the user comes back to"
    }
  }
}
