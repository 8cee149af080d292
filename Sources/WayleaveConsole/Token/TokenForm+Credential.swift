package import Wayleave
package import WayleaveAgentProtocol
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire
package import WayleaveOAuth2

/// A credential in the forms in which it is printed.
extension TokenForm {
  /// Whether it depends on how the provider's API is called, which today's entry says.
  package var needsEntry: Bool { self == .header || self == .curlConfiguration }

  /// Checks that a credential has this form; throws `configuration.unsupported`.
  package func require(
    of credential: Credential, at provider: Provider, named name: String
  ) throws(OAuthError) {
    guard needsEntry else { return }
    guard credential.servesEveryRequest else { throw .differsByRequest(name, of: credential) }
    switch provider.dialect.api.tokenPlacement {
    case .header, .field: return
    case .query: if self == .header { throw .standsInTheQuery(name) }
    case .form: throw .standsInTheBody(name)
    }
  }

  /// The credential in this form, without a line break at its end.
  package func text(of credential: Credential, at provider: Provider, as client: ClientID) -> String {
    switch self {
    case .plain: credential.shownToken
    case .header: provider.dialect.api.field(carrying: credential.shownToken).map { "\($0.name): \($0.value)" } ?? ""
    case .shellLines: ShellLines(credential).text
    case .curlConfiguration: CurlConfiguration(credential, at: provider, as: client).text
    }
  }
}

extension OAuthError {
  fileprivate static func differsByRequest(_ account: String, of credential: Credential) -> OAuthError {
    let plain = if case .oauth2 = credential { Remedy.signInUnbound(account).map { " \($0)" } } else { String?.none }
    return OAuthError(
      .unsupported, message: "The header of “\(account)” is different for each request, so it cannot be printed.",
      rule: .rfc(6750, "2.1"), remedy: .advice("Send the request with `wayleave request`.\(plain ?? "")"))
  }

  fileprivate static func standsInTheQuery(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider of “\(account)” takes the token in the query of the URL, not in a header.",
      rule: .rfc(6750, "2.3"),
      remedy: "Use `wayleave token --curl-config`, which puts it there, or `wayleave request`.")
  }

  fileprivate static func standsInTheBody(_ account: String) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The token of “\(account)” is sent in the form of each request, so it cannot be printed.",
      rule: .rfc(6750, "2.2"), remedy: "Send the request with `wayleave request`, which puts it there.")
  }
}
