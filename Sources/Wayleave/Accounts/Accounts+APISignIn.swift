public import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Signing in at an API by its URL alone.
extension Accounts {
  /// Signs in for an API at a server that need not know the app: it reads about the app at a URL, or the app registers itself
  /// there.
  ///
  /// The API comes from ``provider(forAPI:at:allowingHTTP:)``, and is for the app to show before this call: its issuer and
  /// its scopes, for the API alone has named them (RFC 9728 §7.6). Where the server reads client ids that are URLs, the app is
  /// the client `published` (OAuth Client ID Metadata Document). Otherwise, or where the server refuses that one, the client is
  /// registered for this API and no other, with the redirect URI that the callback source has ready (RFC 7591 §3). It is
  /// kept with the account and used for the next sign-in there, until the server has forgotten it.
  ///
  /// Asked for are `options.scopes`, or else those of the API, with the API as `resource` (RFC 8707 §2). The account is
  /// called by the API unless `options` name it, and its sessions may send to the API. Of a client `published` that has an
  /// account for something else there, the API chooses nothing, as for ``signIn(toAPI:as:options:)``. Throws
  /// `configuration.unsupported` where the server registers no one: then sign in as a client of your own.
  ///
  /// - Parameters:
  ///   - title: what the server's page calls the app.
  ///   - published: the https URL of the document by which the app describes itself; nil for none.
  ///   - redirectURI: where users come back to; nil for this machine, at a free port.
  public func signIn(
    toAPI api: FoundAPI, registering title: String, publishedAs published: ClientID? = nil,
    redirectURI: RedirectURI? = nil, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let callbackSource else { throw .noCallbackSource() }
    if let published { _ = try ClientIDMetadataDocument.url(of: published) }
    try visibleSignIn.take()
    defer { visibleSignIn.leave() }
    try await requireStore()
    let api = try await withPublishedIssuer(api)
    let ofThisMachine = try api.provider.loopbackRedirectURI
    let redirect = redirectURI ?? ofThisMachine
    if let earlier = try await registeredClient(for: api, called: title, comingBackTo: redirect) {
      let client = try await allowing(options, for: api, earlier)
      return try await signIn(toAPI: api, asRegistered: client, options: options, by: callbackSource)
    }
    var refusal: OAuthError?
    if let published, try await takesClientIDURLs(api.provider) {
      do throws(OAuthError) {
        let client = try Client(id: published, redirectURIs: redirectURI.map { [$0] } ?? [])
        return try await signIn(toAPI: api, asPublished: client, options: options, by: callbackSource)
      } catch {
        guard error.refusesClientIDURL else { throw error }
        exchange.tell(Event(.tolerated, rule: error.rule, "the server refuses the client id: \(error.message)"))
        refusal = error
      }
    }
    let asked = try await self.options(options, for: api, isForAPI: true).scopes
    let client: RegisteredClient
    do throws(OAuthError) {
      client = try await register(title, for: api, comingBackTo: redirect, asking: asked, by: callbackSource)
    } catch {
      guard let refusal, error.code == .unsupported else { throw error }
      throw refusal
    }
    return try await signIn(toAPI: api, asRegistered: client, options: options, by: callbackSource)
  }

  /// Signs in for an API as a client of the app's own at the server that the API names.
  ///
  /// The API is for the app to show before this call, as for ``signIn(toAPI:registering:publishedAs:redirectURI:options:)``.
  /// The client has other uses, so the API chooses nothing (RFC 9728 §7.2): asked for is what `options` name, with the API as
  /// `resource` (RFC 8707 §2), and the token goes to the API where the server lists it (RFC 9728 §4) or
  /// `options.allowedOrigins` has its origin. Throws `discovery.malformed_metadata` for an API that names no server.
  public func signIn(
    toAPI api: FoundAPI, as client: Client, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard !api.isItsOwnServer else { throw .noServerNamed(by: api) }
    let api = try await withPublishedIssuer(api)
    return try await signIn(
      to: api.provider, as: client, options: try await self.options(options, for: api, isForAPI: false))
  }

  /// A registration of an earlier sign-in with the scopes that this one asks for: itself, or a wider one.
  private func allowing(
    _ options: SignInOptions, for api: FoundAPI, _ earlier: RegisteredClient
  ) async throws(OAuthError) -> RegisteredClient {
    // An earlier version did not keep its scopes: then the server says itself what it allows.
    guard earlier.scopes != nil else { return earlier }
    let asked = try await self.options(options, for: api, isForAPI: true).scopes
    guard !earlier.allows(asked) else { return earlier }
    return try await widenedForApp(earlier, to: asked, at: api.provider) ?? earlier
  }

  /// Signs in as a client that is registered for an API alone, which may take the place of an earlier one.
  private func signIn(
    toAPI api: FoundAPI, asRegistered registered: RegisteredClient, options: SignInOptions,
    by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    let client = registered.client
    var accounts = self
    (accounts.clientMadeFor, accounts.appRegistration) = (api.resource.text, registered)
    do throws(OAuthError) {
      let signedIn = try await accounts.signInInFront(
        to: api.provider, as: client, options: try await accounts.named(options, for: api, as: client, isForAPI: true),
        by: source)
      await endReplaced(by: signedIn.stored)
      return signedIn
    } catch {
      let isForgotten = error.code == .clientRefused && error.refusal?.error == "invalid_client"
      // Some servers allow a client no other scopes than those that it was registered for.
      if isForgotten || error.refusal?.error == "invalid_scope" {
        registeredForAPIs.forget(client, of: api)
      }
      throw error
    }
  }

  /// Signs in as a client that the server reads about at the URL that is its id. A server that remembers its user's consent
  /// to that client may ask for none now, so an API does not choose where the client has access for something else.
  private func signIn(
    toAPI api: FoundAPI, asPublished client: Client, options: SignInOptions, by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    let isForAPI = try await !all().share([client.id], at: api.provider.name, for: api.resource, orUnread: false)
    return try await signInInFront(
      to: api.provider, as: client, options: try await named(options, for: api, as: client, isForAPI: isForAPI),
      by: source)
  }

  /// The options of a sign-in for an API, by which the account is called.
  private func named(
    _ given: SignInOptions, for api: FoundAPI, as client: Client, isForAPI: Bool
  ) async throws(OAuthError) -> SignInOptions {
    var options = try await self.options(given, for: api, isForAPI: isForAPI)
    if options.accountName == nil {
      options.accountName = try await all().freeName(
        ofAPI: api.resource, at: api.provider.name, as: client.id, madeFor: clientMadeFor)
    }
    return options
  }

  private func options(
    _ given: SignInOptions, for api: FoundAPI, isForAPI: Bool
  ) async throws(OAuthError) -> SignInOptions {
    var options = given
    let known = try await discovered(api.provider)
    let published = try await metadata(of: api.provider)
    options.scopes = FoundAPI.scopes(
      wanting: api.scopes, usual: known.service.scopes, listed: published?.scopes ?? [], naming: given.scopes,
      isForAPI: isForAPI)
    options.adopt(
      api, besides: known.provider.apiOrigins, isListed: published?.lists(api.resource) ?? false, isForAPI: isForAPI)
    return options
  }

  /// The client that is registered for an API already and comes back to the same place; nil for none.
  private func registeredClient(
    for api: FoundAPI, called title: String, comingBackTo redirect: RedirectURI
  ) async throws(OAuthError) -> RegisteredClient? {
    let held = try await all().filter {
      $0.account.provider == api.provider.name && $0.clientMadeFor?.hasSameBytes(as: api.resource.text) ?? false
    }
    let known =
      [registeredForAPIs.client(for: api)].compactMap(\.self) + held.compactMap { $0.registration(called: title) }
    return known.first { registered in
      registeredForAPIs.isUsable(registered.client, for: api, at: now()) && !registered.hasExpired(at: now())
        && registered.client.redirectURIs.contains { $0.matches(requested: redirect) }
    }
  }

  /// Registers a client for an API, and keeps it for this process.
  private func register(
    _ title: String, for api: FoundAPI, comingBackTo redirect: RedirectURI, asking scopes: [String],
    by source: any CallbackSource
  ) async throws(OAuthError) -> RegisteredClient {
    let registered = try await registeredForApp(
      title, at: api.provider, for: api.resource.text,
      redirectURIs: { () throws(OAuthError) in
        try await .prepared(by: source, for: redirect)
      }, scopes: FoundAPI.scopes(registeredFor: scopes, wanting: api.scopes))
    registeredForAPIs.put(registered)
    return registered
  }
}

extension StoredCredential {
  /// The registration of the app that signed it in; of an account of an earlier version its client is known alone.
  fileprivate func registration(called title: String) -> RegisteredClient? {
    if let appRegistration { return appRegistration }
    var registered = try? RegisteredClient(name: title, provider: account.provider, client: client)
    registered?.madeFor = clientMadeFor
    return registered
  }
}

extension OAuthError {
  fileprivate static func noServerNamed(by api: FoundAPI) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The API at \(URLRedaction.redact(api.resource.text)) names no server to which your client belongs.",
      rule: .rfc(9728, "2"), remedy: .nameIssuer(ofAPI: api.resource.url))
  }
}
