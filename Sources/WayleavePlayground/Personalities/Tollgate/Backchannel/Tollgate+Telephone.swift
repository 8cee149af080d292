import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/tollgate/telephone`, which plays the telephones of all people here: what applications ask is answered on it.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §8.
extension Tollgate {
  func telephonePage(_ visit: Visit) -> ResponseMessage {
    let session = context.openSession(visit)
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    let waiting = state.backchannel.unanswered(at: visit.now)
    let content: [String: PageValue] = [
      "csrf": .text(held.formToken.exposedText), "isQuiet": .flag(waiting.isEmpty),
      "questions": .list(waiting.map(Self.content)),
    ]
    return context.setCookie(session, on: context.pages.page("telephone", of: .tollgate, content))
  }

  private static func content(_ question: TollgateBackchannelQuestion) -> PageValue {
    var content: [String: PageValue] = [
      "name": .text(question.name.exposedText), "client": .text(DisplayText.clean(question.clientName, limit: 60)),
      "person": .text(question.person.name), "initials": .text(question.person.initials),
    ]
    content["bindingMessage"] = question.bindingMessage.map(PageValue.text)
    return .record(content)
  }

  func telephoneAnswer(_ visit: Visit) -> ResponseMessage {
    let form: Form
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success(let read): form = read.0
    }
    guard let name = try? form.nonEmptyText(of: "question"),
      let question = state.backchannel.question(named: Secret(name), at: visit.now)
    else { return context.refuse(.expired, visit) }
    return begin(
      Question(
        provider: provider, clientID: question.clientID, clientName: question.clientName, destination: nil,
        permissions: Self.permissions(question.access), subject: question, addressee: question.person,
        bindingMessage: question.bindingMessage, asksAgain: true, forcesSignIn: question.wantsPassword,
        handleHint: question.person.handle), visit)
  }

  func approve(
    _ question: TollgateBackchannelQuestion, as signedIn: BrowserSignIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let authentication = TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass, visit)
    return answer(
      question, .allowed(TollgateApproval(person: signedIn.person, authentication: authentication)), visit,
      heading: "You said yes",
      explanation: "The application goes on without you. You can close this page.")
  }

  func deny(_ question: TollgateBackchannelQuestion, _ visit: Visit) -> ResponseMessage {
    // Anyone can leave the page, but only the person who is asked can say no.
    guard context.presence(at: .tollgate, visit)?.person == question.person else {
      return context.pages.message(
        "Nothing was answered", of: .tollgate, status: .ok,
        explanation: "Only \(question.person.name) can answer. The question is still open.")
    }
    return answer(
      question, .denied, visit, heading: "You said no",
      explanation: "The application gets nothing. You can close this page.")
  }

  private func answer(
    _ question: TollgateBackchannelQuestion, _ outcome: Polling<TollgateApproval>.Outcome, _ visit: Visit,
    heading: String,
    explanation: String
  ) -> ResponseMessage {
    guard settle(question, outcome, visit) else { return context.refuse(.expired, visit) }
    return context.pages.message(heading, of: .tollgate, status: .ok, explanation: explanation)
  }

  /// Stores the answer for the next poll, and notifies the application if it wants that; false for a question that was
  /// answered before, or has expired.
  @discardableResult
  func settle(
    _ question: TollgateBackchannelQuestion, _ outcome: Polling<TollgateApproval>.Outcome, _ visit: Visit
  ) -> Bool {
    let isTold = question.notification != nil
    guard state.backchannel.answer(question.name, with: outcome, isTold: isTold, at: visit.now) else { return false }
    guard let notification = question.notification,
      let ping = try? BackchannelPing(requestID: question.requestID)
        .request(to: notification.endpoint, notificationToken: notification.token)
    else { return true }
    context.note(.backchannelPinged, visit, client: question.clientID)
    // Once, and without reading the answer: §10.2 forbids to follow a redirect.
    Task { [notifier = context.configuration.notifier] in await notifier(ping) }
    return true
  }
}
