import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/tollgate/device`: where a person types what the device shows, and answers in its name.
///
/// RFC 8628 §3.3; guessing is limited as §5.1 wants it.
extension Tollgate {
  func devicePage(_ visit: Visit) -> ResponseMessage {
    let typed = (try? visit.query.nonEmptyText(of: "user_code")) ?? ""
    // A code in the address is typed in already, and still has to be sent by the person: RFC 8628 §3.3.1.
    return devicePage(visit, in: context.openSession(visit), typed: typed, problem: nil)
  }

  func takeUserCode(_ visit: Visit) -> ResponseMessage {
    let (form, session): (Form, Secret)
    switch context.readForm(visit) {
    case .failure(let refusal): return context.refuse(refusal, visit)
    case .success(let read): (form, session) = read
    }
    guard !state.wrongUserCodes.areTooMany(at: visit.now) else {
      context.note(.refused, visit, reason: "too_many_guesses")
      return context.pages.message(
        "Too many wrong codes", of: .tollgate, status: .tooManyRequests,
        explanation: "Too many wrong codes were typed here.", remedy: "Wait ten minutes, then type yours again.",
        reason: "too_many_guesses")
    }
    let typed = (try? form.text(of: "user_code")) ?? ""
    guard let question = state.devices.question(named: UserCode.essence(of: typed), at: visit.now) else {
      state.wrongUserCodes.note(at: visit.now)
      context.note(.refused, visit, reason: "unknown_user_code")
      return devicePage(visit, in: session, typed: typed, problem: "No device waits with this code.")
    }
    return begin(
      Question(
        provider: provider, clientID: question.clientID, clientName: question.clientName, destination: nil,
        permissions: Self.permissions(question.access), subject: question, userCode: question.userCode,
        asksAgain: true), visit)
  }

  func approve(
    _ question: TollgateDeviceQuestion, as signedIn: BrowserSignIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let authentication = TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass, visit)
    return settle(
      question, .allowed(TollgateApproval(person: signedIn.person, authentication: authentication)), visit,
      heading: "Your device is connected",
      explanation: "You can close this page, and go on at the device.")
  }

  func deny(_ question: TollgateDeviceQuestion, _ visit: Visit) -> ResponseMessage {
    settle(
      question, .denied, visit, heading: "You said no",
      explanation: "The device gets nothing. You can close this page.")
  }

  /// Tells the device at its next poll; the user code is used up, also for others who see it.
  private func settle(
    _ question: TollgateDeviceQuestion, _ outcome: Polling<TollgateApproval>.Outcome, _ visit: Visit, heading: String,
    explanation: String
  ) -> ResponseMessage {
    guard state.devices.answer(UserCode.essence(of: question.userCode), with: outcome, at: visit.now) else {
      return context.refuse(.expired, visit)
    }
    return context.pages.message(heading, of: .tollgate, status: .ok, explanation: explanation)
  }

  private func devicePage(
    _ visit: Visit, in session: Secret, typed: String, problem: String?
  ) -> ResponseMessage {
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    var content: [String: PageValue] = [
      "csrf": .text(held.formToken.exposedText), "action": .text(mount + "/device"),
      "userCode": .text(DisplayText.clean(typed, limit: 20)),
      "clientIDs": .texts(
        settings.clients.filter { $0.metadata.grantTypes.contains(DeviceCodeGrant.grantType) }
          .map { DisplayText.clean($0.id.text, limit: 60) }), "about": .text("/#providers"),
    ]
    content["problem"] = problem.map(PageValue.text)
    return context.setCookie(
      session, on: context.pages.page("device", of: .tollgate, status: problem == nil ? .ok : .forbidden, content))
  }
}
