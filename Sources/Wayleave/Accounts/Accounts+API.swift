import HTTPTypes
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
}

extension Accounts {
  /// Finds the authorization server of an API by the API's own metadata.
  ///
  /// RFC 9728 §3 and §5: the address of the metadata is in the API's challenge, or is its well-known one; what it says is
  /// used only when it is about this very address. Of several servers the caller names one by `issuer`: then it must be
  /// among them, and without it the error names them. To be named is no reason for trust: show its issuer to the
  /// user, who signs in there (§7.6). Show the scopes too before they are asked for: the API alone has chosen them.
  /// Throws `discovery.issuer_mismatch` and `discovery.malformed_metadata`.
  public func provider(
    forAPI api: AbsoluteURL, at issuer: Issuer? = nil, allowingHTTP: Bool = false
  ) async throws(OAuthError) -> FoundAPI {
    let resource = try ResourceIndicator(api.text)
    _ = try Endpoint(api.text, allowingHTTP: allowingHTTP)
    let first = try await exchange.send(RequestMessage(.get, to: api), within: .metadata, as: .resourceServer)
    let usual = try WellKnownAddress.protectedResource(of: api)
    let address = ProtectedResourceMetadata.address(in: first, to: api) ?? usual
    var question = RequestMessage(.get, to: address)
    // RFC 9728 §3.2: the metadata is JSON.
    question.head.headerFields[.accept] = ContentType.json
    let document = try await exchange.document(question, as: .resourceServer)
    guard document.status < 400 || document.isInTrouble else {
      throw .noMetadata(at: address, of: api, document.status)
    }
    let metadata = try ProtectedResourceMetadata(reading: document, for: api, allowingHTTP: allowingHTTP)
    let server: Issuer
    switch (issuer, metadata.authorizationServers.count) {
    case (nil, 1): server = metadata.authorizationServers[0]
    case (nil, 0): throw .noServer(of: api)
    case (nil, _): throw .severalServers(metadata.authorizationServers, of: api)
    case (let issuer?, _): server = try metadata.authorizationServer(agreedOn: [issuer])
    }
    let asked = ResourceChallenge(reading: first)?.scopes ?? []
    return FoundAPI(
      provider: try Provider(issuer: server, allowingHTTP: allowingHTTP), resource: resource,
      scopes: asked.isEmpty ? metadata.scopes ?? [] : asked, requiresDPoP: metadata.requiresDPoP)
  }

  /// Whether the authorization server lists an API that names it, byte for byte.
  ///
  /// RFC 9728 §4. An API can name any server, also one that does not know it: only the server can say that its tokens
  /// are for this API. False where the server publishes no list.
  package func lists(_ api: ResourceIndicator, at provider: Provider) async throws(OAuthError) -> Bool {
    guard case .issuer(let issuer) = provider.service else { return false }
    let published = try await metadata(of: issuer, dialect: provider.idTokenRules.dialect).metadata
    return (published.protectedResources ?? []).contains { $0.hasSameBytes(as: api.text) }
  }

  /// The scopes that the authorization server lists; empty where it lists none.
  ///
  /// RFC 8414 §2, `scopes_supported`.
  package func scopes(listedBy provider: Provider) async throws(OAuthError) -> [String] {
    guard case .issuer(let issuer) = provider.service else { return [] }
    return try await metadata(of: issuer, dialect: provider.idTokenRules.dialect).metadata.scopes ?? []
  }

  /// Finds the provider of a user by an address such as joe@example.com, which its host is asked about.
  ///
  /// OpenID Connect Discovery §2. What the host says is only a hint: the issuer must publish its own metadata, and
  /// who signs in there, its ID token says.
  public func provider(ofUser address: String) async throws(OAuthError) -> Provider {
    let lookup = try IssuerLookup(of: address)
    let answer = try await exchange.send(try lookup.request(), within: .metadata)
    return try Provider(issuer: Issuer(lookup.issuer(in: answer)))
  }
}

extension OAuthError {
  fileprivate static func noServer(of api: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The API at \(api) does not say whose tokens it takes.", rule: .rfc(9728, "2"),
      expected: "authorization_servers in the metadata of \(api)", remedy: "Name the provider.")
  }

  /// RFC 9728 §3: metadata is optional, so the user names the server.
  fileprivate static func noMetadata(at address: AbsoluteURL, of api: AbsoluteURL, _ status: Int) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The API publishes no metadata: \(URLRedaction.redact(address.text)) answers \(status).",
      rule: .rfc(9728, "3.2"), remedy: .nameIssuer(ofAPI: api))
  }

  fileprivate static func severalServers(_ servers: [Issuer], of api: AbsoluteURL) -> OAuthError {
    let names = servers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
    return OAuthError(
      .unknownProvider, message: "The API at \(api) takes tokens of several servers: \(names).",
      rule: .rfc(9728, "7.6"), remedy: .chooseIssuer(api: api))
  }
}
