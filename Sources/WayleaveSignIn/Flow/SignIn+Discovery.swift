import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire
import WayleaveProvider

extension SignIn {
  mutating func fetchMetadata(of issuer: AbsoluteURL, form: MetadataForm) throws(OAuthError) -> Step {
    phase = .discovering(issuer, form)
    let address =
      switch form {
      case .openID: try WellKnownAddress.openIDConfiguration(of: issuer)
      case .authorizationServer: try WellKnownAddress.authorizationServer(of: issuer)
      }
    var request = RequestMessage(.get, to: address)
    request.head.headerFields[.accept] = ContentType.json
    return .send(request, .metadata)
  }

  mutating func receiveMetadata(
    _ response: ResponseMessage, of issuer: AbsoluteURL, form: MetadataForm, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    // A server that speaks OAuth alone has its document at the other place: RFC 8414 §3.1.
    if form == .openID, response.status == 404 { return try fetchMetadata(of: issuer, form: .authorizationServer) }
    let name = IDTokenDialect(of: issuer.text).metadataIssuer(for: issuer.text)
    let metadata = try AuthorizationServerMetadata(reading: response, for: issuer, named: name)
    // A list without S256 is what an attacker would leave of it.
    guard metadata.supportsS256 ?? true else { throw .missingS256(at: issuer) }
    // "REQUIRED": OpenID Connect Discovery §3. Without keys no ID token can be proved.
    guard form == .authorizationServer || metadata.keySetEndpoint != nil else { throw .missingKeys(at: issuer) }
    try compare(metadata, of: issuer, at: now)
    let service = provider.adopt(metadata, of: issuer, isOpenID: form == .openID)
    return try beginAtKnownEndpoints(service, at: now, using: &random)
  }
}

extension OAuthError {
  fileprivate static func missingKeys(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .openID("Discovery", "3"), expected: "jwks_uri in the metadata of \(issuer)",
      received: .nothing, remedy: "Its ID tokens cannot be proved. Tell the provider.")
  }

  fileprivate static func missingS256(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .rfc(9700, "2.1.1"), expected: "S256 among the code challenge methods of \(issuer)",
      received: .described("a list without it"),
      remedy:
        "The sign-in would be open to code injection. If the provider has no PKCE, describe it in a file with “pkce: false”."
    )
  }
}
