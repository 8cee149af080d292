package import Wayleave
package import WayleaveOAuth2
import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

extension OAuthError {
  /// An API that takes the tokens of other servers now than the one at which an account is.
  ///
  /// RFC 9728 §7.6: only the user can say whether that is meant.
  package static func moved(to servers: [Issuer], from stored: StoredCredential) -> OAuthError {
    moved(to: servers, api: stored.resources.first?.text ?? "", from: stored.account.provider)
  }

  /// The same for an account of which only this is known.
  package static func moved(to servers: [Issuer], from place: APIPlace) -> OAuthError {
    moved(to: servers, api: place.api.text, from: place.provider)
  }

  private static func moved(to servers: [Issuer], api: String, from provider: ProviderName) -> OAuthError {
    let names = servers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
    let command = Remedy.argument(api).map { "`wayleave login \($0)`" } ?? "`wayleave login URL`, with the API's URL"
    return OAuthError(
      .metadataIssuerMismatch,
      message: "The API at \(URLRedaction.redact(api)) takes tokens of another server now: \(names).",
      rule: .rfc(9728, "7.6"),
      expected: "the server of the account, \(URLRedaction.redact(provider.text))",
      received: .text(names),
      remedy: .advice("Nothing was sent there. Ask whether that is meant. If it is, sign in there: \(command)."))
  }
}
