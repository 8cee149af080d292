import HTTPTypes
package import WayleaveOAuth2
package import WayleaveWire

/// Finds the metadata of an issuer: where it is published, and what it must say before it is used.
///
/// OpenID Connect Discovery §4; RFC 8414 §3. A value without effects: send ``request()`` and hand in what came.
package struct Discovery: Sendable, Equatable {
  /// What to do next.
  package enum Next: Sendable {
    /// Send ``Discovery/request()`` and hand in what comes.
    case fetch
    /// Use these; `isOpenID` says whether the server published them as an OpenID provider.
    case found(AuthorizationServerMetadata, isOpenID: Bool)
  }

  /// Whose metadata is looked for.
  package let issuer: AbsoluteURL
  /// The name by which the issuer's metadata calls it.
  private let name: Issuer
  private var isAtOpenIDLocation: Bool
  /// Whether the place that is looked at now is the last one: without a document there the issuer publishes none.
  package var isAtLastPlace: Bool { !isAtOpenIDLocation }
  private var failureThere: OAuthError?
  private var statusThere = 0

  /// A search that begins where OpenID providers publish, or looks where OAuth servers do only; without a dialect it is
  /// the one that is known for the issuer.
  package init(of issuer: AbsoluteURL, dialect: IDTokenDialect? = nil, asOpenID isOpenID: Bool = true) {
    self.issuer = issuer
    isAtOpenIDLocation = isOpenID
    name = (dialect ?? IDTokenDialect(of: Issuer(issuer))).metadataIssuer(for: Issuer(issuer))
  }

  package static func == (left: Discovery, right: Discovery) -> Bool {
    left.issuer.text.hasSameBytes(as: right.issuer.text) && left.isAtOpenIDLocation == right.isAtOpenIDLocation
  }

  /// The request for the document at the place that is looked at now.
  package func request() throws(OAuthError) -> RequestMessage {
    let address =
      isAtOpenIDLocation
      ? try WellKnownAddress.openIDConfiguration(of: issuer) : try WellKnownAddress.authorizationServer(of: issuer)
    var request = RequestMessage(.get, to: address)
    request.head.headerFields[.accept] = ContentType.json
    return request
  }

  /// Takes the answer.
  ///
  /// A server that speaks OAuth alone has its document at the other place (RFC 8414 §3.1), and says so at the first one
  /// in many ways. When there is none at either, what was wrong at the first place is thrown.
  package mutating func receive(_ response: ResponseMessage) throws(OAuthError) -> Next {
    guard isAtOpenIDLocation else {
      do throws(OAuthError) { return try read(response) } catch {
        // A document that is there and wrong says more than one that is not there.
        throw response.hasNoDocument ? noDocument(failureThere ?? error, then: response) : error
      }
    }
    guard response.hasNoDocument else { return try read(response) }
    do throws(OAuthError) { _ = try read(response) } catch { failureThere = error }
    isAtOpenIDLocation = false
    statusThere = response.status
    return .fetch
  }

  /// The failure of an issuer that publishes at neither place, as people need it.
  private func noDocument(_ failure: OAuthError, then response: ResponseMessage) -> OAuthError {
    let status = response.status
    // The other place was looked at unless only OAuth is wanted.
    let hasLookedThere = statusThere != 0
    let places =
      (hasLookedThere ? "/.well-known/openid-configuration and " : "") + "/.well-known/oauth-authorization-server"
    let statuses = !hasLookedThere || statusThere == status ? "\(status)" : "\(statusThere) and \(status)"
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
    guard !isAtOpenIDLocation || metadata.keySetEndpoint != nil else { throw .missingKeys(at: issuer) }
    return .found(metadata, isOpenID: isAtOpenIDLocation)
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
