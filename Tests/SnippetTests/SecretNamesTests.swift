import Foundation
import Testing
import WayleaveWire

@Suite("T4: every name under which a message carries a secret is on the list")
struct SecretNamesTests {
  /// The names whose values everybody may see. A new name of a message stands here, or in `SecretNames.all`.
  private static let open: Set<String> = [
    "acr_values", "actor_token_type", "ath", "audience", "authorization_details", "binding_message", "claims",
    "client_assertion_type", "client_id", "client_name", "code_challenge", "code_challenge_method", "display",
    "dpop_jkt",
    "error", "error_description", "expires_in", "grant_type", "htm", "htu", "iat", "iss", "jti", "login_hint",
    "logout_hint",
    "max_age", "oauth_authorization_expires_in", "oauth_callback_confirmed", "oauth_consumer_key", "oauth_expires_in",
    "oauth_nonce", "oauth_signature_method", "oauth_timestamp", "oauth_version", "post_logout_redirect_uri", "prompt",
    "redirect_uri", "redirect_uris", "requested_expiry", "requested_token_type", "resource", "response_mode",
    "response_type", "scope",
    "scopes", "sid", "subject_token_type", "target_link_uri", "token_type", "token_type_hint", "ui_locales",
  ]

  /// The names that the messages of the protocols append, wherever they do.
  private func appended() throws -> Set<String> {
    var names: Set<String> = []
    for folder in ["WayleaveOAuth1", "WayleaveOAuth2", "WayleaveOpenID", "WayleaveSignIn"] {
      let sources = Page.root.appendingPathComponent("Sources/\(folder)")
      for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
        let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        names.formUnion(text.matches(of: /append\(\s*"([a-z_0-9]+)"/).map { String($0.1) })
      }
    }
    return names
  }

  @Test("each name is secret or open, and none is both")
  func every() throws {
    let (names, secret) = (try appended(), Set(SecretNames.all))
    #expect(names.count > 60)
    #expect(names.subtracting(secret).subtracting(Self.open) == [], "neither on the list nor open")
    #expect(secret.isDisjoint(with: Self.open))
  }
}
