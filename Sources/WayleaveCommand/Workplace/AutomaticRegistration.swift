import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// The registration that a sign-in makes at a server where the user has none.
///
/// RFC 7591 §3. Where a server takes programs that it does not know, no one need register them by hand.
struct AutomaticRegistration {
  let provider: Provider
  /// What the sign-in asks for: some servers allow a client no other scopes than it registered.
  let scopes: [String]

  /// The client as the server registered it; nil where the server registers none. Throws `registration.refused`.
  func client(named name: String, by accounts: Accounts) async throws -> RegisteredClient? {
    let offer: RegistrationOffer
    do throws(OAuthError) { offer = try await accounts.registrationOffer(of: provider) } catch {
      guard error.code == .unsupported else { throw error }
      return nil
    }
    var answer = try await answer(to: offer, by: accounts)
    answer.metadata.authentication = answer.metadata.authentication ?? method(of: answer, among: offer)
    var registered = try RegisteredClient(
      name: name, provider: provider.name, client: try answer.client(),
      configuration: answer.configuration,
      secretExpiresAt: answer.secretExpiresAt, secretOrigins: provider.secretOrigins)
    registered.isAutomatic = true
    return registered
  }

  /// How the client authenticates where the server does not say, which RFC 7591 §3.2.1 has it do.
  ///
  /// In the body the id goes along, which some servers demand.
  private func method(
    of answer: ClientRegistrationResponse, among offer: RegistrationOffer
  ) -> ClientAuthenticationMethod {
    guard answer.secret != nil else { return .publicClient }
    return offer.authenticationMethods.contains(.post) ? .post : .basic
  }

  /// Asks as a public client; where the server wants a secret, as one that sends it in the body, and last in the header.
  private func answer(
    to offer: RegistrationOffer, by accounts: Accounts
  ) async throws -> ClientRegistrationResponse {
    let uris = try await [RedirectURI].ofThisMachine(at: provider)
    let others = [ClientAuthenticationMethod.post, .basic].filter(offer.authenticationMethods.contains)
    var refusal: OAuthError?
    for method in [.publicClient] + others {
      let metadata = ClientMetadata(
        signingInAs: Self.title, redirectURIs: uris, authentication: method, servesDevices: offer.servesDevices,
        scopes: scopes)
      do throws(OAuthError) { return try await accounts.register(metadata, by: offer) } catch {
        guard error.code == .registrationRefused, error.refusal?.error == "invalid_client_metadata" else { throw error }
        refusal = refusal ?? error
      }
    }
    throw refusal ?? .cancelled()
  }

  private static let title = "Wayleave"
}

extension ClientMetadata {
  /// What a program on the user's own machine registers for sign-ins.
  ///
  /// RFC 7591 §2; OpenID Connect Dynamic Client Registration §2 for `application_type`: only a native one may have a
  /// redirect URI of http.
  init(
    signingInAs title: String, redirectURIs: [RedirectURI], authentication: ClientAuthenticationMethod,
    servesDevices: Bool, grantTypes: [String] = [], scopes: [String], keys: ClientMetadata.Keys? = nil,
    softwareStatement: Secret? = nil
  ) {
    let signIns = [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType]
    let devices = servesDevices ? [DeviceCodeGrant.grantType] : []
    self.init(
      redirectURIs: redirectURIs, authentication: authentication, grantTypes: signIns + devices + grantTypes,
      responseTypes: ["code"], name: title, scopes: scopes, keys: keys, softwareStatement: softwareStatement)
    additional["application_type"] = "native"
  }
}

extension [RedirectURI] {
  /// The redirect URI of this machine with a port that is free now, and the same without a port.
  ///
  /// RFC 8252 §7.3 has servers take any port, and some compare it all the same. The second one serves where the port is
  /// taken later.
  static func ofThisMachine(at provider: Provider) async throws(OAuthError) -> [RedirectURI] {
    let any = try provider.loopbackRedirectURI
    let session = try await LoopbackSource(browser: nil) { _ in }.prepare(for: [any])
    let exact = session.redirectURI
    await session.close()
    return [exact, any]
  }
}

extension Workplace {
  /// Saves a client that its server has just registered; where it cannot be saved, the user reads its id.
  func keep(_ client: RegisteredClient) async throws(OAuthError) {
    do throws(OAuthError) { try await clients.put(client) } catch {
      output.say(
        "The provider has registered “\(DisplayText.clean(client.client.id.text))”, which cannot be saved: remove it there."
      )
      throw error
    }
  }

  /// A name for a client at a provider that has none: the provider's short name, with a number where that is taken.
  func freeName(for provider: Provider) async throws(OAuthError) -> String {
    let taken = try await clients.all().map(\.name)
    let short = String(decoding: provider.name.names[0].utf8.prefix(60), as: UTF8.self)
    let names = [short] + (2...).lazy.prefix(taken.count + 1).map { "\(short)-\($0)" }
    return names.first { name in !taken.contains { $0.hasSameBytes(as: name) } } ?? short
  }
}
