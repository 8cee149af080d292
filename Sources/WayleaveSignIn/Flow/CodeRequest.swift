import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The authorization request of the code grant: in the URL of the page, signed, or pushed.
///
/// RFC 6749 §4.1.1; RFC 9101; RFC 9126.
struct CodeRequest {
  /// Where the request goes first.
  enum Next {
    /// To the server.
    case push(AuthorizationServerRequest)
    /// To the page, with the user.
    case show(AbsoluteURL)
  }

  private let signIn: SignIn
  private let service: OAuth2Service
  private let page: Endpoint
  private let form: Form
  private let parameters: AuthorizationParameters

  init(
    of signIn: SignIn, at service: OAuth2Service, fitting binding: CodeFlow.Binding, now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) {
    (self.signIn, self.service) = (signIn, service)
    page = try service.requiredAuthorizationEndpoint
    if let redirectURI = signIn.redirect.redirectURI {
      try service.requireProtectedCode(at: redirectURI, of: signIn.client)
      if !signIn.terms.acceptsSharedScheme { try service.requireOwnScheme(of: redirectURI) }
    }
    guard !signIn.terms.wantsSecuredCallback || service.verifiesCallbacks else { throw .unverifiableCallback() }
    var dialect = service.dialect
    dialect.authorization.parameters.merge(signIn.terms.parameters) { $1 }
    form = try Self.message(of: signIn, at: service, fitting: binding).form(dialect: dialect)
    parameters =
      service.requiresSignedRequestObjects
      ? .object(try signIn.signed(form, for: service, at: now, using: &random), clientID: signIn.client.id)
      : .plain(form)
  }

  func next() throws(OAuthError) -> Next {
    let isPushed = signIn.terms.pushesRequest && signIn.provider.pushesRequests
    if isPushed, let endpoint = service.endpoint(.pushedAuthorizationRequest, for: signIn.client) {
      let request = try PushedAuthorizationRequest(parameters)
      return .push(
        AuthorizationServerRequest(
          to: endpoint, of: service, as: signIn.client, proving: signIn.proofKey, namesKey: true,
          by: request.request))
    }
    guard !service.requiresPushedAuthorizationRequests else { throw isPushed ? .nowhereToPush() : .pushDemanded() }
    return .show(try parameters.url(at: page, adding: outside))
  }

  private static func message(
    of signIn: SignIn, at service: OAuth2Service, fitting binding: CodeFlow.Binding
  ) throws(OAuthError) -> AuthorizationRequest {
    let asked = signIn.askedScopes(at: service)
    var additional = signIn.terms.form
    if asked.contains("openid") { additional.append("nonce", binding.nonce) }
    return AuthorizationRequest(
      clientID: signIn.client.id, redirectURI: try signIn.redirectURI, scopes: asked, state: binding.state,
      codeChallenge: binding.verifier.map {
        CodeChallenge(of: $0, form: service.dialect.authorization.codeChallenge ?? .s256)
      },
      responseMode: try signIn.responseMode(at: service), resources: signIn.resources,
      details: signIn.terms.details, dpopKeyThumbprint: signIn.proofKey?.thumbprint, additional: additional)
  }

  /// What an OpenID provider wants in addition to a request object: OpenID Connect Core §6.1.
  private var outside: Form {
    var outside = Form()
    guard case .object = parameters else { return outside }
    outside.fields = form.fields.filter { field in
      ["response_type", "scope"].contains { field.name.elementsEqual($0.utf8) }
    }
    return outside
  }
}

extension SignIn {
  /// Where the user comes back to; the code grant knows no other way.
  var redirectURI: RedirectURI {
    get throws(OAuthError) {
      guard let redirectURI = redirect.redirectURI else { throw .outOfBandInOAuth2() }
      return redirectURI
    }
  }

  /// The request as a JWT of the client: RFC 9101 §4.
  fileprivate func signed(
    _ form: Form, for service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Secret {
    guard let key = client.signingKey, let algorithm = SignatureAlgorithm(goingWith: key.known) else {
      throw .nothingToSignWith()
    }
    return try RequestObject(form).sign(
      for: service.assertionAudience, id: RandomText.base64URL(bytes: 16, using: &random), at: now, with: key,
      by: algorithm)
  }
}

extension OAuth2Service {
  /// Whether callbacks of this provider can be verified.
  fileprivate var verifiesCallbacks: Bool { issuer != nil && self[.keySet] != nil }

  var requiredAuthorizationEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let authorizationEndpoint = self[.authorization] else { throw .nowhereToSendUsers() }
      return authorizationEndpoint
    }
  }

  /// A scheme that any app may have taken is refused, unless the provider gives it to apps: RFC 8252 §7.1.
  fileprivate func requireOwnScheme(of redirectURI: RedirectURI) throws(OAuthError) {
    guard !redirectURI.hasSchemeOfItsOwn else { return }
    guard let prefix = dialect.authorization.appSchemePrefix, !prefix.isEmpty,
      redirectURI.url.scheme.utf8.starts(with: prefix.utf8)
    else { throw .schemeOfAnybody(redirectURI) }
  }

  /// Another program can have the scheme too, and then it gets the code: RFC 8252 §8.1. Without a verifier and without a
  /// client that authenticates, it could spend it.
  fileprivate func requireProtectedCode(at redirectURI: RedirectURI, of client: Client) throws(OAuthError) {
    let isOfTheWeb = redirectURI.url.scheme == "http" || redirectURI.url.scheme == "https"
    let hasOtherMeans = client.authentication.map { $0 != .publicClient } ?? false
    let authenticates = client.secret != nil || client.signingKey != nil || hasOtherMeans
    guard isOfTheWeb || authenticates || dialect.authorization.supportsPKCE else {
      throw .unprotectedScheme(redirectURI)
    }
  }
}

extension OAuthError {
  fileprivate static func nowhereToSendUsers() -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider has no page for signing in with a browser (authorization_endpoint).",
      rule: .rfc(8414, "2"), remedy: "Sign in on another device, or use a grant without a user.")
  }

  fileprivate static func unverifiableCallback() -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider has no issuer and keys, so a signed answer (JARM) cannot be verified.",
      rule: .specification("JWT Secured Authorization Response Mode", "2.4"),
      remedy: .changeRequest(.signedAnswer))
  }

  fileprivate static func schemeOfAnybody(_ redirectURI: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message:
        "The scheme of “\(URLRedaction.redact(redirectURI.text))” is not made of a domain name: it has no period.",
      rule: .rfc(8252, "7.1"),
      remedy: """
        Take a scheme such as com.example.app, or better an https URL that belongs to the app. Where the provider knows no \
        other, the terms of a sign-in can accept it (acceptsSharedScheme).
        """)
  }

  fileprivate static func unprotectedScheme(_ redirectURI: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message:
        "The provider has no PKCE, so any program with the scheme “\(redirectURI.url.scheme)” could use the code.",
      rule: .rfc(8252, "8.1"), remedy: .registerLoopbackRedirectURI)
  }

  fileprivate static func outOfBandInOAuth2() -> OAuthError {
    OAuthError(
      .invalidRedirectURI, message: "The redirect URI “\(Client.outOfBand)” is only for OAuth 1.0a.",
      rule: .rfc(8252, "8"), remedy: .registerLoopbackRedirectURI)
  }

  fileprivate static func nowhereToPush() -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The provider demands pushed authorization requests, and names no endpoint for them.",
      rule: .rfc(9126, "5"),
      remedy:
        "Correct its entry, or tell the provider.")
  }

  fileprivate static func pushDemanded() -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The provider demands that the authorization request is pushed, and it was to be sent without.",
      rule: .rfc(9126, "5"), remedy: .allowPushing)
  }

  fileprivate static func nothingToSignWith() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The provider takes only signed requests, and the client has no private key.",
      rule: .rfc(9101, "10.5"), remedy: "Register a key at the provider, and give it to the client.")
  }
}
