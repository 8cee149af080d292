import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/tollgate/telephone`, which stands for the telephones of everybody here: what applications ask is answered on it.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §8.
extension Emulator {
  func tollgateTelephonePage(_ visit: Visit) -> ResponseMessage {
    let session = openSession(visit)
    guard let held = sessions.value(for: session, at: visit.now) else { return refuse(.expired, visit) }
    let waiting = tollgate.telephone.values(at: visit.now).compactMap {
      tollgate.backchannel.value(for: $0, at: visit.now)?.question
    }
    let content: [String: any Sendable] = [
      "csrf": held.formToken.exposedText, "isQuiet": waiting.isEmpty, "questions": waiting.map(Self.content),
    ]
    return setCookie(session, on: pages.page("telephone", of: .tollgate, content))
  }

  private static func content(_ question: TollgateBackchannelQuestion) -> [String: any Sendable] {
    var content: [String: any Sendable] = [
      "name": question.name.exposedText, "client": DisplayText.clean(question.clientName, limit: 60),
      "person": question.person.name, "initials": question.person.initials,
    ]
    content["bindingMessage"] = question.bindingMessage
    return content
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
    _ question: TollgateBackchannelQuestion, as signedIn: SignedIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let authentication = TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass)
    return answer(
      question, .allowed(by: signedIn.person, authentication), visit, heading: "You said yes",
      explanation: "The application goes on without you. You can close this page.")
  }

  func denyTollgateBackchannel(_ question: TollgateBackchannelQuestion, _ visit: Visit) -> ResponseMessage {
    // The page can be left by whoever stands before it, but only the person who is asked says no.
    guard presence(at: .tollgate, visit)?.person == question.person else {
      return pages.message(
        "Nothing was answered", of: .tollgate, status: .ok,
        explanation: "Only \(question.person.name) can answer. The question still stands.")
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

  /// Keeps the answer for the next poll, and tells the application where it wants that; false for a question that was
  /// answered before, or stood too long.
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
    // Once, and whatever the answer is: §10.2 lets nobody follow it elsewhere.
    Task { [notifier = configuration.notifier] in await notifier(ping) }
    return true
  }
}
