import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// How something that was handed over was verified.
public enum HandOverCheck: String, Sendable, CaseIterable {
  /// A code was exchanged by our client.
  ///
  /// RFC 6749 §4.1.3.
  case codeExchange = "code"
  /// The ID token names our client, and its issuer signed it.
  ///
  /// OpenID Connect Core §3.1.3.7.
  case idToken = "id_token"
  /// The provider said to which client and user the token was issued.
  case inspection
  /// The provider said the same by the standard's way.
  ///
  /// RFC 7662 §2.
  case introspection
  /// The provider accepted a request that our consumer signed with the token.
  ///
  /// RFC 5849 §3.2.
  case verifyCredentials = "verify_credentials"
  /// The provider said what the token is, in answer to a request that our consumer signed with it.
  case checkToken = "check_token"
  /// The provider accepted a request that the app signed in our consumer's name.
  ///
  /// Twitter's "OAuth Echo".
  case echo
}

extension HandOverCheck {
  /// The check that a provider's entry allows; throws `hand_over.unverifiable` where none shows to which client the
  /// thing was issued.
  package init(of handedOver: HandedOver, at provider: Provider) throws(OAuthError) {
    let rule = provider.handOver
    let check: HandOverCheck? =
      switch (handedOver, provider.service) {
      case (.code, .oauth2), (.code, .issuer): .codeExchange
      case (.idToken, .oauth2), (.idToken, .issuer): rule?.idToken == nil && provider.issuer == nil ? nil : .idToken
      case (.accessToken, .oauth2(let service)):
        rule?.inspection == nil ? (service[.introspection] == nil ? nil : .introspection) : .inspection
      case (.accessToken, .issuer): rule?.inspection == nil ? nil : .inspection
      case (.tokenAndSecret, .oauth1):
        rule?.checkToken == nil
          ? (rule?.verifiesCredentials(of: provider) == true ? .verifyCredentials : nil) : .checkToken
      case (.echo, .oauth1): rule?.verifiesCredentials(of: provider) == true ? .echo : nil
      default: nil
      }
    guard let check else { throw .unverifiableHandOver(handedOver, at: provider) }
    self = check
  }

  /// Where the check is written.
  package var rule: OAuthError.Rule {
    switch self {
    case .codeExchange: .rfc(6749, "4.1.3")
    case .idToken: .openID("Core", "3.1.3.7")
    case .introspection: .rfc(7662, "2.2")
    case .verifyCredentials, .checkToken: .rfc(5849, "3.2")
    case .inspection: .wayleave("the provider says to which client a token was issued")
    case .echo: .wayleave("OAuth Echo")
    }
  }
}

extension HandOverRule {
  fileprivate func verifiesCredentials(of provider: Provider) -> Bool {
    verifyCredentials != nil && provider.identity != nil
  }
}
