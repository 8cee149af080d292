import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The authorization endpoint of an entry.
///
/// RFC 6749 §4.1.1 to §4.1.2.1, in the names of the provider; §4.2.1 to §4.2.2.1 where the entry names the implicit grant.
extension Entries {
  func authorize(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    if case .oauth1(let service) = play.entry.service { return authorize(play, by: service, visit) }
    guard let service = play.service, var form = standardForm(of: visit.query, by: service.dialect) else {
      return refuse("a parameter by its standard name, where the provider has another name for it", visit)
    }
    if play.tolerance.optional.contains("response_type"), !form.contains("response_type") {
      form.append("response_type", "code")
    }
    // No one is redirected before client and redirect URI are verified: RFC 6749 §4.1.2.1, "MUST NOT
    // automatically redirect the user-agent to the invalid redirection URI".
    guard let client = play.registered((try? form.text(of: "client_id")).map { ClientID($0) }) else {
      return context.refuseOnPage(.unknownClient(in: form, among: play.clients.map(\.id)), visit)
    }
    guard let text = try? form.nonEmptyText(of: "redirect_uri"), let redirectURI = try? RedirectURI(text),
      client.allows(redirectURI, by: play.documented)
    else {
      return context.refuseOnPage(
        .redirectURIMismatch(
          in: form, of: client.id, registered: client.redirectURIs,
          rules: client.isHeldToRules ? play.documented : nil), visit)
    }
    func refuseRequest(_ reason: String) -> ResponseMessage {
      guard play.depth?.refusesAtCallback ?? false else { return refuse(reason, visit) }
      return callBack(refusing: form, of: client, to: redirectURI, by: service, visit)
    }
    if let fault = play.documented?.fault(ofAuthorization: form, isPublic: client.secret == nil) {
      return refuseRequest(fault)
    }
    let missing = service.dialect.authorization.parameters.first { name, value in
      !play.tolerance.optional.contains(name) && (try? visit.query.text(of: name))?.hasSameBytes(as: value) != true
    }
    if let missing { return refuseRequest("no parameter \(missing.key)=\(missing.value), which this provider needs") }
    let isImplicit = asksForToken(form, by: service)
    let read =
      isImplicit
      ? (try? ImplicitRequest(reading: form, dialect: service.dialect))?.authorization
      : try? AuthorizationRequest(
        reading: form, allowing: [.code], challenge: service.dialect.authorization.codeChallenge ?? .s256)
    guard var request = read else {
      return refuseRequest("parameters that no authorization request has")
    }
    guard request.state != nil || play.tolerance.optional.contains("state") else {
      return refuseRequest("no parameter state")
    }
    guard
      isImplicit || play.documented?.challenge != nil
        || mayOmitOrSend(request.codeChallenge, client, at: play, by: service)
    else {
      return refuseRequest("no code challenge where the provider needs one, or one where it takes none (PKCE)")
    }
    // OAuth 2.0 Multiple Response Type Encoding Practices §2.1: a code comes in the query where nothing else is said.
    if request.responseMode == .query, service.responseMode == nil { request.responseMode = nil }
    if isImplicit || play.tolerance.ignoresResponseMode { request.responseMode = service.responseMode }
    guard service.responseMode == request.responseMode || play.tolerance.optional.contains("response_mode") else {
      return refuseRequest("another response_mode than this provider takes")
    }
    let separator = Character(play.documented?.scopeSeparator ?? service.dialect.scopeSeparator)
    let separators = play.tolerance.scopeSeparators.union([separator])
    request.scopes = request.scopes.flatMap {
      $0.split(whereSeparator: separators.contains).map(String.init)
    }
    var question = Question(
      provider: play.provider, clientID: client.id, clientName: client.name, destination: redirectURI,
      permissions: request.scopes.isEmpty ? ["See who you are"] : request.scopes,
      subject: EntryQuestion(play: play.entry.name.text, request: request, isImplicit: isImplicit), asksAgain: true)
    play.depth?.change(&question, for: request.scopes, visit)
    return begin(question, visit)
  }

  private func callBack(
    refusing form: Form, of client: PlaygroundClient, to redirectURI: RedirectURI, by service: OAuth2Service,
    _ visit: Visit
  ) -> ResponseMessage {
    let type = try? form.nonEmptyText(of: "response_type")
    let isImplicit = asksForToken(form, by: service)
    let word = isImplicit || type.map { $0 == "code" } ?? true ? "invalid_request" : "unsupported_response_type"
    context.note(.refused, visit, client: client.id, reason: word)
    // A state that came twice is no state.
    let state = (try? form.nonEmptyText(of: "state")).map { Secret($0) }
    let refusal = ProviderRefusal(error: word)
    if isImplicit {
      return .seeOther(ImplicitResponse(.refused(refusal), state: state).url(to: redirectURI).exposedText)
    }
    return .seeOther(AuthorizationCallback(.refused(refusal), state: state).url(to: redirectURI))
  }

  /// Whether a request wants the token itself, at a provider that gives it.
  private func asksForToken(_ form: Form, by service: OAuth2Service) -> Bool {
    service.dialect.legacyGrants.contains(.implicit) && ImplicitRequest.isNamed(in: form)
  }

  /// A provider that supports PKCE takes a client with a secret without it as well: RFC 7636 §5.
  private func mayOmitOrSend(
    _ challenge: CodeChallenge?, _ client: PlaygroundClient, at play: EntryPlay, by service: OAuth2Service
  ) -> Bool {
    guard challenge == nil else { return service.dialect.authorization.supportsPKCE }
    return !service.dialect.authorization.supportsPKCE || client.secret != nil || play.client.key != nil
  }

  func sendCode(_ asked: EntryQuestion, as person: PlaygroundPerson, _ visit: Visit) -> ResponseMessage {
    guard let play = play(of: ProviderName(asked.play)) else { return context.refuse(.expired, visit) }
    if let fault = play.depth?.fault(of: person, at: play) { return context.refuseOnPage(fault, visit) }
    var request = asked.request
    request.scopes = play.depth?.scopes(for: request, of: person) ?? request.scopes
    if asked.isImplicit, let service = play.service {
      play.consents.remember(request.clientID, by: person)
      return callBack(
        .tokens(implicitToken(for: request, of: person, at: play, visit)), of: asked, by: service)
    }
    let code = context.drawSecret()
    play.issued.save(
      EntryCode(request: request, person: person), as: code,
      for: play.depth?.codeLifetime ?? IssuingLimits.codeLifetime, at: visit.now)
    play.consents.remember(request.clientID, by: person)
    var members =
      play.depth?.profile(of: person, for: asked.request, at: play) ?? callbackMembers(of: play, for: person)
    if let depth = play.depth {
      members.append(contentsOf: depth.callbackMembers(of: asked.request, granted: request.scopes))
    }
    return callBack(.code(code), of: asked, with: members, visit)
  }

  /// The way back of a person who said no.
  func refuseCode(_ asked: EntryQuestion, _ visit: Visit) -> ResponseMessage {
    let play = play(of: ProviderName(asked.play))
    let refusal = ProviderRefusal(error: "access_denied")
    if asked.isImplicit, let service = play?.service { return callBack(.refused(refusal), of: asked, by: service) }
    let members = play?.depth?.callbackMembers(of: asked.request, granted: nil)
    return callBack(.refused(refusal), of: asked, with: members ?? Form(), visit)
  }

  /// The token of the implicit grant: RFC 6749 §4.2.2, "MUST NOT issue a refresh token".
  private func implicitToken(
    for request: AuthorizationRequest, of person: PlaygroundPerson, at play: EntryPlay, _ visit: Visit
  ) -> TokenResponse {
    let grant = play.issued.begin(EntryGrant(person: person, client: play.granted(request.clientID)))
    let (access, lifetime) = (context.drawSecret(), play.tokenLifetime)
    play.issued.saveAccessToken(
      EntryToken(scopes: request.scopes), as: access, of: grant, until: lifetime.map { visit.now + $0 } ?? .never,
      at: visit.now)
    context.note(.tokenIssued, visit, client: request.clientID, person: person)
    return TokenResponse(
      accessToken: access, expiresIn: lifetime?.wholeSeconds,
      scopes: play.depth?.namesScopes ?? true ? request.scopes : nil)
  }

  /// The way back with the answer in the fragment: RFC 6749 §4.2.2 and §4.2.2.1.
  private func callBack(
    _ outcome: ImplicitResponse.Outcome, of asked: EntryQuestion, by service: OAuth2Service
  ) -> ResponseMessage {
    let response = ImplicitResponse(outcome, state: asked.request.state)
    return .seeOther(response.url(to: asked.request.redirectURI, dialect: service.dialect).exposedText)
  }

  private func callBack(
    _ outcome: AuthorizationCallback.Outcome, of asked: EntryQuestion, with members: Form, _ visit: Visit
  ) -> ResponseMessage {
    var form = AuthorizationCallback(outcome, state: asked.request.state).form
    form.append(contentsOf: members)
    guard asked.request.responseMode != .formPost else {
      return context.page(posting: form, to: asked.request.redirectURI, visit)
    }
    let fragment = play(of: ProviderName(asked.play))?.depth?.callbackFragment.map { "#\($0)" } ?? ""
    return .seeOther(asked.request.redirectURI.url.text(adding: form) + fragment)
  }

  /// What the callback carries in addition.
  func callbackMembers(of play: EntryPlay, for person: PlaygroundPerson) -> Form {
    var form = Form()
    let told = play.profile(of: person).callback
    let dialect = play.service?.dialect.authorization
    let here = (try? AbsoluteURL(context.base)).flatMap(Origin.init(of:))?.description
    // Every callback has the state of its request.
    for name in dialect?.keptCallbackMembers ?? [] where name != "state" {
      let usual = name == dialect?.tokenServer?.member ? here : nil
      form.append(name, told[name].map { $0.string ?? $0.encodedText() } ?? usual ?? "playground")
    }
    return form
  }

  /// The pairs under their standard names; nil where one stands under its standard name in place of the provider's own.
  ///
  /// RFC 6749 §3.1: what has no value counts as left out, and what the provider does not know is ignored.
  func standardForm(of form: Form, by dialect: OAuth2Dialect) -> Form? {
    var standard = form
    for (name, own) in dialect.parameterNames {
      if form.contains(name) {
        let isMeant = (try? form.nonEmptyText(of: name)) != nil
        guard !isMeant || own.isEmpty || form.contains(own) else { return nil }
        standard.fields.removeAll { $0.name.elementsEqual(name.utf8) }
      }
      for index in standard.fields.indices where standard.fields[index].name.elementsEqual(own.utf8) {
        standard.fields[index].name = Array(name.utf8)
      }
      if own.isEmpty, name == "response_type" { standard.append(name, "code") }
    }
    return standard
  }

  func refuse(_ reason: String, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, reason: "invalid_request")
    return context.pages.message(
      "This request is wrong", of: visit.provider, status: .badRequest,
      explanation: "The provider would refuse this request. It has \(reason).", reason: reason)
  }
}

extension RedirectURI {
  /// Where the client of every entry may have its users sent.
  static var registered: [RedirectURI] {
    get throws(OAuthError) { try PlaygroundClient.demo().redirectURIs }
  }
}
