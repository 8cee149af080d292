import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/tollgate/telephone`, which plays the telephones of all people here: what applications ask is answered on it.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §8.
extension Emulator {
  func tollgateTelephonePage(_ visit: Visit) -> ResponseMessage {
    let session = openSession(visit)
    guard let held = sessions.value(for: session, at: visit.now) else { return refuse(.expired, visit) }
    let waiting = tollgate.telephone.values(at: visit.now).compactMap {
      tollgate.backchannel.value(for: $0, at: visit.now)?.question
    }
    let content: [String: PageValue] = [
      "csrf": .text(held.formToken.exposedText), "isQuiet": .flag(waiting.isEmpty),
      "questions": .list(waiting.map(Self.content)),
    ]
    return setCookie(session, on: pages.page("telephone", of: .tollgate, content))
  }

  private static func content(_ question: TollgateBackchannelQuestion) -> PageValue {
    var content: [String: PageValue] = [
      "name": .text(question.name.exposedText), "client": .text(DisplayText.clean(question.clientName, limit: 60)),
      "person": .text(question.person.name), "initials": .text(question.person.initials),
    ]
    content["bindingMessage"] = question.bindingMessage.map(PageValue.text)
    return .record(content)
  }

  func tollgateTelephoneAnswer(_ visit: Visit) -> ResponseMessage {
    let form: Form
    switch readForm(visit) {
    case .failure(let refusal): return refuse(refusal, visit)
    case .success(let read): form = read.0
    }
    guard let name = try? form.nonEmptyText(of: "question"),
      let requestID = tollgate.telephone.value(for: Secret(name), at: visit.now),
      let question = tollgate.backchannel.value(for: requestID, at: visit.now)?.question
    else { return refuse(.expired, visit) }
    return begin(
      Interaction(
        request: .tollgateBackchannel(question), asksAgain: true, forcesSignIn: question.wantsPassword,
        handleHint: question.person.handle), visit)
  }

  func approveTollgateBackchannel(
    _ question: TollgateBackchannelQuestion, as signedIn: BrowserSignIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let authentication = TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass)
    return answer(
      question, .allowed(by: signedIn.person, authentication), visit, heading: "You said yes",
      explanation: "The application goes on without you. You can close this page.")
  }

  func denyTollgateBackchannel(_ question: TollgateBackchannelQuestion, _ visit: Visit) -> ResponseMessage {
    // Anyone can leave the page, but only the person who is asked can say no.
    guard presence(at: .tollgate, visit)?.person == question.person else {
      return pages.message(
        "Nothing was answered", of: .tollgate, status: .ok,
        explanation: "Only \(question.person.name) can answer. The question is still open.")
    }
    return answer(
      question, .denied, visit, heading: "You said no",
      explanation: "The application gets nothing. You can close this page.")
  }

  private func answer(
    _ question: TollgateBackchannelQuestion, _ outcome: TollgatePolling.Outcome, _ visit: Visit, heading: String,
    explanation: String
  ) -> ResponseMessage {
    guard settle(question, outcome, visit) else { return refuse(.expired, visit) }
    return pages.message(heading, of: .tollgate, status: .ok, explanation: explanation)
  }

  /// Stores the answer for the next poll, and notifies the application if it wants that; false for a question that was
  /// answered before, or has expired.
  @discardableResult
  func settle(
    _ question: TollgateBackchannelQuestion, _ outcome: TollgatePolling.Outcome, _ visit: Visit
  ) -> Bool {
    guard tollgate.telephone.take(question.name, at: visit.now) != nil else { return false }
    tollgate.backchannel.update(question.requestID) {
      $0.polling.settle(outcome, isTold: question.notification != nil)
    }
    guard let notification = question.notification,
      let ping = try? BackchannelPing(requestID: question.requestID)
        .request(to: notification.endpoint, notificationToken: notification.token)
    else { return true }
    note(.backchannelPinged, visit, client: question.clientID)
    // Once, and without reading the answer: §10.2 forbids to follow a redirect.
    Task { [notifier = configuration.notifier] in await notifier(ping) }
    return true
  }
}
