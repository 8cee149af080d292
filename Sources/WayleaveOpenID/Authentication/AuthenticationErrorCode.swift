public import WayleaveWire

/// Why an OpenID provider did not authenticate the user, in its own words: what `prompt=none` is answered with.
///
/// OpenID Connect Core §3.1.2.6; `unmet_authentication_requirements` is Unmet Authentication Requirements §2.
public enum AuthenticationErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The user would have to be asked something.
  case interactionRequired = "interaction_required"
  /// The user is not signed in at the provider.
  case loginRequired = "login_required"
  /// The user would have to say which account.
  case accountSelectionRequired = "account_selection_required"
  /// The user has not allowed it yet.
  case consentRequired = "consent_required"
  /// The user cannot be authenticated the way that was demanded.
  case unmetAuthenticationRequirements = "unmet_authentication_requirements"
  /// The `request_uri` leads nowhere.
  case invalidRequestURI = "invalid_request_uri"
  /// The request object is not valid.
  case invalidRequestObject = "invalid_request_object"
  /// Request objects are not offered.
  case requestNotSupported = "request_not_supported"
  /// `request_uri` is not offered.
  case requestURINotSupported = "request_uri_not_supported"
  /// Registration within the request is not offered.
  case registrationNotSupported = "registration_not_supported"

  /// Whether the same request without `prompt=none` can succeed: the user has to be shown something, and was not.
  public var isCuredByInteraction: Bool {
    switch self {
    case .interactionRequired, .loginRequired, .accountSelectionRequired, .consentRequired: true
    case .unmetAuthenticationRequirements, .invalidRequestURI, .invalidRequestObject, .requestNotSupported,
      .requestURINotSupported, .registrationNotSupported:
      false
    }
  }
}

extension ProviderRefusal {
  /// The refusal as one of OpenID Connect's; nil when it is another.
  public var authenticationErrorCode: AuthenticationErrorCode? { AuthenticationErrorCode(rawValue: error) }
}
