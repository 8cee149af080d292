import Testing
import WayleaveWire

@Suite("What to do about a refusal follows the word that came")
struct RefusalRemedyTests {
  /// Every error word of the specifications that we speak, but `invalid_grant`, which means another thing in each grant.
  static let words = [
    // RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1
    "invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type", "invalid_scope",
    "server_error", "temporarily_unavailable", "invalid_client", "unsupported_grant_type", "invalid_token",
    "insufficient_scope",
    // RFC 7009, RFC 7591, RFC 8628, RFC 8707, RFC 9101, RFC 9396, RFC 9449, RFC 9470
    "unsupported_token_type", "invalid_redirect_uri", "invalid_client_metadata", "invalid_software_statement",
    "unapproved_software_statement", "authorization_pending", "slow_down", "expired_token", "invalid_target",
    "invalid_request_uri", "invalid_request_object", "invalid_authorization_details", "invalid_dpop_proof",
    "use_dpop_nonce", "insufficient_user_authentication",
    // OpenID Connect Core §3.1.2.6, and Unmet Authentication Requirements
    "interaction_required", "login_required", "account_selection_required", "consent_required",
    "request_not_supported", "request_uri_not_supported", "registration_not_supported",
    "unmet_authentication_requirements",
    // CIBA §13
    "expired_login_hint_token", "unknown_user_id", "missing_user_code", "invalid_user_code",
    "invalid_binding_message", "transaction_failed",
    // OAuth Problem Reporting
    "version_rejected", "parameter_absent", "parameter_rejected", "timestamp_refused", "nonce_used",
    "signature_method_rejected", "signature_invalid", "consumer_key_unknown", "consumer_key_rejected",
    "consumer_key_refused", "token_used", "token_expired", "token_revoked", "token_rejected",
    "additional_authorization_required", "permission_unknown", "permission_denied", "user_refused",
    "verifier_invalid",
    // Of no specification, and said by many.
    "redirect_uri_mismatch", "invalid_resource",
  ]

  @Test("every word of the specifications has a remedy of its own, which is a sentence", arguments: words)
  func everyWord(word: String) {
    let remedy = Remedy(for: ProviderRefusal(error: word))
    #expect(remedy?.description.hasSuffix(".") == true && remedy?.description.contains("--") == false)
    #expect(remedy?.description.contains("See what the provider says") == false)
  }

  @Test(
    "a provider's own word has none, and neither has what depends on the grant", arguments: ["own", "invalid_grant"])
  func otherWords(word: String) { #expect(Remedy(for: ProviderRefusal(error: word)) == nil) }

  @Test(
    "invalid_request is about the part that its description names, unless it names several",
    arguments: [
      ("The redirect_uri is not registered.", RequestPart.redirectURI), ("unknown Redirect URI", .redirectURI),
      ("The prompt is unknown.", .prompt),
      ("AADSTS901002: The 'resource' request parameter is not supported.", .resource),
      ("acr_values: unknown", .contextClass), ("scope and prompt", nil),
      ("Something is missing.", nil), ("", nil),
    ])
  func named(description: String, part: RequestPart?) {
    let remedy = Remedy(for: ProviderRefusal(error: "invalid_request", description: description))
    let expected = part.map(Remedy.changeRequest) ?? Remedy(for: ProviderRefusal(error: "invalid_request"))
    #expect(remedy == expected)
  }
}
