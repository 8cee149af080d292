import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `GET /oauth2/authenticate` and `/oauth2/authorize`.
///
/// RFC 6749 §4.1.1 to §4.1.2.1.
extension Foursquare {
  func authorize(_ visit: Visit, asksAgain: Bool) -> ResponseMessage {
    // No one is redirected before client and redirect URI are verified: RFC 6749 §4.1.2.1, "MUST NOT
    // automatically redirect the user-agent to the invalid redirection URI".
    guard let id = try? visit.query.nonEmptyText(of: "client_id").map(ClientID.init),
      let client = context.configuration.clients.first(where: { $0.id == id })
    else {
      return context.refuseOnPage(
        .unknownClient(in: visit.query, among: context.configuration.clients.map(\.id)), visit)
    }
    guard let text = try? visit.query.nonEmptyText(of: "redirect_uri"), let redirectURI = try? RedirectURI(text),
      client.redirectURIs.allow(redirectURI)
    else {
      return context.refuseOnPage(.redirectURIMismatch(in: visit.query, of: id, registered: client.redirectURIs), visit)
    }
    let request: AuthorizationRequest
    do { request = try AuthorizationRequest(reading: visit.request) } catch {
      return refuse(refusalWord(for: visit.query), client: client, to: redirectURI, visit)
    }
    guard client.secret != nil || request.codeChallenge != nil else {
      return refuse("invalid_request", client: client, to: redirectURI, visit)  // RFC 9700 §2.1.1
    }
    let permissions = ["See your name, photo and home city", "See your email address", "See your friends"]
    return begin(
      Question(
        provider: provider, clientID: id, clientName: client.name, destination: redirectURI, permissions: permissions,
        subject: request, asksAgain: asksAgain), visit)
  }

  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    guard let request = question.subject as? AuthorizationRequest else { return context.refuse(.expired, visit) }
    let person = signedIn.person
    let code = context.drawSecret()
    issued.save(Code(request: request, person: person), as: code, at: visit.now)
    consents.remember(request.clientID, by: person)
    return callBack(.code(code), of: request)
  }

  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage {
    guard let request = question.subject as? AuthorizationRequest else { return context.refuse(.expired, visit) }
    return callBack(.refused(ProviderRefusal(error: "access_denied")), of: request)
  }

  private func callBack(_ outcome: AuthorizationCallback.Outcome, of request: AuthorizationRequest) -> ResponseMessage {
    .seeOther(AuthorizationCallback(outcome, state: request.state).url(to: request.redirectURI))
  }

  private func refuse(
    _ error: String, client: PlaygroundClient, to redirectURI: RedirectURI, _ visit: Visit
  ) -> ResponseMessage {
    context.note(.refused, visit, client: client.id, reason: error)
    // A state that came twice is no state.
    let state = (try? visit.query.nonEmptyText(of: "state")).map { Secret($0) }
    let refusal = ProviderRefusal(error: error)
    return .seeOther(AuthorizationCallback(.refused(refusal), state: state).url(to: redirectURI))
  }

  private func refusalWord(for query: Form) -> String {
    guard let type = try? query.nonEmptyText(of: "response_type"), type != "code" else { return "invalid_request" }
    return "unsupported_response_type"
  }
}
