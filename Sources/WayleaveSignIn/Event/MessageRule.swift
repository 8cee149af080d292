import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The rule by which a request is made, read off the request itself.
enum MessageRule {
  /// The rule; nil for what no specification of ours names, such as a request to an API without a credential.
  package static func rule(of request: RequestMessage) -> OAuthError.Rule? {
    if let form = try? request.bodyForm, let rule = rule(of: form) { return rule }
    if let rule = metadataRule(of: request.head.path ?? "") { return rule }
    let scheme = request.head.headerFields[.authorization]?.prefix { $0 != " " }
    switch scheme.map({ String(decoding: $0.utf8.map(\.lowercased), as: UTF8.self) }) {
    case "oauth": return .rfc(5849, "3.5.1")
    case "bearer" where request.head.method == .delete: return .rfc(7592, "2.3")
    case "bearer": return request.isJSON ? .rfc(7591, "3.1") : .rfc(6750, "2.1")
    case "dpop": return .rfc(9449, "7.1")
    default: return request.isJSON && request.head.method == .post ? .rfc(7591, "3.1") : nil
    }
  }

  private static let grants: [(name: String, rule: OAuthError.Rule)] = [
    (AuthorizationCodeGrant.grantType, .rfc(6749, "4.1.3")), (RefreshTokenGrant.grantType, .rfc(6749, "6")),
    (ClientCredentialsGrant.grantType, .rfc(6749, "4.4.2")), (DeviceCodeGrant.grantType, .rfc(8628, "3.4")),
    (TokenExchangeGrant.grantType, .rfc(8693, "2.1")), (JWTBearerGrant.grantType, .rfc(7523, "2.1")),
    (PasswordGrant.grantType, .rfc(6749, "4.3.2")), (BackchannelGrant.grantType, .openID("CIBA", "10.1")),
  ]

  private static func rule(of form: Form) -> OAuthError.Rule? {
    if let name = try? form.text(of: "grant_type") { return grants.first { $0.name.hasSameBytes(as: name) }?.rule }
    if form.contains("response_type") || form.contains("request") { return .rfc(9126, "2.1") }
    if ["login_hint", "id_token_hint", "login_hint_token"].contains(where: { form.contains($0) }) {
      return .openID("CIBA", "7.1")
    }
    // Revocation and introspection send the same two fields; the first is the one that a client sends.
    if form.contains("token") { return .rfc(7009, "2.1") }
    return form.contains("client_id") ? .rfc(8628, "3.1") : nil
  }

  private static func metadataRule(of path: String) -> OAuthError.Rule? {
    if path.contains(WellKnownAddress.openIDConfigurationPath) { return .openID("Discovery", "4") }
    if path.contains(WellKnownAddress.authorizationServerPath) { return .rfc(8414, "3.1") }
    return path.contains(WellKnownAddress.protectedResourcePath) ? .rfc(9728, "3.1") : nil
  }
}

extension Message where Head == HTTPRequest {
  fileprivate var isJSON: Bool { head.headerFields[.contentType].map(ContentType.essence(of:)) == ContentType.json }
}
