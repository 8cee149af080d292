import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

/// Our own client at the entries.
extension TestPlayground {
  /// Accounts whose clock is that of the playground.
  func accounts() throws -> Accounts {
    let clock = clock
    return try Accounts(
      transport: AsyncHTTPClientTransport(proxy: .none), credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()), now: { clock.now })
  }

  /// Signs in at an entry; the answer may come in the address or in a form.
  func signIn(
    to entry: String, as client: Client? = nil, scopes: [String] = [], by accounts: Accounts
  ) async throws -> SignedIn {
    let played = try #require(await running.entry(named: ProviderName(entry)))
    let url = try await accounts.begin(
      played.provider, as: client ?? played.clients[0], redirectURI: RedirectURI(Self.callback),
      options: .init(scopes: scopes))
    let answer = try await visitor.open(url.text, following: false)
    var form = Form()
    for field in answer.hiddenFields.fields {
      let value = String(decoding: field.value, as: UTF8.self).replacing("&quot;", with: "\"")
      form.append(String(decoding: field.name, as: UTF8.self), value)
    }
    let posted = "\(Self.callback)?\(String(decoding: form.encoded(), as: UTF8.self))"
    guard case .completed(let signedIn) = try await accounts.receive(answer.location ?? posted) else {
      throw CancellationError()
    }
    return signedIn
  }
}
