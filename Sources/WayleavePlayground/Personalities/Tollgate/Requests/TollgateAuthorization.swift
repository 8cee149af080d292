import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// A request for authorization that may be put to a person: every rule of the server is met.
struct TollgateAuthorization: Sendable {
  /// What the consent page calls the client.
  let clientName: String
  /// Whether the client authenticates, so that its id alone is not enough.
  let isConfidential: Bool
  /// How the answer goes back.
  let way: TollgateReturn
  /// What is asked for, OpenID Connect's parameters apart.
  let request: AuthorizationRequest
  /// What is asked of the sign-in; OAuth 2 alone has `max_age` and `acr_values` too: RFC 9470 §4.
  let authentication: AuthenticationRequest
  /// The challenge that the code's redemption must meet.
  let codeChallenge: CodeChallenge
  /// The key that the code is bound to; nil for none.
  ///
  /// RFC 9449 §10.
  var keyThumbprint: String?

  /// Whether who the person is was asked for as well.
  var isOpenID: Bool { request.scopes.contains { $0.hasSameBytes(as: "openid") } }

  /// The single claims asked for; without the scope `openid` there are none.
  var claims: ClaimsRequest? { isOpenID ? authentication.claims : nil }

  /// What the claims demand of the sign-in.
  var demand: TollgateClaimsDemand { TollgateClaimsDemand(claims: claims) }

  /// The claims that the scopes do not cover.
  var claimsBeyondScopes: [String] { TollgateClaims.beyondScopes(claims, scopes: request.scopes) }

  /// What is asked for.
  var access: RequestedAccess {
    RequestedAccess(scopes: request.scopes, resources: request.resources, details: request.details)
  }

  /// Checks the parameters of a known client whose redirect URI is verified; the words of the refusals are those of
  /// RFC 6749 §4.1.2.1, RFC 8707 §2 and RFC 9396 §5.
  init(verifying form: Form, from client: TollgateClient, offer: TollgateOffer) throws(TollgateRefusal) {
    try form.requireSingle(but: ["resource"])
    try Self.verifyResponseType(form)
    guard client.mayUse(AuthorizationCodeGrant.grantType) else { throw TollgateRefusal("unauthorized_client") }
    let authentication = try refusing { () throws(OAuthError) in
      try AuthenticationRequest(reading: Self.asOpenID(form))
    }
    var request = authentication.authorization
    let scopes = try Self.words(of: form)
    request.scopes = scopes.isEmpty ? offer.defaultScopes(for: request.resources) : scopes
    // RFC 9700 §2.1.1: from every client, those with a secret included.
    guard let codeChallenge = request.codeChallenge else {
      throw TollgateRefusal(
        "invalid_request", expecting: "code_challenge with code_challenge_method=S256 (RFC 7636 §4.3)")
    }
    guard request.responseMode.map(TollgateReturn.modes.contains) ?? true else {
      throw TollgateRefusal("invalid_request", expecting: "a response_mode that is offered")
    }
    try TollgateAccessRules(client: client, offer: offer).verify(
      RequestedAccess(scopes: request.scopes, resources: request.resources, details: request.details))
    clientName = client.name
    isConfidential = client.isConfidential
    way = TollgateReturn(of: form, to: request.redirectURI, client, from: offer.issuer)
    self.request = request
    self.authentication = authentication
    self.codeChallenge = codeChallenge
    keyThumbprint = request.dpopKeyThumbprint
  }

  /// The redirect URI of a request, when it is one that the client registered.
  static func redirectURI(
    in form: Form, of client: TollgateClient, _ offer: TollgateOffer
  ) throws(TollgateRefusal) -> RedirectURI {
    let isExact = offer.ways.contains(.exactRedirectURI)
    guard let text = try? form.nonEmptyText(of: "redirect_uri"), let requested = try? RedirectURI(text),
      client.metadata.redirectURIs.contains(where: {
        isExact ? $0.text.hasSameBytes(as: text) : $0.matches(requested: requested)
      })
    else { throw TollgateRefusal("redirect_uri_mismatch") }
    return requested
  }

  private static func verifyResponseType(_ form: Form) throws(TollgateRefusal) {
    guard let type = try refusing({ () throws(OAuthError) in try form.nonEmptyText(of: "response_type") }) else {
      throw TollgateRefusal("invalid_request", expecting: "response_type (RFC 6749 §4.1.1)")
    }
    guard type.hasSameBytes(as: "code") else { throw TollgateRefusal("unsupported_response_type") }
  }

  private static func words(of form: Form) throws(TollgateRefusal) -> [String] {
    try refusing { () throws(OAuthError) in try RequestedAccess(reading: form).scopes }
  }

  /// The same parameters with the scope `openid`, without which their reader does not take those of OpenID Connect.
  private static func asOpenID(_ form: Form) throws(OAuthError) -> Form {
    let scope = try form.nonEmptyText(of: "scope")
    if scope?.split(separator: " ").contains(where: { $0 == "openid" }) == true { return form }
    var form = form
    form.fields.removeAll { $0.name.elementsEqual("scope".utf8) }
    form.append("scope", scope.map { "openid " + $0 } ?? "openid")
    return form
  }
}
