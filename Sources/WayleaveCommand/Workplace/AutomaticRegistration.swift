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
  /// Where the user comes back to, as they chose it; empty for this machine, at a free port.
  let redirectURIs: [RedirectURI]

  /// What the registration is called: the short name of what it is for.
  var name: String { String(decoding: ProviderName(purpose).names[0].utf8.prefix(60), as: UTF8.self) }

  /// The client as the server registered it; nil where the server registers none. Throws `registration.refused`.
  func client(named name: String, by accounts: Accounts) async throws(OAuthError) -> RegisteredClient? {
    let offer: RegistrationOffer
    do throws(OAuthError) { offer = try await accounts.registrationOffer(of: provider) } catch {
      guard error.code == .unsupported else { throw error }
      return nil
    }
    let uris = redirectURIs.isEmpty ? try await [RedirectURI].ofThisMachine(at: provider) : redirectURIs
    let answer: ClientRegistrationResponse
    do throws(OAuthError) {
      answer = try await accounts.register(signingInAs: Self.title, redirectURIs: uris, scopes: scopes, by: offer)
    } catch {
      guard error.code == .registrationRefused else { throw error }
      // The user has described nothing that could be corrected.
      let steps = RegistrationSteps(at: provider).lines.joined(separator: " ")
      throw error.remedied(by: .advice("It may register only programs that it knows. \(steps)"))
    }
    var registered = try RegisteredClient(
      name: name, provider: provider.name, client: try answer.client(), configuration: answer.configuration,
      secretExpiresAt: answer.secretExpiresAt, secretOrigins: provider.secretOrigins,
      apiPlaces: provider.apiPlaces)
    registered.madeFor = purpose
    // What the server leaves out is not asked for a second time.
    registered.scopes = FoundAPI.scopes(registeredFor: scopes, wanting: answer.metadata.scopes)
    return registered
  }

  private static let title = "Wayleave"
}

extension [RedirectURI] {
  /// The redirect URI of this machine with a port that is free now, and the same without a port.
  static func ofThisMachine(at provider: Provider) async throws(OAuthError) -> [RedirectURI] {
    try await prepared(by: LoopbackSource(browser: nil) { _ in }, for: try provider.loopbackRedirectURI)
  }
}

extension Workplace {
  /// Saves a client that its server has just registered; where it cannot be saved, the user reads its id.
  func keep(_ client: RegisteredClient) async throws(OAuthError) {
    do throws(OAuthError) { try await clients.put(client) } catch {
      sayUnsaved(client)
      throw error
    }
  }

  /// Saves a client that a sign-in has registered, under a name that no other has: the short name of what it is for. One that
  /// cannot be saved is ended at its server again, where that is possible.
  func keepAutomatic(
    _ client: RegisteredClient, by accounts: Accounts
  ) async throws(OAuthError) -> RegisteredClient {
    var client = client
    let short = client.name
    do throws(OAuthError) {
      var number = 1
      while try await !clients.add(client) {
        number += 1
        client.name = "\(short)-\(number)"
      }
    } catch {
      if let configuration = client.configuration, (try? await accounts.endRegistration(configuration)) != nil {
        throw error
      }
      sayUnsaved(client)
      throw error
    }
    return client
  }

  private func sayUnsaved(_ client: RegisteredClient) {
    output.say(
      "The provider has registered “\(DisplayText.clean(client.client.id.text))”, which cannot be saved: remove it there."
    )
  }
}
