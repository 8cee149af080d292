/// The names whose values may be shown.
package enum PublicMember {
  private static let names: Set<String> = [
    "grant_type", "response_type", "response_mode", "client_id", "redirect_uri", "scope", "resource", "audience",
    "token_type_hint", "client_assertion_type", "subject_token_type", "actor_token_type", "requested_token_type",
    "issued_token_type", "code_challenge", "code_challenge_method", "prompt", "max_age", "acr_values", "ui_locales",
    "display", "dpop_jkt", "iss", "error", "error_description", "error_uri", "error_subcode", "error_code",
    "error_message", "error_reason", "token_type",
    "expires_in", "interval", "verification_uri", "active", "client_id_issued_at", "client_secret_expires_at",
    "token_endpoint_auth_method", "grant_types", "response_types", "redirect_uris", "application_type", "client_name",
    "registration_client_uri", "issuer", "jwks_uri", "oauth_consumer_key", "oauth_signature_method",
    "oauth_timestamp", "oauth_version", "oauth_callback", "oauth_callback_confirmed", "oauth_problem",
  ]

  /// Whether a value of that name is public wherever it stands; what servers publish of themselves is, by its ending.
  package static func contains(_ name: String) -> Bool {
    names.contains(name) || ["_endpoint", "_supported", "_required"].contains { name.hasSuffix($0) }
  }

  /// The same for a parameter of a form: a challenge of the method “plain” is the verifier itself, which is secret.
  ///
  /// RFC 7636 §4.2; where no method is named it is “plain” too: §4.3.
  package static func contains(_ name: String, of form: Form) -> Bool {
    guard name == "code_challenge" else { return contains(name) }
    return (try? form.text(of: "code_challenge_method")) == "S256"
  }
}
