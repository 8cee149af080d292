public import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Signing in at an API by its URL alone.
extension Accounts {
  /// Signs in for an API at a server that need not know the app: the app registers itself there.
  ///
  /// The API comes from ``provider(forAPI:at:allowingHTTP:)``, and is for the app to show before this call: its issuer and
  /// its scopes, for the API alone has named them (RFC 9728 §7.6). The client is registered for this API and no other, with
  /// the redirect URI that the callback source has ready (RFC 7591 §3). It is kept with the account and used for the next
  /// sign-in there, until the server has forgotten it.
  ///
  /// Asked for are `options.scopes`, or else those of the API, with the API as `resource` (RFC 8707 §2). The account is
  /// called by the API unless `options` name it, and its sessions may send to the API. Throws `configuration.unsupported`
  /// where the server registers no one: then sign in as a client of your own.
  ///
  /// - Parameters:
  ///   - title: what the server's page calls the app.
  ///   - redirectURI: where users come back to; nil for this machine, at a free port.
  public func signIn(
    toAPI api: FoundAPI, registering title: String, redirectURI: RedirectURI? = nil,
    options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let callbackSource else { throw .noCallbackSource() }
    try visibleSignIn.take()
    defer { visibleSignIn.leave() }
    try await requireStore()
    let api = try await withPublishedIssuer(api)
    var options = try await self.options(options, for: api, isForAPI: true)
    let ofThisMachine = try api.provider.loopbackRedirectURI
    let client = try await self.client(
      for: api, called: title, comingBackTo: redirectURI ?? ofThisMachine, asking: options.scopes, by: callbackSource)
    if options.accountName == nil {
      options.accountName = try await all().freeName(ofAPI: api.resource.text) {
        $0.isAccount(at: api.provider.name, as: client.id, madeFor: api.resource.text)
      }
    }
    var accounts = self
    accounts.clientMadeFor = api.resource.text
    do throws(OAuthError) {
      return try await accounts.signInInFront(to: api.provider, as: client, options: options, by: callbackSource)
    } catch {
      let isForgotten = error.code == .clientRefused && error.refusal?.error == "invalid_client"
      // Some servers allow a client no other scopes than those that it was registered for.
      if isForgotten || error.refusal?.error == "invalid_scope" {
        registeredForAPIs.forget(client, of: api)
      }
      throw error
    }
  }

  /// Signs in for an API as a client of the app's own at the server that the API names.
  ///
  /// The API is for the app to show before this call, as for ``signIn(toAPI:registering:redirectURI:options:)``. The client
  /// has other uses, so the API chooses nothing (RFC 9728 §7.2): asked for is what `options` name, with the API as
  /// `resource` (RFC 8707 §2), and the token goes to the API where the server lists it (RFC 9728 §4) or
  /// `options.allowedOrigins` has its origin.
  public func signIn(
    toAPI api: FoundAPI, as client: Client, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    let api = try await withPublishedIssuer(api)
    return try await signIn(
      to: api.provider, as: client, options: try await self.options(options, for: api, isForAPI: false))
  }

  private func options(
    _ given: SignInOptions, for api: FoundAPI, isForAPI: Bool
  ) async throws(OAuthError) -> SignInOptions {
    var options = given
    let known = try await discovered(api.provider)
    options.scopes = FoundAPI.scopes(
      wanting: api.scopes, usual: known.service.scopes, listed: try await scopes(listedBy: api.provider),
      naming: given.scopes, isForAPI: isForAPI)
    options.adopt(
      api, besides: known.provider.apiOrigins, isListed: try await lists(api.resource, at: api.provider),
      isForAPI: isForAPI)
    return options
  }

  /// The client that is registered for an API and comes back to the same place: an earlier one, or one that is registered now.
  private func client(
    for api: FoundAPI, called title: String, comingBackTo redirect: RedirectURI, asking scopes: [String],
    by source: any CallbackSource
  ) async throws(OAuthError) -> Client {
    let held = try await all().filter {
      $0.account.provider == api.provider.name && $0.clientMadeFor?.hasSameBytes(as: api.resource.text) ?? false
    }
    let known = [registeredForAPIs.client(for: api)].compactMap(\.self) + held.map(\.client)
    let earlier = known.first { client in
      registeredForAPIs.isUsable(client, for: api, at: now())
        && client.redirectURIs.contains { $0.matches(requested: redirect) }
    }
    if let earlier { return earlier }
    let offer = try await registrationOffer(of: api.provider)
    let registered = try await register(
      signingInAs: title, redirectURIs: try await .prepared(by: source, for: redirect),
      scopes: FoundAPI.scopes(registeredFor: scopes, wanting: api.scopes), by: offer
    )
    let client = try registered.client()
    registeredForAPIs.put(client, until: registered.secretExpiresAt, for: api)
    return client
  }
}
