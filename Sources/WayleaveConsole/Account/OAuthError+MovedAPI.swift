package import WayleaveOAuth2
import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

extension OAuthError {
  /// An API that takes the tokens of other servers now than the one at which an account is.
  ///
  /// RFC 9728 §7.6: only the user can say whether that is meant.
  package static func moved(to servers: [Issuer], from stored: StoredCredential) -> OAuthError {
    let names = servers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
    let api = stored.resources.first?.text ?? ""
    let command = Remedy.argument(api).map { "`wayleave login \($0)`" } ?? "`wayleave login URL`, with the API's URL"
    return OAuthError(
      .metadataIssuerMismatch,
      message: "The API at \(URLRedaction.redact(api)) takes tokens of another server now: \(names).",
      rule: .rfc(9728, "7.6"),
      expected: "the server of the account, \(URLRedaction.redact(stored.account.provider.text))",
      received: .text(names),
      remedy: .advice("Nothing was sent there. Ask whether that is meant. If it is, sign in there: \(command)."))
  }
}
