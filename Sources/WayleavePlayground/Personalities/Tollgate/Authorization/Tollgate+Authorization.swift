import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// `/tollgate/authorize`, up to the question that a person is asked.
///
/// RFC 6749 §4.1.1; RFC 9126 §4; RFC 9101 §5; OpenID Connect Core §3.1.2.
extension Tollgate {
  func authorize(_ visit: Visit) -> ResponseMessage {
    do throws(TollgateRefusal) {
      let sent = try refusing { () throws(OAuthError) in
        try visit.request.head.method == .post ? visit.request.bodyForm : visit.query
      }
      let parameters = try refusing { () throws(OAuthError) in try AuthorizationParameters(reading: sent) }
      if case .reference(let name, let clientID) = parameters {
        return ask(try takePushed(name, of: clientID, visit), visit)
      }
      let client = try registeredClient(naming: parameters, visit)
      let form = try parameterForm(of: parameters, from: client, visit)
      // No one is redirected before client and redirect URI are verified: RFC 6749 §4.1.2.1.
      let redirectURI = try TollgateAuthorization.redirectURI(in: form, of: client, offer(for: visit))
      return verify(form, parameters, of: client, answeringTo: redirectURI, visit)
    } catch {
      return refuseOnPage(error, visit)
    }
  }

  private func verify(
    _ form: Form, _ parameters: AuthorizationParameters, of client: TollgateClient,
    answeringTo redirectURI: RedirectURI, _ visit: Visit
  ) -> ResponseMessage {
    do throws(TollgateRefusal) {
      try requireForm(parameters, from: client, isPushed: false, visit)
      return ask(try TollgateAuthorization(verifying: form, from: client, offer: offer(for: visit)), visit)
    } catch {
      context.note(.refused, visit, client: client.id, reason: error.word)
      let refusal = ProviderRefusal(error: error.word, description: error.description)
      let way = TollgateReturn(of: form, to: redirectURI, client, from: offer(for: visit).issuer)
      return callBack(.refused(refusal), by: way, visit)
    }
  }

  /// Puts the question as far as the request wants it put.
  private func ask(_ authorization: TollgateAuthorization, _ visit: Visit) -> ResponseMessage {
    let wanted = authorization.authentication
    if wanted.prompts.contains(.none) { return answerSilently(authorization, visit) }
    var question = Question(
      provider: provider, clientID: authorization.request.clientID, clientName: authorization.clientName,
      destination: authorization.request.redirectURI, permissions: Self.permissions(authorization),
      subject: authorization, asksAgain: wanted.prompts.contains(.consent))
    // The first class is the preferred one: OpenID Connect Core §3.1.2.1.
    let classes = authorization.demand.contextClasses + wanted.authenticationContextClasses
    let wantsPassword = classes.first.map { $0 == TollgateOffer.password } ?? false
    question.forcesSignIn = wantsPassword || wanted.prompts.contains(.login) || wanted.prompts.contains(.selectAccount)
    question.maximumAge = wanted.maximumAge
    question.handleHint = wanted.loginHint.map(handle(hintedBy:)) ?? ""
    return begin(question, visit)
  }

  /// `prompt=none`: an answer without a page, whichever it is.
  ///
  /// OpenID Connect Core §3.1.2.6.
  private func answerSilently(_ authorization: TollgateAuthorization, _ visit: Visit) -> ResponseMessage {
    context.note(.authorizationRequested, visit, client: authorization.request.clientID)
    var signedIn = context.presence(at: .tollgate, visit)
    if case .automatic(let person) = context.configuration.approval {
      signedIn = BrowserSignIn(person: person, instant: visit.now)
    }
    guard let signedIn, !signedIn.isOlder(than: authorization.authentication.maximumAge, at: visit.now) else {
      return refuse(authorization, AuthenticationErrorCode.loginRequired.rawValue, visit)
    }
    guard context.configuration.approval != .byPage || hasAllowed(authorization, signedIn.person) else {
      return refuse(authorization, AuthenticationErrorCode.consentRequired.rawValue, visit)
    }
    context.note(.allowedBefore, visit, client: authorization.request.clientID, person: signedIn.person)
    return approve(authorization, as: signedIn, contextClass: TollgateOffer.session, visit)
  }

  /// The parameters of a request, whichever way they came, but for those that were pushed.
  func parameterForm(
    of parameters: AuthorizationParameters, from client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> Form {
    switch parameters {
    case .plain(let form): return form
    case .object(let object, _): return try verifiedRequestObject(object, from: client, visit)
    case .reference: throw TollgateRefusal("invalid_request_uri")
    }
  }

  /// What a client or the server demanded of the way in which requests come: RFC 9126 §5 and §6, RFC 9101 §10.5.
  func requireForm(
    _ parameters: AuthorizationParameters, from client: TollgateClient, isPushed: Bool, _ visit: Visit
  ) throws(TollgateRefusal) {
    let demandsPush =
      settings.requiresPushedRequests || client.requiresPushedRequests || TollgateServer(at: visit.path) == .pds
    guard isPushed || !demandsPush else {
      throw TollgateRefusal("invalid_request", expecting: "a pushed request (RFC 9126 §5)")
    }
    if case .plain = parameters, client.requiresSignedRequests {
      throw TollgateRefusal("invalid_request", expecting: "a signed request object (RFC 9101 §10.5)")
    }
  }

  private func registeredClient(
    naming parameters: AuthorizationParameters, _ visit: Visit
  ) throws(TollgateRefusal) -> TollgateClient {
    let id: ClientID? =
      switch parameters {
      case .plain(let form):
        try refusing { () throws(OAuthError) in try form.nonEmptyText(of: "client_id").map(ClientID.init) }
      case .object(_, let clientID), .reference(_, let clientID): clientID
      }
    guard let id, let client = registeredClient(id, visit) else { throw TollgateRefusal("unknown_client") }
    return client
  }

  func refuseOnPage(_ refusal: TollgateRefusal, _ visit: Visit) -> ResponseMessage {
    context.refuseOnPage(authorizationFault(refusal, visit), visit)
  }

  private func authorizationFault(_ refusal: TollgateRefusal, _ visit: Visit) -> AuthorizationFault {
    let form = visit.request.head.method == .post ? (try? visit.request.bodyForm) ?? Form() : visit.query
    let client = (try? form.nonEmptyText(of: "client_id")).flatMap { registeredClient(ClientID($0), at: visit.now) }
    switch (refusal.word, client) {
    case ("unknown_client", _):
      let users = settings.clients.filter { !$0.metadata.redirectURIs.isEmpty }
      return .unknownClient(in: form, among: users.map(\.id))
    case ("redirect_uri_mismatch", let client?):
      return .redirectURIMismatch(in: form, of: client.id, registered: client.metadata.redirectURIs)
    case ("invalid_request_uri", _?):
      return .pushedRequestMissing(lifetime: Self.pushedRequestLifetime.wholeSeconds)
    default:
      return AuthorizationFault(
        reason: refusal.word, explanation: "The request cannot be read, or is not allowed.",
        facts: refusal.description.map { [("Why", [$0])] } ?? [])
    }
  }
}
