import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension Provider {
  /// The failure to learn who a user is, in the provider's own word where its answer has one.
  ///
  /// A suspended account is one also where the API is the first to say so, as Twitter's 64 at `verify_credentials`.
  package func identityFailure(_ error: OAuthError, in response: ResponseMessage) -> OAuthError {
    guard let (refusal, table) = refusal(in: response) else { return error }
    if table.meaning(of: refusal) == .accountSuspended {
      return OAuthError(
        .accountSuspended, rule: .wayleave("the provider's API tells who the user is"), expected: "who the user is",
        received: .text(refusal.error), remedy: .readWhySuspended, refusal: refusal)
    }
    return OAuthError(
      .unexpectedAnswer,
      message:
        "The provider did not say who the user is: its API refuses with \(OAuthError.Received.text(refusal.error)).",
      rule: .wayleave("the provider's API tells who the user is"), expected: "JSON with status 200",
      received: .described("status \(response.status)"),
      remedy: "The credential is saved. See what the provider says; it may need another scope.", refusal: refusal)
  }

  private func refusal(in response: ResponseMessage) -> (ProviderRefusal, RefusalTable)? {
    guard !(200..<400).contains(response.status) else { return nil }
    if case .oauth1(let service) = service {
      let refusal = ProviderRefusal(ofSignedRequest: response)
      return refusal.hasWord ? (refusal, service.dialect.refusalTable) : nil
    }
    var dialect = OAuth2Dialect()
    if case .oauth2(let service) = service { dialect = service.dialect }
    guard let refusal = RecommendedAction.read(in: response, dialect: dialect)?.refusal, refusal.hasWord else {
      return nil
    }
    return (refusal, dialect.refusalTable)
  }
}

extension ProviderRefusal {
  /// Whether it says more than its status.
  fileprivate var hasWord: Bool { !error.isEmpty && (!error.hasPrefix("http_") || description != nil) }
}
