import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveTestSupport
import WayleaveWire

/// Each entry of the catalogue against the playground that plays it: what the one side says, the other side demands, and
/// what the documentation of the provider says, both do.
@Suite("Each entry of the catalogue is replayed")
struct EntryReplayTests {
  static let names = Provider.builtInNames.map(\.text).filter(TestedEntry.includes)
  private static let person = PlaygroundPerson.residents[0]

  @Test(
    "a sign-in, the user, a request, a refresh, a sign-out, and a token that the provider has ended", arguments: names)
  func replay(_ name: String) async throws {
    var configuration = try PlaygroundConfiguration()
    configuration.approval = .automatic(Self.person)
    let playground = try await Playground(configuration: configuration).start()
    do {
      try await replay(ProviderName(name), at: playground)
      await playground.stop()
    } catch {
      await playground.stop()
      throw error
    }
  }

  private func replay(_ name: ProviderName, at playground: RunningPlayground) async throws {
    let played = try #require(await playground.entry(named: name))
    let found = try Provider.builtIn(named: name) ?? example(of: name)
    let entry = try #require(found)
    let accounts = try Accounts.inMemory()
    let rules = DocumentedRules.of(entry.name)
    for disagreement in rules.map({ EntryDisagreement.all(of: entry, by: $0) }) ?? [] {
      Issue.record("\(entry.name): \(disagreement.rule): \(disagreement.sentence); see \(rules?.page.text ?? "")")
    }
    let redirectURI = try await register(entry, played.clients[0], at: playground)
    let first = try await signIn(to: played, at: redirectURI, by: accounts, playground)
    expectRefreshToken(of: first, entry, rules)
    #expect(first.stored.provider.name == played.provider.name)
    if entry.identity != nil || played.provider.issuer != nil {
      #expect(first.unidentifiedBecause == nil)
      let template = entry.identity?.subject ?? "{sub}"
      #expect(first.stored.identity?.subject == template.replacing(/\{[^}]*\}/, with: String(Self.person.id)))
    }
    let session = accounts.session(for: first.account)
    let api = try apiURL(of: entry, at: playground)
    if let api { #expect(try await session.get(api).status == 200) }
    if first.stored.credential.isRefreshable {
      let renewed = try await accounts.fresh(first.account, forcing: true)
      #expect(renewed.credential != first.stored.credential)
      if let api { #expect(try await session.get(api).status == 200) }
    }
    let report = try await accounts.signOut(first.account)
    #expect(report.revocation == (offersRevocation(entry) ? .revoked : .notOffered))
    let second = try await signIn(to: played, at: redirectURI, by: accounts, playground)
    await playground.revokeTokens(at: .entries)
    guard let api else { return }
    let error = await #expect(throws: OAuthError.self) {
      let answer = try await accounts.session(for: second.account).get(api)
      // A word that no table knows ends nothing: then the answer itself says no.
      #expect(answer.status == 401)
      throw OAuthError.answered(answer.status)
    }
    #expect(error?.code == .signInNeeded, "\(error.map { "\($0)" } ?? "")")
  }

  /// Registers the client with the redirect URI that the entry tells its user to register, as the provider would; the
  /// one to come back to, with a port where any is taken.
  private func register(
    _ entry: Provider, _ client: Client, at playground: RunningPlayground
  ) async throws -> RedirectURI {
    let usual = try RedirectURI("http://127.0.0.1:49152/callback")
    guard let guide = entry.registration else { return usual }
    let text = guide.redirectURI?.text ?? "http://127.0.0.1/callback"
    var asked = JSON.Object()
    asked["client_id"] = .string(client.id.text)
    asked["provider"] = .string(entry.name.text)
    asked["redirect_uris"] = [.string(text)]
    if let secret = client.secret {
      asked["client_secret"] = .string(secret.exposedText)
    } else if client.key == nil {
      asked["token_endpoint_auth_method"] = "none"
    }
    var request = RequestMessage(.put, to: try AbsoluteURL("\(playground.base)/playground/clients"))
    request.body = JSON.object(asked).encoded()
    let answer = try await Visitor(base: playground.base).send(request)
    try #require(answer.status == 200, "\(entry.name): \(answer.text)")
    for host in ["http://127.0.0.1", "http://localhost"] where text.hasPrefix("\(host)/") {
      return try RedirectURI("\(host):49152\(text.dropFirst(host.count))")
    }
    return try RedirectURI(text)
  }

  /// The provider gives a refresh token as its page says; an access token that brings the next one is none.
  private func expectRefreshToken(of signedIn: SignedIn, _ entry: Provider, _ rules: DocumentedRules?) {
    guard case .oauth2(let service) = entry.service, service.dialect.refresh.exchange == nil,
      service.dialect.refresh.upgrade == nil
    else { return }
    let isRefreshable = signedIn.stored.credential.isRefreshable
    switch rules?.refreshToken {
    case .always, .parameter: #expect(isRefreshable, "\(entry.name): no refresh token came")
    case .never: #expect(!isRefreshable, "\(entry.name): a refresh token came")
    case .scope(let scope): #expect(isRefreshable == service.scopes.contains(scope), "\(entry.name): \(scope)")
    case nil: break
    }
  }

  private func signIn(
    to played: PlayedProvider, at redirectURI: RedirectURI, by accounts: Accounts, _ playground: RunningPlayground
  ) async throws -> SignedIn {
    let url = try await accounts.begin(played.provider, as: played.clients[0], redirectURI: redirectURI)
    if case .oauth2(let service) = played.provider.service {
      // Providers take a request without a challenge, so they would not notice that we forget it.
      #expect(url.text.contains("code_challenge=") == service.dialect.authorization.supportsPKCE)
    }
    let answer = try await Visitor(base: playground.base).open(url.text, following: false)
    var location = answer.head.headerFields[.location]
    if location == nil, answer.status == 200, answer.hiddenFields.contains("state") {
      location = "\(redirectURI.text)?\(String(decoding: answer.hiddenFields.encoded(), as: UTF8.self))"
    }
    let callback = try #require(location, "\(String(decoding: answer.body, as: UTF8.self))")
    guard case .completed(let signedIn) = try await accounts.receive(callback) else {
      throw OAuthError.answered(answer.status)
    }
    return signedIn
  }

  private func example(of name: ProviderName) throws -> Provider? {
    let template = Provider.builtInTemplate(named: name)
    return try template.map { try $0.example() }
  }

  private func apiURL(of entry: Provider, at playground: RunningPlayground) throws -> String? {
    let domain = try entry.apiDomains.first.map { try Origin("https://acme.\($0)") }
    guard let origin = entry.apiOrigins.first ?? domain else { return nil }
    return "\(playground.base)/entries/\(entry.name.text)/\(origin.host)/playground"
  }

  private func offersRevocation(_ entry: Provider) -> Bool {
    switch entry.service {
    case .oauth1(let service): service.invalidationEndpoint != nil
    case .oauth2(let service): service[.revocation] != nil
    case .issuer: true
    }
  }
}

extension OAuthError {
  fileprivate static func answered(_ status: Int) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, rule: .wayleave("replay"), expected: "a sign-in that is over",
      received: .described("\(status)"),
      remedy: "See the answer.")
  }
}
