import HTTPTypes
public import WayleaveWire

/// What an API says about itself: above all, whose tokens it takes.
///
/// RFC 9728 §2.
public struct ProtectedResourceMetadata: Sendable, Equatable {
  /// The API, as it names itself.
  public let resource: AbsoluteURL
  /// The issuers whose tokens it takes. Each is verified by its own metadata: RFC 9728 §7.6.
  public let authorizationServers: [Issuer]
  /// The scopes that it names; nil when it names none.
  public let scopes: [String]?
  /// Whether only tokens bound to a key will do.
  public let requiresDPoP: Bool
  /// Everything it said.
  public let raw: JSON.Object

  /// What an API is to say.
  public init(
    resource: AbsoluteURL, authorizationServers: [Issuer], scopes: [String]? = nil, requiresDPoP: Bool = false,
    additional: JSON.Object = JSON.Object()
  ) {
    var raw = additional
    raw["resource"] = .string(resource.text)
    raw["authorization_servers"] = JSON(authorizationServers.map(\.text))
    raw["scopes_supported"] = scopes.map { JSON($0) }
    raw["dpop_bound_access_tokens_required"] = requiresDPoP ? true : nil
    self.resource = resource
    self.authorizationServers = authorizationServers
    self.scopes = scopes
    self.requiresDPoP = requiresDPoP
    self.raw = raw
  }

  /// Reads a metadata document; throws `discovery.issuer_mismatch` or `discovery.malformed_metadata`.
  ///
  /// RFC 9728 §3.3: "The resource value returned MUST be identical to the protected resource's resource identifier";
  /// with one that differs, nothing of the document is used. Issuers are named by https, or by http where `allowingHTTP`
  /// says that the user asked for it; one on this machine or in a private network only by an API that is there too.
  public init(
    reading response: ResponseMessage, for resource: AbsoluteURL, allowingHTTP: Bool = false
  ) throws(OAuthError) {
    try self.init(reading: response, for: resource, named: [resource.text], allowingHTTP: allowingHTTP)
  }

  /// Reads the document of an API that may call itself by any of several names, byte for byte.
  package init(
    reading response: ResponseMessage, for resource: AbsoluteURL, named names: [String], allowingHTTP: Bool
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let members = try OAuthError.blamingProvider { () throws(OAuthError) in
      guard response.status == 200 else { throw .noResourceMetadata(status: response.status) }
      guard let members = try JSON(decodingAnswer: response.body).object else {
        throw .malformedResourceMetadata("a JSON object")
      }
      return members
    }
    guard let name = members["resource"]?.string, names.contains(where: name.hasSameBytes) else {
      throw .foreignResourceMetadata(of: resource, received: members["resource"]?.string)
    }
    // Whose tokens it takes decides: a value that is no list must not pass for none.
    let named = members["authorization_servers"] ?? .null
    guard let servers = named.array ?? (named == .null || named == "" ? [] : nil) else {
      throw .malformedResourceMetadata("a list as “authorization_servers”", member: "authorization_servers")
    }
    for server in servers {
      // RFC 8414 §2: an issuer has no query.
      guard let text = server.string, let endpoint = try? Endpoint(text, allowingHTTP: allowingHTTP),
        endpoint.url.query == nil
      else {
        throw .malformedResourceMetadata(
          "https URLs without a query as “authorization_servers”", member: "authorization_servers")
      }
      guard endpoint.url.mayBeNamed(by: resource) else { throw .issuerInside(text, of: resource) }
    }
    self.resource = try AbsoluteURL(name)
    authorizationServers = servers.compactMap(\.string).map(Issuer.init)
    scopes = members["scopes_supported"]?.array?.compactMap(\.string)
    requiresDPoP = members["dpop_bound_access_tokens_required"]?.flag ?? false
    raw = members
  }

  /// Whether the API takes tokens of this issuer. One that only the API names is not one that the user chose: no user is
  /// signed in there without being asked (RFC 9728 §7.6).
  public func names(issuer: Issuer) -> Bool {
    authorizationServers.contains(issuer)
  }

  /// The first of its issuers that the user agreed to, such as the one of the account that is signed in.
  ///
  /// RFC 9728 §7.6: an API that names another issuer than before may have been taken over, or lead to a server that
  /// collects passwords. Throws `discovery.issuer_mismatch`, with the issuers that it names, when none is agreed on: the
  /// user is to be asked.
  public func authorizationServer(agreedOn issuers: [Issuer]) throws(OAuthError) -> Issuer {
    guard let agreed = authorizationServers.first(where: issuers.contains) else {
      throw .foreignAuthorizationServers(authorizationServers, agreed: issuers)
    }
    return agreed
  }

  /// The answer on the wire.
  public func response() -> ResponseMessage { ResponseMessage(.ok, json: .object(raw)) }

  /// Where an API that refused says its metadata is; nil when that is on another origin, or nowhere.
  ///
  /// RFC 9728 §5.1. What is read there must be about the very address that was asked: ``init(reading:for:allowingHTTP:)``.
  public static func address(in response: ResponseMessage, to url: AbsoluteURL) -> AbsoluteURL? {
    for challenge in response.challenges {
      guard let text = challenge["resource_metadata"], let address = try? AbsoluteURL(text) else { continue }
      guard let origin = Origin(of: address), origin == Origin(of: url), address.fragment == nil else { continue }
      return address
    }
    return nil
  }
}

extension OAuthError {
  fileprivate static func malformedResourceMetadata(_ expected: String, member: String? = nil) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The API's metadata cannot be used: it needs \(expected).",
      rule: .rfc(9728, "3.2"), remedy: "Check the API's address; it may not publish metadata.", member: member)
  }

  /// A document of another status is none.
  fileprivate static func noResourceMetadata(status: Int) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The API's metadata cannot be used: its address answers \(status).",
      rule: .rfc(9728, "3.2"), remedy: "Check the API's address; it may not publish metadata.")
  }

  fileprivate static func issuerInside(_ issuer: String, of api: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The API names an authorization server on this machine or in your network, and is not there itself.",
      rule: .rfc(9728, "7.7"), expected: "an authorization server outside of this network for \(api)",
      received: .url(issuer), remedy: "Nothing was sent there. The API may want to reach your own network through you.")
  }

  fileprivate static func foreignAuthorizationServers(_ servers: [Issuer], agreed: [Issuer]) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch, message: "The API names another authorization server than the one that was agreed on.",
      rule: .rfc(9728, "7.6"),
      expected: agreed.isEmpty
        ? "an issuer that was agreed on"
        : "an issuer among \(agreed.map { URLRedaction.redact($0.text) }.joined(separator: ", "))",
      received: servers.isEmpty
        ? .nothing : .text(servers.map { URLRedaction.redact($0.text) }.joined(separator: ", ")),
      remedy:
        "The API names another authorization server than the one you signed in at. Ask whether that is meant first.")
  }

  /// An address of the same origin may be the API that the user means. What another one says is no reason to go there.
  fileprivate static func foreignResourceMetadata(of api: AbsoluteURL, received: String?) -> OAuthError {
    let other = received.flatMap { try? AbsoluteURL($0) }.flatMap { other in
      other.query == nil && other.fragment == nil && Origin(of: other) == Origin(of: api) ? other : nil
    }
    return OAuthError(
      .metadataIssuerMismatch,
      message:
        "The metadata of the API at \(OAuthError.Received.url(api.text)) is of \(OAuthError.Received.url(received)), "
        + "so nothing of it was used.",
      rule: .rfc(9728, "3.3"), remedy: other.map { .signInElsewhere(issuer: $0) } ?? .nameIssuer(ofAPI: api),
      member: "resource")
  }
}
