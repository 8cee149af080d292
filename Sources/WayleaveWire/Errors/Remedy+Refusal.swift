extension Remedy {
  /// What to do about a refusal, by the word that came; nil for a word that no row has.
  ///
  /// The one table of error words: RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1, RFC 7009 §2.2.1, RFC 7591 §3.2.2, RFC 8628
  /// §3.5, RFC 8707 §2, RFC 9101 §7, RFC 9396 §5, RFC 9449 §5, RFC 9470 §3, OpenID Connect Core §3.1.2.6, CIBA §13, and
  /// OAuth Problem Reporting for OAuth 1.0a; and `redirect_uri_mismatch`, as many servers say. What `invalid_grant` means
  /// depends on the grant, so it has no row.
  package init?(for refusal: ProviderRefusal) {
    if refusal.error == "invalid_request", let words = refusal.description, let part = RequestPart(namedIn: words) {
      self = .changeRequest(part)
    } else if let part = Self.partByWord[refusal.error] {
      self = .changeRequest(part)
    } else if let advice = Self.adviceByWord[refusal.error] {
      self = .advice(advice)
    } else {
      return nil
    }
  }

  /// The words that are about one part of what was asked for.
  private static let partByWord: [String: RequestPart] = [
    "invalid_scope": .scope, "insufficient_scope": .scope, "permission_unknown": .scope,
    "invalid_redirect_uri": .redirectURI, "redirect_uri_mismatch": .redirectURI, "invalid_target": .resource,
    // Microsoft Entra's.
    "invalid_resource": .resource,
    "invalid_authorization_details": .authorizationDetails, "insufficient_user_authentication": .contextClass,
    "unmet_authentication_requirements": .contextClass, "unknown_user_id": .loginHint,
    "expired_login_hint_token": .loginHint, "login_required": .prompt, "interaction_required": .prompt,
    "consent_required": .prompt, "account_selection_required": .prompt,
  ]

  private static let adviceByWord: [String: String] = {
    var table = [
      "invalid_request": "Correct what the provider says is wrong: an option of this command, or the provider's entry.",
      "invalid_client": "Check client id, secret and authentication method against the provider's page for your app.",
      "unauthorized_client": "Allow the client this kind of sign-in or grant, on the provider's page for your app.",
      "unsupported_grant_type": "The provider does not offer this grant: sign in another way, or correct its entry.",
      "unsupported_response_type": "The provider does not offer codes to this client: see its page for your app.",
      "access_denied": "The user said no, or the provider in the user's name. Begin again if that is wrong.",
      "expired_token": "Begin the sign-in again, and answer in time.",
      "invalid_token": "Get a new token, or sign in again.",
      "unsupported_token_type":
        "The provider does not revoke this kind of token. Withdraw the app's access on its settings page.",
      "invalid_client_metadata":
        "Correct the value that the provider names, or register the client on the provider's page.",
      "invalid_software_statement": "Get a new software statement from the one who issued it.",
      "unapproved_software_statement": "Ask the provider to approve the software statement, or register without it.",
      "invalid_request_uri": "Begin the sign-in again: the pushed request has expired or was used.",
      "invalid_request_object": "Register the key and the algorithm that sign the requests, on the provider's page.",
      "request_not_supported": "The provider takes no signed requests: say so in the provider's entry.",
      "request_uri_not_supported": "The provider takes no request by reference: say so in the provider's entry.",
      "registration_not_supported": "Register the client on the provider's page.",
      "invalid_dpop_proof":
        "Check the clock of this computer. If it is right, the provider does not take the key or the algorithm.",
      "use_dpop_nonce": "Try again: the provider asks for another nonce each time.",
      "missing_user_code": "Give the code that the user has for such requests at the provider.",
      "invalid_user_code": "Check the code that the user has for such requests at the provider.",
      "invalid_binding_message": "Use a short binding message of plain letters and digits.",
      "transaction_failed": "Begin the sign-in again. If this repeats, ask the provider.",
      "version_rejected": "Correct the provider's entry: it does not take this version of OAuth 1.0a.",
      "parameter_absent": "Correct the provider's entry: the provider names the parameter that it misses.",
      "parameter_rejected": "Correct the option or the entry that sends what the provider names.",
      "timestamp_refused": "Check the clock of this computer, then try again.",
      "nonce_used": "Try again: each request has a new nonce. If this repeats, something sends requests twice.",
      "signature_method_rejected": "Choose another signature method in the provider's entry.",
      "signature_invalid": "Check consumer secret and token secret against the provider's page for your app.",
      "additional_authorization_required": "Sign in again, and agree to what the provider asks.",
      "permission_denied": "The user said no. Sign in again to choose otherwise.",
      "user_refused": "The user said no. Sign in again to choose otherwise.",
      "verifier_invalid": "Begin the sign-in again, and take over the number that the page shows.",
    ]
    for word in ["consumer_key_unknown", "consumer_key_rejected", "consumer_key_refused"] {
      table[word] = "Check consumer key and secret against the provider's page for your app."
    }
    for word in ["token_used", "token_expired", "token_revoked", "token_rejected"] { table[word] = "Sign in again." }
    for word in ["server_error", "temporarily_unavailable"] {
      table[word] = "The provider has a problem at the moment. Begin again later."
    }
    for word in ["slow_down", "authorization_pending"] { table[word] = "Wait a few seconds, then ask again." }
    return table
  }()
}
