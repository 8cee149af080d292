import WayleaveJOSE
package import WayleaveWire

/// What a client publishes of itself at the URL that is its client id, so that no server need register it.
///
/// OAuth Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document). What exists was read at that URL and
/// fits it. The rules are for both sides: a client's user sees what a server will refuse.
package struct ClientIDMetadataDocument: Sendable, Equatable {
  /// The client id, which is the URL.
  package let id: ClientID
  /// What the client says of itself.
  package let metadata: ClientMetadata

  /// How many bytes a server need read.
  ///
  /// § Maximum Response Size for Client Metadata Documents: 5 kilobytes are recommended.
  package static let maximumSize = 5 * 1024

  /// How a client with such an id may authenticate: a server shares no secret with a client that it has not met.
  ///
  /// § Credential and Key Material Restrictions.
  package static let authenticationMethods: [ClientAuthenticationMethod] = [.publicClient, .privateKeyJWT]

  private static let keySection = "Credential and Key Material Restrictions"

  /// Reads the document that came from the URL; throws `configuration.invalid_client` for an id that can be none, and
  /// `registration.refused` for what is wrong with the document.
  ///
  /// § Client Information Discovery: status 200 alone; a redirect is not followed, since the place would decide then
  /// which client it is. With `allowingLoopback` the id may be an http URL of this machine.
  package init(
    reading response: ResponseMessage, of id: ClientID, allowingLoopback: Bool = false
  ) throws(OAuthError) {
    guard response.status == 200 else { throw .badDocument(id, "status 200, not \(response.status)") }
    guard response.body.count <= Self.maximumSize else {
      throw .badDocument(id, "\(Self.maximumSize) bytes at most, not \(response.body.count)")
    }
    guard let members = try? JSON(decodingAnswer: response.body).object else {
      throw .badDocument(id, "a JSON object")
    }
    try self.init(members, of: id, allowingLoopback: allowingLoopback)
  }

  /// Reads the members of the document; throws as ``init(reading:of:allowingLoopback:)`` does.
  package init(_ members: JSON.Object, of id: ClientID, allowingLoopback: Bool = false) throws(OAuthError) {
    _ = try Self.url(of: id, allowingLoopback: allowingLoopback)
    // § Client ID Metadata Document: compared as simple strings. Else one document would speak for another client.
    guard let named = members["client_id"]?.string, named.hasSameBytes(as: id.text) else {
      throw .badDocument(id, "its own URL as “client_id”, byte for byte", section: "Client ID Metadata Document")
    }
    for name in ["client_secret", "client_secret_expires_at"] where members[name] != nil {
      throw .badDocument(id, "no “\(name)”: anyone can read it", section: Self.keySection)
    }
    let metadata = try ClientMetadata(members)
    // RFC 7591 §2 would have "client_secret_basic" where none is named, which no client without a secret can mean.
    guard metadata.authentication.map(Self.authenticationMethods.contains) ?? true else {
      throw .badDocument(
        id, "none or private_key_jwt as “token_endpoint_auth_method”", section: Self.keySection)
    }
    guard metadata.authentication != .privateKeyJWT || metadata.keys != nil else {
      throw .badDocument(id, "“jwks” or “jwks_uri” for private_key_jwt", section: Self.keySection)
    }
    let grants = metadata.grantTypes
    let signsIn = grants.isEmpty || grants.contains(AuthorizationCodeGrant.grantType)
    guard !signsIn || !metadata.redirectURIs.isEmpty else {
      throw .badDocument(
        id, "“redirect_uris”", section: "Redirect URL Registration", word: "invalid_redirect_uri")
    }
    self.id = id
    self.metadata = metadata
  }

  /// Whether a request may name a redirect URI: one of the document's, whose port may differ on this machine.
  ///
  /// RFC 9700 §2.1; RFC 8252 §7.3.
  package func allows(_ requested: RedirectURI) -> Bool {
    metadata.redirectURIs.contains { $0.matches(requested: requested) }
  }
}

extension ClientIDMetadataDocument {
  /// Checks that a client with a URL as its id has nothing that it would have to share with a server; throws
  /// `configuration.invalid_client`.
  ///
  /// § Credential and Key Material Restrictions.
  package static func requireNoSharedSecret(of client: Client) throws(OAuthError) {
    let isAllowed = client.authentication.map(authenticationMethods.contains) ?? true
    guard client.secret == nil, isAllowed else { throw .sharedSecret(of: client.id) }
  }

  /// Whether a client id is meant to be a URL with a document.
  package static func isNamed(by id: ClientID) -> Bool {
    id.text.utf8.prefix(8).map(\.lowercased) == Array("https://".utf8)
  }

  /// The URL that a client id is; throws `configuration.invalid_client` unless it can be that of a document.
  ///
  /// § Client Identifier URL. A port may be there. With `allowingLoopback` it may be an http URL of this machine.
  package static func url(of id: ClientID, allowingLoopback: Bool = false) throws(OAuthError) -> AbsoluteURL {
    guard isNamed(by: id) || allowingLoopback && id.text.hasPrefix("http://") else {
      throw .badClientIDURL(id, "an https URL")
    }
    let url: AbsoluteURL
    do throws(OAuthError) { url = try AbsoluteURL(id.text) } catch {
      throw .badClientIDURL(id, error.expected ?? "a URL without user and password")
    }
    guard isNamed(by: id) || url.isLoopback else { throw .badClientIDURL(id, "an https URL") }
    guard url.fragment == nil else { throw .badClientIDURL(id, "without a fragment") }
    guard !url.path.isEmpty else { throw .badClientIDURL(id, "a URL with a path, such as /client.json") }
    guard !url.path.split(separator: "/").contains(where: isDotSegment) else {
      throw .badClientIDURL(id, "without “.” and “..” in its path")
    }
    return url
  }

  /// What a server may not like about such a URL; nil where there is nothing.
  ///
  /// § Client Identifier URL: it should have no query, and "/" alone is not recommended as its path.
  package static func warning(of url: AbsoluteURL) -> String? {
    guard url.query == nil else { return "The URL of a client id should have no query: some servers refuse it." }
    return url.path == "/" ? "The URL of a client id should have a path of its own: some servers refuse “/”." : nil
  }

  /// A browser and many libraries remove such a segment before they ask, also where its periods are escaped.
  private static func isDotSegment(_ segment: Substring) -> Bool {
    let periods = String(decoding: segment.utf8.map(\.lowercased), as: UTF8.self)
      .replacing(part: "%2e", with: ".")
    return periods == "." || periods == ".."
  }
}

extension OAuthError.Rule {
  /// A section of the specification of client ids that are URLs.
  package static func clientIDMetadataDocument(_ section: String) -> OAuthError.Rule {
    .specification("OAuth Client ID Metadata Document", section)
  }
}

extension OAuthError {
  fileprivate static func badClientIDURL(_ id: ClientID, _ expected: String) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: "The client id \(Received.url(id.text)) cannot be the URL of a document: it has to be \(expected).",
      rule: .clientIDMetadataDocument("Client Identifier URL"), expected: expected,
      remedy: "Publish the document at such a URL, and give the URL exactly as the document has it.")
  }

  fileprivate static func sharedSecret(of id: ClientID) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: "The client id \(Received.url(id.text)) is a URL, and such a client shares no secret with a server.",
      rule: .clientIDMetadataDocument("Credential and Key Material Restrictions"),
      expected: "the authentication none or private_key_jwt",
      remedy: "Leave the secret out, or use a private key: the document then has the public one.")
  }

  fileprivate static func badDocument(
    _ id: ClientID, _ expected: String, section: String = "Client Information Discovery",
    word: String = "invalid_client_metadata"
  ) -> OAuthError {
    OAuthError(
      .registrationRefused,
      message: "The document of the client \(Received.url(id.text)) cannot be used: it needs \(expected).",
      rule: .clientIDMetadataDocument(section), expected: expected, remedy: "Correct the document at that URL.",
      refusal: ProviderRefusal(error: word))
  }
}
