import Crypto
package import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Where users come back to on this machine, at any port, for a client that has no redirect URI of its own: what to
  /// register at the provider.
  ///
  /// RFC 8252 §7.3. A described provider whose callbacks need not name their issuer has a path of its own, by its name:
  /// "clients MUST use a distinct redirect URI for each issuer they interact with" (RFC 9700 §4.4.2.2). So the code of
  /// another provider, to which it had the user sent on, does not come where its own would.
  package var loopbackRedirectURI: RedirectURI {
    get throws(OAuthError) {
      try RedirectURI("\(RedirectURI.loopbackText)\(needsOwnPath ? "/\(pathSegment)" : "")")
    }
  }

  /// No one vouches for a provider that the program's user has described, and nothing in its callbacks need tell them
  /// from those of others.
  private var needsOwnPath: Bool {
    guard !isBuiltIn else { return false }
    return switch service {
    case .oauth1: true
    case .oauth2(let service): !service.requiresIssuerInCallback
    case .issuer: false
    }
  }

  /// The name, where the format of descriptions has it; of others a digest, which no name of that format equals.
  private var pathSegment: String {
    guard !name.isCatalogueName else { return name.text }
    return "_" + Base64.url.encodedText(Array(SHA256.hash(data: Array(name.text.utf8)).prefix(9)))
  }
}
