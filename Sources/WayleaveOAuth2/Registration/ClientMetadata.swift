public import WayleaveJOSE
public import WayleaveWire

/// What a client says about itself when it registers, and what the server makes of it.
///
/// RFC 7591 §2.
public struct ClientMetadata: Sendable, Equatable {
  /// Where the client's public keys are: in place or elsewhere, never both.
  ///
  /// RFC 7591 §2: "The jwks_uri and jwks parameters MUST NOT both be present in the same request or response."
  public enum Keys: Sendable, Equatable {
    /// Here.
    case set(JSONWebKeySet)
    /// At this address.
    case address(Endpoint)
  }

  /// Where users may come back to.
  public var redirectURIs: [RedirectURI]
  /// How the client authenticates; nil leaves it to the server, which then means HTTP Basic.
  public var authentication: ClientAuthenticationMethod?
  /// The grants that the client uses; empty leaves them to the server, which then means codes alone.
  public var grantTypes: [String]
  /// What the client wants back from the authorization endpoint; empty leaves it to the server.
  public var responseTypes: [String]
  /// The name of the client that the user sees.
  public var name: String?
  /// The scopes that the client may ask for.
  public var scopes: [String]
  /// The client's public keys; nil for none.
  public var keys: Keys?
  /// What a party that the server trusts says about the client, signed.
  ///
  /// RFC 7591 §2.3.
  public var softwareStatement: Secret?
  /// Further members; none of them may be one of ours.
  public var additional: JSON.Object

  /// A client's description.
  public init(
    redirectURIs: [RedirectURI] = [], authentication: ClientAuthenticationMethod? = nil, grantTypes: [String] = [],
    responseTypes: [String] = [], name: String? = nil, scopes: [String] = [], keys: Keys? = nil,
    softwareStatement: Secret? = nil, additional: JSON.Object = JSON.Object()
  ) {
    self.redirectURIs = redirectURIs
    self.authentication = authentication
    self.grantTypes = grantTypes
    self.responseTypes = responseTypes
    self.name = name
    self.scopes = scopes
    self.keys = keys
    self.softwareStatement = softwareStatement
    self.additional = additional
  }

  /// Reads the members of a request or an answer; throws `registration.refused` with `invalid_redirect_uri` or
  /// `invalid_client_metadata`.
  public init(_ members: JSON.Object) throws(OAuthError) {
    redirectURIs = []
    for text in try Self.texts("redirect_uris", in: members) {
      guard let uri = try? RedirectURI(text) else {
        throw .invalidRegistration("redirect URIs that may be registered", word: "invalid_redirect_uri")
      }
      redirectURIs.append(uri)
    }
    authentication = try Self.text("token_endpoint_auth_method", in: members).map { name throws(OAuthError) in
      guard let method = ClientAuthenticationMethod(rawValue: name) else {
        throw .invalidRegistration("a way of authenticating that is known")
      }
      return method
    }
    grantTypes = try Self.texts("grant_types", in: members)
    responseTypes = try Self.texts("response_types", in: members)
    name = try Self.text("client_name", in: members)
    scopes = try Self.text("scope", in: members)?.split(separator: " ").map(String.init) ?? []
    keys = try Self.keys(in: members)
    softwareStatement = try Self.text("software_statement", in: members).map { Secret($0) }
    additional = members
    for name in Self.ownNames { additional[name] = nil }
  }

  /// The description as members.
  public var members: JSON.Object {
    var members = additional
    if !redirectURIs.isEmpty { members["redirect_uris"] = JSON(redirectURIs.map(\.text)) }
    if let authentication { members["token_endpoint_auth_method"] = .string(authentication.registeredName) }
    if !grantTypes.isEmpty { members["grant_types"] = JSON(grantTypes) }
    if !responseTypes.isEmpty { members["response_types"] = JSON(responseTypes) }
    if let name { members["client_name"] = .string(name) }
    if !scopes.isEmpty { members["scope"] = .string(scopes.joined(separator: " ")) }
    switch keys {
    case .set(let keys): members["jwks"] = keys.json
    case .address(let address): members["jwks_uri"] = .string(address.url.text)
    case nil: break
    }
    if let softwareStatement { members["software_statement"] = .string(softwareStatement.exposedText) }
    return members
  }

  static let ownNames = [
    "redirect_uris", "token_endpoint_auth_method", "grant_types", "response_types", "client_name", "scope", "jwks",
    "jwks_uri", "software_statement",
  ]

  /// The members without which a registration cannot be used as the server means it.
  static let decisiveNames: Set = ["redirect_uris", "token_endpoint_auth_method"]

  private static func keys(in members: JSON.Object) throws(OAuthError) -> Keys? {
    let address = try text("jwks_uri", in: members)
    // What is null says nothing: RFC 7591 §2 has no meaning for it.
    let keys = members["jwks"].flatMap { $0 == .null ? nil : $0 }
    switch (keys, address) {
    case (nil, nil): return nil
    case (nil, let address?): return .address(try Endpoint(address))
    case (let keys?, nil):
      guard let object = keys.object else { throw .invalidRegistration("a key set as “jwks”") }
      return .set(try JSONWebKeySet(object))
    default: throw .invalidRegistration("either “jwks” or “jwks_uri”")
    }
  }

  private static func text(_ name: String, in members: JSON.Object) throws(OAuthError) -> String? {
    guard let value = members[name], value != .null else { return nil }
    guard let text = value.string else { throw .invalidRegistration("a text as “\(name)”") }
    return text
  }

  private static func texts(_ name: String, in members: JSON.Object) throws(OAuthError) -> [String] {
    guard let value = members[name], value != .null else { return [] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw .invalidRegistration("a list of texts as “\(name)”")
    }
    return texts
  }
}

extension ClientAuthenticationMethod {
  /// The name that a server knows: that the header is not form-encoded is between us and it.
  fileprivate var registeredName: String { self == .basicRaw ? Self.basic.rawValue : rawValue }
}

extension OAuthError {
  static func invalidRegistration(_ expected: String, word: String = "invalid_client_metadata") -> OAuthError {
    OAuthError(
      .registrationRefused, message: "The client's description cannot be used: it needs \(expected).",
      rule: .rfc(7591, "2"), expected: expected, received: .described("something else"),
      remedy: "Correct the client's description.", refusal: ProviderRefusal(error: word))
  }
}
