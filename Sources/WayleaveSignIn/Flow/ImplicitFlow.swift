import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The implicit grant: the user goes to the provider's page, and comes back with the token itself.
///
/// RFC 6749 §4.2. RFC 9700 §2.1.2 advises against it, so it begins only where the terms ask for it and the provider's entry
/// names it. It waits from its first step on, and nothing is exchanged.
struct ImplicitFlow: Sendable, Equatable {
  let state: Secret

  static func begin(
    _ signIn: SignIn, at service: OAuth2Service, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> SignIn.Turn {
    try LegacyGrant.implicit.require(in: service.dialect)
    try signIn.requireImplicitTerms(at: service)
    let flow = ImplicitFlow(state: AuthorizationSecrets(using: &random).state)
    var dialect = service.dialect
    dialect.authorization.parameters.merge(signIn.terms.parameters) { $1 }
    let request = AuthorizationRequest(
      clientID: signIn.client.id, redirectURI: try signIn.redirectURI, scopes: signIn.askedScopes(at: service),
      state: flow.state, codeChallenge: nil, resources: signIn.resources, details: signIn.terms.details,
      additional: signIn.terms.form)
    let url = try ImplicitRequest(request).url(at: service.requiredAuthorizationEndpoint, dialect: dialect)
    return .step(.show(url), .implicit(flow))
  }

  /// Whether this callback is the one that is awaited; throws `sign_in.state_mismatch` unless it is.
  func requireOwn(_ state: Secret?) throws(OAuthError) {
    guard state == self.state else { throw .stateMismatch(received: state) }
  }

  /// Takes the tokens in the fragment of a callback.
  func receive(_ url: AbsoluteURL, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    let service = try signIn.oauth2Service
    let response = try ImplicitResponse(reading: url, dialect: service.dialect)
    try service.requireIssuer(response.issuer)
    switch response.outcome {
    case .refused(let refusal): throw signIn.failure(by: refusal, at: service, rule: .rfc(6749, "4.2.2.1"))
    case .tokens(let answer):
      // Its hash would have to fit the token, and no nonce was sent that it could have: OpenID Connect Core §3.2.2.9.
      guard answer.idToken == nil else { throw .notAskedFor("a token with an ID token", of: "a token alone") }
      return .tokens(ReceivedTokens(answer: answer))
    }
  }

  /// Why an answer in the query ends the sign-in: the user's no may come there, and a code is none that was asked for.
  func failure(of callback: AuthorizationCallback, of signIn: SignIn) throws(OAuthError) -> OAuthError {
    let service = try signIn.oauth2Service
    try service.requireIssuer(callback.issuer)
    return switch callback.outcome {
    case .refused(let refusal): signIn.failure(by: refusal, at: service, rule: .rfc(6749, "4.2.2.1"))
    case .code: .notAskedFor("a code", of: "a token")
    }
  }
}

extension SignIn {
  /// Refuses what the implicit grant cannot keep, before the user is asked for anything.
  fileprivate func requireImplicitTerms(at service: OAuth2Service) throws(OAuthError) {
    guard question == nil, redirect != .device else { throw .notImplicit("needs a browser that comes back") }
    // RFC 8252 §8.1: another program can have the scheme too, and no verifier and no secret protects a token.
    guard let scheme = redirect.redirectURI?.url.scheme, scheme == "https" || scheme == "http" else {
      throw .notImplicit("needs a redirect URI of the web or of this machine: any program can have a scheme")
    }
    guard terms.binding != .required else { throw .notImplicit("cannot bind a token to a key (DPoP)") }
    guard terms.responseMode == nil, !terms.wantsSecuredCallback else {
      throw .notImplicit("answers in the fragment, and in no other way")
    }
    guard !askedScopes(at: service).contains("openid") else {
      throw .notImplicit("brings no ID token that could be verified, and the scope “openid” asks for one")
    }
    guard !service.requiresPushedAuthorizationRequests, !service.requiresSignedRequestObjects else {
      throw .notImplicit("has no pushed and no signed requests, and this provider demands them")
    }
  }
}

extension OAuthError {
  /// `reason` says what the implicit grant needs, or cannot do.
  static func notImplicit(_ reason: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The implicit grant \(reason).", rule: .rfc(9700, "2.1.2"),
      remedy: "Sign in without the implicit grant.")
  }

  /// A token in the fragment of a callback that was to bring a code.
  static func fragmentNotAskedFor() -> OAuthError {
    OAuthError(
      .malformedCallback,
      message: "The provider put its answer into the fragment of the URL, and no token was asked for.",
      rule: .rfc(9700, "2.1.2"),
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, the provider does not do what it is asked.")
  }

  /// An answer of another kind than the one that was asked for.
  static func notAskedFor(_ received: String, of asked: String) -> OAuthError {
    OAuthError(
      .malformedCallback, message: "The provider answers with \(received), and \(asked) was asked for.",
      rule: .rfc(6749, "4.2.2"),
      remedy: "Nothing was used. Sign in without the implicit grant.")
  }
}
