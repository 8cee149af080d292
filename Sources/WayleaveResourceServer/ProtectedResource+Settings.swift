import WayleaveOAuth2
import WayleaveWire

extension ProtectedResource {
  /// What an API that could not be protected would say is refused before it starts.
  static func requireSense(
    in identifier: AbsoluteURL, _ issuers: [TrustedIssuer], _ settings: Settings
  ) throws(OAuthError) {
    // RFC 9728 §1.2: "a URL that uses the https scheme and has no fragment component".
    do { _ = try Endpoint(identifier.text) } catch { throw .senseless("The identifier \(identifier) is not https.") }
    guard !issuers.isEmpty else { throw .senseless("The API trusts no issuer.") }
    for issuer in issuers where issuer.usesMetadata {
      // It says where the keys are, and where the secret goes with which the issuer is asked.
      do { _ = try Endpoint(issuer.url.text, allowingHTTP: settings.allowsHTTP) } catch {
        throw .senseless("The issuer \(issuer.url) is no https URL without a fragment.")
      }
    }
    guard Set(issuers.map(\.issuer)).count == issuers.count else { throw .senseless("The API trusts an issuer twice.") }
    guard issuers.count(where: \.isAsked) <= 1 else {
      throw .senseless("The API would ask two issuers about tokens, and show each the tokens of the other.")
    }
    for issuer in issuers where issuer.mayOmitAudience && issuer.clients == nil {
      throw .senseless("Tokens of \(issuer.url) have no audience, and no clients are named.")
    }
    guard !settings.scopes.contains("offline_access") else {
      throw .senseless("The scope offline_access is none of an API.")
    }
    if let key = settings.nonceKey, key.count < ProofNonces.shortestKey {
      throw .senseless("The key of the nonces has \(key.count) bytes, and needs \(ProofNonces.shortestKey).")
    }
  }

  static func metadata(
    of identifier: AbsoluteURL, _ issuers: [TrustedIssuer], _ settings: Settings
  ) -> ProtectedResourceMetadata {
    var additional = settings.metadata
    additional["bearer_methods_supported"] = ["header"]
    additional["dpop_signing_alg_values_supported"] = JSON(Refusals.algorithms)
    return ProtectedResourceMetadata(
      resource: identifier, authorizationServers: issuers.map(\.issuer),
      scopes: settings.scopes.isEmpty ? nil : settings.scopes, requiresDPoP: settings.proofs == .always,
      additional: additional)
  }
}

extension ProtectedResource.Settings {
  /// The addresses that stand before the path of a request, without a slash at their end.
  func publicAddresses(of identifier: AbsoluteURL) throws(OAuthError) -> [String] {
    guard !addresses.isEmpty else { return [Origin(of: identifier)?.description ?? identifier.text] }
    for address in addresses where address.query != nil || address.fragment != nil || Origin(of: address) == nil {
      throw .senseless("The address \(address) has more than an origin and a path.")
    }
    return addresses.map { $0.text.utf8.last == UInt8(ascii: "/") ? String($0.text.dropLast()) : $0.text }
  }
}

extension TrustedIssuer {
  fileprivate var isAsked: Bool {
    if case .introspection = way { true } else { false }
  }

  fileprivate var usesMetadata: Bool {
    switch way {
    case .signature(_, .published, _), .introspection(_, nil): true
    case .signature, .introspection: false
    }
  }

  fileprivate var mayOmitAudience: Bool {
    if case .signature(let profile, _, _) = way { profile.mayOmitAudience } else { false }
  }
}

extension OAuthError {
  fileprivate static func senseless(_ message: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: message, rule: .wayleave("what an API accepts is known before it starts"),
      remedy: "Correct what the ProtectedResource is made of.")
  }
}
