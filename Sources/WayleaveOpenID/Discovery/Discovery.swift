import HTTPTypes
package import WayleaveOAuth2
package import WayleaveWire

/// Finds the metadata of an issuer: where it is published, and what it must say before it is used.
///
/// OpenID Connect Discovery §4; RFC 8414 §3. A value without effects: send ``request()`` and hand in what came.
package struct Discovery: Sendable, Equatable {
  /// In which order the places are looked at where an issuer can publish.
  package enum Order: Sendable {
    /// Where an OpenID provider publishes, then where servers of OAuth do: for an issuer that the user or an entry names.
    case openIDFirst
    /// Where servers of OAuth publish, then where OpenID providers do: for the server that an API names.
    ///
    /// Model Context Protocol 2025-11-25, Authorization § Authorization Server Metadata Discovery.
    case oauthFirst
    /// Where servers of OAuth publish, and nowhere else.
    case oauthAlone
  }

  private enum Place: Sendable {
    /// The well-known path comes last: OpenID Connect Discovery §4.
    case openID
    /// The well-known path stands between host and path: RFC 8414 §3.1.
    case oauth
    /// The same with the name of OpenID's: RFC 8414 §5.
    case insertedOpenID
  }

  /// What to do next.
  package enum Next: Sendable {
    /// Send ``Discovery/request()`` and hand in what comes.
    case fetch
    /// Use these; `isOpenID` says whether the server published them as an OpenID provider, or they describe one.
    case found(AuthorizationServerMetadata, isOpenID: Bool)
  }

  /// Whose metadata is looked for.
  package let issuer: AbsoluteURL
  /// The name by which the issuer's metadata calls it.
  private let name: Issuer
  /// The place that is looked at now.
  private var place: Place
  /// Where it is looked after that, the next one first.
  private var laterPlaces: [Place]
  /// Whether the place that is looked at now is the last one: without a document there the issuer publishes none.
  package var isAtLastPlace: Bool { laterPlaces.isEmpty }
  /// What was wrong at the first place.
  private var firstFailure: OAuthError?
  /// What the places before this one answered.
  private var statuses: [Int] = []

  /// A search; without a dialect it is the one that is known for the issuer.
  package init(of issuer: AbsoluteURL, dialect: IDTokenDialect? = nil, in order: Order = .openIDFirst) {
    self.issuer = issuer
    // Without a path both addresses of OpenID's document are one.
    let hasPath = !["", "/"].contains(issuer.path)
    switch order {
    case .openIDFirst: (place, laterPlaces) = (.openID, hasPath ? [.oauth, .insertedOpenID] : [.oauth])
    case .oauthFirst: (place, laterPlaces) = (.oauth, hasPath ? [.insertedOpenID, .openID] : [.openID])
    case .oauthAlone: (place, laterPlaces) = (.oauth, [])
    }
    name = (dialect ?? IDTokenDialect(of: Issuer(issuer))).metadataIssuer(for: Issuer(issuer))
  }

  package static func == (left: Discovery, right: Discovery) -> Bool {
    left.issuer.text.hasSameBytes(as: right.issuer.text) && left.place == right.place
      && left.laterPlaces == right.laterPlaces
  }

  /// The request for the document at the place that is looked at now.
  package func request() throws(OAuthError) -> RequestMessage {
    let address =
      switch place {
      case .openID: try WellKnownAddress.openIDConfiguration(of: issuer)
      case .oauth: try WellKnownAddress.authorizationServer(of: issuer)
      case .insertedOpenID: try WellKnownAddress.insertedOpenIDConfiguration(of: issuer)
      }
    var request = RequestMessage(.get, to: address)
    request.head.headerFields[.accept] = ContentType.json
    return request
  }

  /// Takes the answer.
  ///
  /// A server that has its document at another place says so at this one in many ways. When there is none at any, what was
  /// wrong at the first place is thrown.
  package mutating func receive(_ response: ResponseMessage) throws(OAuthError) -> Next {
    do throws(OAuthError) { return try read(response) } catch {
      // A document that is there and wrong says more than one that is not there.
      guard response.hasNoDocument else { throw error }
      firstFailure = firstFailure ?? error
      statuses.append(response.status)
      guard let next = laterPlaces.first else { throw noDocument(firstFailure ?? error, then: response) }
      place = next
      laterPlaces.removeFirst()
      return .fetch
    }
  }

  /// The failure of an issuer that publishes at no place, as people need it.
  private func noDocument(_ failure: OAuthError, then response: ResponseMessage) -> OAuthError {
    let status = response.status
    let hasLookedThere = statuses.count > 1
    let places =
      (hasLookedThere ? "\(WellKnownAddress.openIDConfigurationPath) and " : "")
      + WellKnownAddress.authorizationServerPath
    let answers = statuses.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    let statuses = answers.map(String.init).joined(separator: " and ")
    if status == 403, response.looksLikeHTML {
      return failure.worded(
        "\(issuer) answers \(statuses) with a page: something in front of it may block this program."
      )
      .remedied(by: "Try from another network, or ask the operators of the server to let this program in.")
    }
    return failure.worded(
      "\(issuer) is not an OAuth server: \(places) \(hasLookedThere ? "answer" : "answers") \(statuses)."
    )
    .remedied(by: "Check the address. Issuers often have a path, such as https://example.com/realms/name.")
  }

  private func read(_ response: ResponseMessage) throws(OAuthError) -> Next {
    let metadata = try AuthorizationServerMetadata(reading: response, for: issuer, named: name)
    // A list without S256 is what an attacker would leave of it.
    guard metadata.supportsS256 ?? true else { throw .missingS256(at: issuer) }
    // "REQUIRED": OpenID Connect Discovery §3. Without keys no ID token can be verified.
    guard place == .oauth || metadata.keySetEndpoint != nil else { throw .missingKeys(at: issuer) }
    return .found(metadata, isOpenID: place != .oauth || describesOpenID(metadata))
  }

  /// Whether a document that was found before OpenID's own describes an OpenID provider all the same: many publish one
  /// document at both places.
  private func describesOpenID(_ metadata: AuthorizationServerMetadata) -> Bool {
    laterPlaces.contains(.openID) && metadata.keySetEndpoint != nil
      && metadata.scopes?.contains { $0.hasSameBytes(as: "openid") } ?? false
  }
}

extension OAuthError {
  fileprivate static func missingKeys(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The metadata of \(issuer) names no keys (jwks_uri), so its ID tokens cannot be verified.",
      rule: .openID("Discovery", "3"), remedy: .tellProvider)
  }

  fileprivate static func missingS256(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "\(issuer) does not offer PKCE with S256, so the sign-in would be open to attack.",
      rule: .rfc(9700, "2.1.1"),
      remedy:
        "If the provider has no PKCE, describe it in a file with “pkce: false”.")
  }
}
