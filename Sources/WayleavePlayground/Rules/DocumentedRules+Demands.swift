import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What the page of a provider says of one request.
extension DocumentedRules {
  /// Why an authorization request is wrong; nil for one that is as the page has it.
  ///
  /// RFC 7636 §4.3 for the challenge; RFC 6749 §3.3 for the scopes, in the separator of the provider.
  func fault(ofAuthorization form: Form, isPublic: Bool) -> String? {
    let shown = ((try? form.text(of: "code_challenge")) ?? nil) ?? ""
    let method = ((try? form.text(of: "code_challenge_method")) ?? nil) ?? "plain"
    switch challenge {
    case .required where shown.isEmpty && demandsChallenge(ofPublic: isPublic):
      return "no code challenge, which this provider demands (PKCE)"
    case .refused where !shown.isEmpty: return "a code challenge, which this provider does not take (PKCE)"
    case .plainOnly where !shown.isEmpty && method != "plain":
      return "a code challenge by \(DisplayText.clean(method, limit: 20)): this provider takes “plain” alone"
    case .hexadecimal where !shown.isEmpty && !CodeChallengeForm.hexadecimal.isChallenge(shown):
      return "a code challenge that is not the SHA-256 in hexadecimal digits"
    default: break
    }
    if let scopeSeparator, let scopes = try? form.text(of: "scope"),
      let other = [" ", ",", ";"].first(where: { $0 != scopeSeparator && scopes.contains($0) })
    {
      return "scopes with “\(other)” between them: this provider has “\(scopeSeparator)”"
    }
    return nil
  }

  /// Whether a client has to send a code challenge.
  ///
  /// Where both kinds of clients are, the page speaks of those without a secret: RFC 7636 §1.
  func demandsChallenge(ofPublic isPublic: Bool) -> Bool {
    challenge == .required && (isPublic || takesPublicClients != true)
  }

  /// Whether a code brings a refresh token.
  func givesRefreshToken(for request: AuthorizationRequest) -> Bool {
    switch refreshToken {
    case .always, nil: true
    case .never: false
    case .parameter(let name, let value): (try? request.additional.text(of: name))?.hasSameBytes(as: value) ?? false
    case .scope(let scope): request.scopes.contains(scope)
    }
  }

  /// How a client with a secret may show it; nil where the page speaks of others alone.
  var confidentialAuthentication: Set<ClientAuthenticationMethod>? {
    guard let methods = clientAuthentication?.subtracting([.publicClient]), !methods.isEmpty else { return nil }
    return methods
  }

  /// Whether a client may have no secret; nil where the page does not say it.
  var allowsPublicClients: Bool? { takesPublicClients ?? clientAuthentication.map { $0.contains(.publicClient) } }

  /// The header fields that an API request lacks; what differs from user to user is not demanded.
  func missingHeaders(in request: RequestMessage, of client: ClientID) -> [String] {
    apiHeaders.filter { name, value in
      guard !Self.isOfUser(value) || name.lowercased() == "user-agent" else { return false }
      guard let sent = HTTPField.Name(name).flatMap({ request.head.headerFields[$0] }) else { return true }
      return value == "{client_id}" && !sent.hasSameBytes(as: client.text)
    }.keys.sorted()
  }

  /// Whether a value stands for something that each user has: words, or one in capitals.
  static func isOfUser(_ value: String) -> Bool {
    if value.utf8.contains(UInt8(ascii: " ")) { return true }
    return value.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && !value.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension DocumentedRules.Revocation {
  /// Why a request does not give a token back; nil for one that is as the page has it.
  func fault(of request: RequestMessage, _ query: Form) -> String? {
    let body = (try? request.bodyForm) ?? Form()
    let json = try? JSON(decoding: request.body)
    let has = { (name: String) in body.contains(name) || query.contains(name) || json?[name] != nil }
    if let method, request.head.method.rawValue != method { return "\(method) is the method" }
    if let name = tokenParameter, !has(name) { return "the token is the parameter \(name)" }
    let header = request.head.headerFields[.authorization]?.lowercased() ?? ""
    switch authentication {
    case .client:
      let isNamed = ["client_id", "client_assertion"].contains(where: has)
      return isNamed || header.hasPrefix("basic ") ? nil : "the client authenticates"
    case .token: return header.isEmpty || header.hasPrefix("basic ") ? "the token is in the header" : nil
    case DocumentedRules.Revocation.Authentication.none?, nil: return nil
    }
  }
}
