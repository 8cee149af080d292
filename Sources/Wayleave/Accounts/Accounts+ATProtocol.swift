import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension Accounts {
  /// The provider of an account of the AT Protocol, by handle or DID.
  ///
  /// AT Protocol, OAuth, § Identity Authentication. DNS is asked first where the program can do that. Each document obeys the
  /// rules for public ones: ``Exchange/document(_:as:)``.
  func provider(ofATProtocol typed: String) async throws(OAuthError) -> Provider {
    var search = try ATProtocolSearch(for: typed)
    while true {
      switch try search.next {
      case .found(let account, let server, let issuer): return try Provider(of: account, at: server, issuer: issuer)
      case .send(let request):
        do throws(OAuthError) {
          if let name = search.textName, let textRecords, try search.receive(texts: await textRecords(name)) {
            continue
          }
          try search.receive(try await exchange.document(request, as: .resourceServer))
        } catch {
          guard search.canSkip, error.code != .cancelled else { throw search.explained(error) }
          exchange.tell(Event(.tolerated, rule: error.rule, "a handle that is not confirmed: \(error.message)"))
          search.skip()
        }
      }
    }
  }

  /// The same for an account that is signed in and signs in again: the server of its data may be another one today.
  func provider(
    ofATProtocol account: ATProtocolAccount, from earlier: Provider
  ) async throws(OAuthError) -> Provider {
    var provider = try await provider(ofATProtocol: account.did.text)
    guard provider.name == earlier.name else { throw .movedAccount(account, to: provider) }
    let handle = provider.atProtocol?.handle
    provider.atProtocol = ATProtocolAccount(account.did, handle: handle, typed: account.typed)
    return provider
  }
}

extension OAuthError {
  fileprivate static func movedAccount(_ account: ATProtocolAccount, to provider: Provider) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch,
      message: "\(account.did.text) has moved: its server is \(DisplayText.clean(provider.name.text)) now.",
      rule: .specification("AT Protocol OAuth", "Identity Authentication"), remedy: .signIn(provider: account.did.text))
  }
}
