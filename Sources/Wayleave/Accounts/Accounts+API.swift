public import WayleaveOAuth2
import WayleaveOpenID
public import WayleaveProvider
public import WayleaveWire
import WayleaveSignIn

/// What an API says about the servers that issue its tokens.
///
/// RFC 9728 §2.
public struct FoundAPI: Sendable, Equatable {
  /// The authorization server that it names.
  public let provider: Provider
  /// The API, as it names itself; tokens are asked for with it.
  ///
  /// RFC 8707 §2.
  public let resource: ResourceIndicator
  /// The scopes that it names, which no one has agreed to yet; empty when it names none.
  public let scopes: [String]
  /// Whether it takes only tokens that are bound to a key.
  public let requiresDPoP: Bool
  /// Whether it names no server, and the one at its own origin stands in.
  ///
  /// Model Context Protocol 2025-03-26, Authorization §2.3. Only a client that no one has registered before may go there.
  public let isItsOwnServer: Bool

  /// Whether no metadata says where that server's endpoints are.
  package var hasDefaultEndpoints: Bool {
    if case .oauth2 = provider.service { isItsOwnServer } else { false }
  }
}

extension Accounts {
  /// Finds the authorization server of an API by the API's own metadata.
  ///
  /// RFC 9728 §3 and §5: the address of the metadata is in the API's challenge, or is a well-known one, with the API's
  /// path or at its root; what it says is used only when it is about this very address. Of several servers the caller
  /// names one by `issuer`: then it must be among them, and without it the error names them. To be named is no reason for
  /// trust: show its issuer to the user, who signs in there (§7.6). Show the scopes too before they are asked for: the API
  /// alone has chosen them. An API without metadata has its server at its own origin, ``FoundAPI/isItsOwnServer``. Throws
  /// `discovery.issuer_mismatch` and `discovery.malformed_metadata`.
  public func provider(
    forAPI api: AbsoluteURL, at issuer: Issuer? = nil, allowingHTTP: Bool = false
  ) async throws(OAuthError) -> FoundAPI {
    try await foundAPI(at: api, of: issuer, allowingHTTP: allowingHTTP, orAtItsOrigin: true).get()
  }

  /// The same, and the failure of an API that publishes nothing apart from other failures, which are thrown.
  ///
  /// With `orAtItsOrigin` what stands for the API's whole origin counts too: metadata at its root, and where there is none,
  /// an authorization server there. Model Context Protocol 2025-03-26, Authorization §2.3.
  package func foundAPI(
    at api: AbsoluteURL, of issuer: Issuer? = nil, allowingHTTP: Bool, orAtItsOrigin: Bool
  ) async throws(OAuthError) -> Result<FoundAPI, OAuthError> {
    _ = try ResourceIndicator(api.text)
    _ = try Endpoint(api.text, allowingHTTP: allowingHTTP)
    var search = ProtectedResourceSearch(of: api, allowingHTTP: allowingHTTP, takingOrigin: orAtItsOrigin)
    guard let metadata = try await metadata(by: &search) else {
      let failure = OAuthError.noMetadata(of: search)
      guard orAtItsOrigin, !search.isAbsent else { return .failure(failure) }
      return try await origin(of: search, at: issuer, allowingHTTP: allowingHTTP).map(Result.success)
        ?? .failure(failure)
    }
    let server: Issuer
    switch (issuer, metadata.authorizationServers.count) {
    case (nil, 1): server = metadata.authorizationServers[0]
    case (nil, 0): throw .noServer(of: api)
    case (nil, _): throw .severalServers(metadata.authorizationServers, of: api)
    case (let issuer?, _):
      server = try metadata.authorizationServer(agreedOn: [issuer, issuer.withOrWithoutSlash].compactMap(\.self))
    }
    return .success(
      FoundAPI(
        provider: try .serverOfAPI(server, allowingHTTP: allowingHTTP),
        resource: try ResourceIndicator(metadata.resource.text),
        scopes: search.scopes.isEmpty ? metadata.scopes ?? [] : search.scopes, requiresDPoP: metadata.requiresDPoP,
        isItsOwnServer: false))
  }

  /// The same API, with its server as that writes itself: an API may name it with a slash at its end, or without.
  ///
  /// RFC 8414 §3.3 has the document decide; `iss` of a callback is compared with what it says (RFC 9207 §2.4).
  package func withPublishedIssuer(_ found: FoundAPI) async throws(OAuthError) -> FoundAPI {
    guard case .issuer(let named) = found.provider.service else { return found }
    let order = found.provider.metadataOrder
    do throws(OAuthError) { _ = try await metadata(of: named, in: order) } catch {
      guard error.code == .metadataIssuerMismatch else { throw error }
      guard let other = Issuer(named).withOrWithoutSlash, let address = try? AbsoluteURL(other.text),
        (try? await metadata(of: address, in: order)) != nil
      else {
        // The API wrote the issuer, and not the user.
        throw error.remedied(by: .nameIssuer(ofAPI: found.resource.url))
      }
      return FoundAPI(
        provider: try .serverOfAPI(other, allowingHTTP: true), resource: found.resource, scopes: found.scopes,
        requiresDPoP: found.requiresDPoP, isItsOwnServer: found.isItsOwnServer)
    }
    return found
  }

  /// The servers whose tokens the API of an account takes now, where the account's own is not among them; nil where it is, or
  /// the API does not say.
  ///
  /// RFC 9728 §7.6; Model Context Protocol 2026-07-28, Authorization § Authorization Server Binding: a client id that is
  /// known at one server is shown to no other. Nothing of the account is sent for this.
  package func otherServers(ofAPIOf stored: StoredCredential) async throws(OAuthError) -> [Issuer]? {
    guard let place = APIPlace(of: stored) else { return nil }
    return try await otherServers(than: place)
  }

  /// The same for an account of which only this is known.
  package func otherServers(than place: APIPlace) async throws(OAuthError) -> [Issuer]? {
    let (api, issuer) = (place.api.url, place.issuer)
    var search = ProtectedResourceSearch(of: api, allowingHTTP: api.scheme == "http", takingOrigin: true)
    let published: ProtectedResourceMetadata?
    do throws(OAuthError) { published = try await metadata(by: &search) } catch {
      guard error.code != .cancelled else { throw error }
      return nil
    }
    let servers = published?.authorizationServers ?? []
    let isNamed = servers.contains { $0 == issuer || $0 == issuer.withOrWithoutSlash }
    return servers.isEmpty || isNamed ? nil : servers
  }

  /// What an API publishes of itself; nil where that is nothing.
  private func metadata(
    by search: inout ProtectedResourceSearch
  ) async throws(OAuthError) -> ProtectedResourceMetadata? {
    var next = search.first
    while case .send(let request, let isDocument) = next {
      let response: ResponseMessage
      do throws(OAuthError) {
        response =
          isDocument
          ? try await exchange.document(request, as: .resourceServer)
          : try await exchange.send(request, within: .metadata, as: .resourceServer)
      } catch {
        // A server may let a message go without an answer that it does not expect.
        guard search.canSkip, error.category == .network, error.code != .cancelled else { throw error }
        next = try search.skip()
        continue
      }
      next = try search.receive(response)
    }
    guard case .found(let metadata) = next else { return nil }
    return metadata
  }

  /// What the issuer of a provider publishes; nil for one whose endpoints are known without.
  package func metadata(of provider: Provider) async throws(OAuthError) -> AuthorizationServerMetadata? {
    guard case .issuer(let issuer) = provider.service else { return nil }
    return try await metadata(
      of: issuer, dialect: provider.idTokenRules.dialect, in: provider.metadataOrder
    ).metadata
  }

  /// Finds the provider of a user by an address such as joe@example.com, which its host is asked about, or by an account of
  /// the AT Protocol: @alice.example.com, `did:plc:…` or `did:web:…`.
  ///
  /// OpenID Connect Discovery §2. What the host says is only a hint: the issuer must publish its own metadata, and
  /// who signs in there, its ID token says. AT Protocol, OAuth, § Identity Authentication: the provider of an account is for
  /// this account alone, and a sign-in at it that brings another one is refused.
  public func provider(ofUser address: String) async throws(OAuthError) -> Provider {
    if ATProtocolSearch.begins(address) { return try await provider(ofATProtocol: address) }
    let lookup = try IssuerLookup(of: address)
    let answer = try await exchange.send(try lookup.request(), within: .metadata)
    return try Provider(issuer: Issuer(lookup.issuer(in: answer)))
  }
}

extension Provider {
  /// The server that an API names, or has at its origin.
  static func serverOfAPI(_ issuer: Issuer, allowingHTTP: Bool) throws(OAuthError) -> Provider {
    var provider = try Provider(issuer: issuer, allowingHTTP: allowingHTTP)
    provider.isNamedByAPI = true
    return provider
  }
}

extension OAuthError {
  fileprivate static func noServer(of api: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The API at \(api) does not say whose tokens it takes.", rule: .rfc(9728, "2"),
      expected: "authorization_servers in the metadata of \(api)", remedy: "Name the provider.")
  }

  /// RFC 9728 §3: metadata is optional, so the user names the server.
  fileprivate static func noMetadata(of search: ProtectedResourceSearch) -> OAuthError {
    let places = search.misses.map { "\(URLRedaction.redact($0.address.text)) answers \($0.status)" }
    return OAuthError(
      .malformedMetadata,
      message: "The API publishes no metadata: \(places.joined(separator: ", ")).",
      rule: .rfc(9728, "3.2"), remedy: .nameIssuer(ofAPI: search.api))
  }

  fileprivate static func severalServers(_ servers: [Issuer], of api: AbsoluteURL) -> OAuthError {
    let names = servers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
    return OAuthError(
      .unknownProvider, message: "The API at \(api) takes tokens of several servers: \(names).",
      rule: .rfc(9728, "7.6"), remedy: .chooseIssuer(api: api))
  }
}
