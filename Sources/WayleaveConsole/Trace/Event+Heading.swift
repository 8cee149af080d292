import Wayleave
import WayleaveWire

extension Event {
  /// What happened, as the heading of a step for people.
  var heading: String {
    switch name {
    case .signInBegan: "The sign-in begins"
    case .requestSent: rule.flatMap(Self.heading(ofRequestBy:)) ?? "A request is sent"
    case .answerReceived: "The response arrives"
    case .requestPostponed: "The server is busy, and the request waits"
    case .userSent: "The user is sent to the provider"
    case .callbackIgnored: "A callback is ignored"
    case .callbackAccepted: "The user comes back"
    case .idTokenVerified: "The ID token is verified"
    case .credentialIssued: "The provider issues a credential"
    case .tolerated: "Something unusual is accepted"
    case .scopesDiffer: "The scopes differ from those asked for"
    case .credentialStored: "The credential is stored"
    case .identified: "The user is known"
    case .unidentified: "The user is not known"
    case .refreshBegan: "A refresh begins"
    case .clocksDiffer: "The clocks differ"
    case .credentialRemoved: "A credential is removed"
    }
  }

  /// Whether it asks a provider or an API for its metadata.
  var isDiscovery: Bool {
    guard name == .requestSent, let rule else { return false }
    return [.rfc(8414, "3.1"), .rfc(9728, "3.1"), .openID("Discovery", "4")].contains(rule)
  }

  private static func heading(ofRequestBy rule: OAuthError.Rule) -> String? {
    switch rule {
    case .rfc(6749, "4.1.3"): "The code is exchanged for tokens"
    case .rfc(6749, "6"): "The refresh token is exchanged for new tokens"
    case .rfc(9126, "2.1"): "The authorization request is pushed"
    case .rfc(8628, "3.1"): "A code for another device is requested"
    case .rfc(8628, "3.4"): "The provider is asked whether the user has answered"
    case .rfc(8414, "3.1"), .rfc(9728, "3.1"), .openID("Discovery", "4"): "The metadata is fetched"
    default: nil
    }
  }
}
