import WayleaveOAuth2
package import WayleaveWire

extension OAuthError {
  /// Whether a server refuses a client whose id is a URL, or its redirect URI, so that a registration there may help.
  ///
  /// RFC 6749 §4.1.2.1 and §5.2. Some servers compare the port of a redirect URI too, which no document can name. Most show a
  /// page then, and send no answer.
  package var refusesClientIDURL: Bool {
    guard [.authorizationRefused, .clientRefused, .tokenRefused].contains(code), let refusal else { return false }
    if ["invalid_client", "unauthorized_client", "invalid_client_metadata"].contains(refusal.error) { return true }
    return Remedy(for: refusal) == .changeRequest(.redirectURI)
  }
}
