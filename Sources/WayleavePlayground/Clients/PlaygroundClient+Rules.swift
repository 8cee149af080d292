import WayleaveOAuth2
import WayleaveWire

extension PlaygroundClient {
  /// Whether users may be sent to a redirect URI of this client, at a provider of these rules.
  ///
  /// The playground's own clients are at home on this machine, whatever the real provider takes.
  func allows(_ redirectURI: RedirectURI, by rules: DocumentedRules?) -> Bool {
    guard isHeldToRules, let rule = rules?.redirect else { return redirectURIs.allow(redirectURI) }
    guard rule.takes(redirectURI) else { return false }
    return redirectURIs.contains { registered in
      rule.comparesPort(of: registered)
        ? registered.text.hasSameBytes(as: redirectURI.text) : [registered].allow(redirectURI)
    }
  }
}
