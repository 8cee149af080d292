import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// What the person's answer becomes: a code, or a refusal, each with the issuer.
///
/// RFC 6749 §4.1.2; RFC 9207 §2.
extension Tollgate {
  func approve(
    _ authorization: TollgateAuthorization, as signedIn: BrowserSignIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let request = authorization.request
    guard isHinted(signedIn.person, by: authorization, visit), authorization.demand.allows(signedIn.person) else {
      return refuse(authorization, AuthenticationErrorCode.loginRequired.rawValue, visit)
    }
    guard let contextClass = authorization.demand.contextClass(of: contextClass) else {
      return refuse(authorization, AuthenticationErrorCode.unmetAuthenticationRequirements.rawValue, visit)
    }
    // The client may have ended its registration while the person was reading.
    guard registeredClient(request.clientID, at: visit.now) != nil else {
      return refuse(authorization, "unauthorized_client", visit)
    }
    let code = context.drawSecret()
    let held = TollgateCode(
      authorization: authorization, person: signedIn.person,
      authentication: TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass, visit))
    state.issued.save(held, as: code, at: visit.now)
    state.consents.remember(request.clientID, by: signedIn.person, scopes: request.scopes)
    return callBack(.code(code), by: authorization.way, visit)
  }

  func refuse(_ authorization: TollgateAuthorization, _ word: String, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, provider: .tollgate, client: authorization.request.clientID, reason: word)
    return callBack(.refused(ProviderRefusal(error: word)), by: authorization.way, visit)
  }

  func deny(_ authorization: TollgateAuthorization, _ visit: Visit) -> ResponseMessage {
    callBack(.refused(ProviderRefusal(error: "access_denied")), by: authorization.way, visit)
  }

  func callBack(
    _ outcome: AuthorizationCallback.Outcome, by way: TollgateReturn, _ visit: Visit
  ) -> ResponseMessage {
    let callback = AuthorizationCallback(outcome, state: way.state, issuer: way.issuer)
    guard let form = try? way.mode.isJWT ? signed(callback, for: way, visit) : callback.form else {
      return refuseOnPage(.full, visit)
    }
    switch way.mode {
    case .formPost, .formPostJWT: return context.page(posting: form, to: way.redirectURI, visit)
    default: return .seeOther(way.redirectURI.url.text(adding: form))
    }
  }

  private func signed(
    _ callback: AuthorizationCallback, for way: TollgateReturn, _ visit: Visit
  ) throws(OAuthError) -> Form {
    try SecuredResponse.sign(
      callback, from: way.issuer, to: way.clientID, at: visit.realNow,
      with: state.keys.signingKey(for: way.algorithm, at: visit.now), by: way.algorithm)
  }

  /// Whether a person allowed this before, to a client that authenticates.
  ///
  /// RFC 8252 §8.6: a native app's requests are not answered without consent, since the sender is not authenticated.
  func hasAllowed(_ authorization: TollgateAuthorization, _ person: PlaygroundPerson) -> Bool {
    let request = authorization.request
    return authorization.isConfidential && request.details == nil && authorization.claimsBeyondScopes.isEmpty
      && state.consents.contain(request.clientID, by: person, scopes: request.scopes)
  }

  /// OpenID Connect Core §3.1.2.1, `id_token_hint`: another person than the hinted one is no success.
  private func isHinted(
    _ person: PlaygroundPerson, by authorization: TollgateAuthorization, _ visit: Visit
  ) -> Bool {
    guard let hint = authorization.authentication.idTokenHint else { return true }
    return ownIDToken(hint, at: visit.now)?.subject?.hasSameBytes(as: String(person.id)) ?? false
  }
}
