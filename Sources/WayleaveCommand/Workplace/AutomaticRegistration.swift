import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// The registration that a sign-in makes at a server where the user has none.
///
/// RFC 7591 §3. Where a server takes programs that it does not know, no one need register them by hand. Each API has a
/// registration of its own, so that no consent for one counts for another.
struct AutomaticRegistration {
  let provider: Provider
  /// The API, or else the issuer.
  let purpose: String
  /// What the sign-in asks for, and what else the API names: some servers allow a client no other scopes.
  let scopes: [String]

  /// What the registration is called: the short name of what it is for.
  var name: String { String(decoding: ProviderName(purpose).names[0].utf8.prefix(60), as: UTF8.self) }

  /// The client as the server registered it; nil where the server registers none. Throws `registration.refused`.
  func client(named name: String, by accounts: Accounts) async throws -> RegisteredClient? {
    let offer: RegistrationOffer
    do throws(OAuthError) { offer = try await accounts.registrationOffer(of: provider) } catch {
      guard error.code == .unsupported else { throw error }
      return nil
    }
    let answer = try await answer(to: offer, by: accounts)
    var registered = try RegisteredClient(
      name: name, provider: provider.name, client: try answer.client(), configuration: answer.configuration,
      secretExpiresAt: answer.secretExpiresAt, secretOrigins: provider.secretOrigins)
    registered.madeFor = purpose
    return registered
  }

  /// Asks as a public client where the server has these, else as one with a secret in the body, or in the header; last as a
  /// public one, which some servers take and do not list.
  private func answer(
    to offer: RegistrationOffer, by accounts: Accounts
  ) async throws -> ClientRegistrationResponse {
    let uris = try await [RedirectURI].ofThisMachine(at: provider)
    let listed = [ClientAuthenticationMethod.publicClient, .post, .basic].filter(offer.authenticationMethods.contains)
    let methods = listed.contains(.publicClient) ? listed : listed + [.publicClient]
    var wishes = methods.map { ($0, uris) }
    while true {
      let (method, uris) = wishes.removeFirst()
      let metadata = ClientMetadata(
        signingInAs: Self.title, redirectURIs: uris, authentication: method, servesDevices: offer.servesDevices,
        scopes: scopes)
      do throws(OAuthError) {
        var answer = try await accounts.register(metadata, by: offer)
        // The server does not choose where this program listens.
        answer.metadata.redirectURIs = uris
        if answer.secret == nil, answer.metadata.authentication == nil {
          answer.metadata.authentication = .publicClient
        }
        return answer
      } catch {
        switch error.refusal?.error {
        // Some take no redirect URI without a port.
        case "invalid_redirect_uri" where uris.count > 1: wishes.insert((method, [uris[0]]), at: 0)
        case "invalid_client_metadata" where !wishes.isEmpty: break
        default: throw error
        }
      }
    }
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
    try await keeping(client) { () throws(OAuthError) in try await clients.put(client) }
  }

  /// Saves a client that a sign-in has registered, under a name that no other has: the short name of what it is for.
  func keepAutomatic(_ client: RegisteredClient) async throws(OAuthError) -> RegisteredClient {
    var client = client
    let short = client.name
    try await keeping(client) { () throws(OAuthError) in
      var number = 1
      while try await !clients.add(client) {
        number += 1
        client.name = "\(short)-\(number)"
      }
    }
    return client
  }

  private func keeping(
    _ client: RegisteredClient, _ save: () async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do throws(OAuthError) { try await save() } catch {
      output.say(
        "The provider has registered “\(DisplayText.clean(client.client.id.text))”, which cannot be saved: remove it there."
      )
      throw error
    }
  }
}
