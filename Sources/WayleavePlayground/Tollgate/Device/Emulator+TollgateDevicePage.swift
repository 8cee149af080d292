import HTTPTypes
import WayleaveWire

/// `/tollgate/device`: where a person types what the device shows, and answers in its name.
///
/// RFC 8628 §3.3; guessing is limited as §5.1 wants it.
extension Emulator {
  func tollgateDevicePage(_ visit: Visit) -> ResponseMessage {
    let typed = (try? visit.query.nonEmptyText(of: "user_code")) ?? ""
    // A code in the address is typed in already, and still has to be sent by the person: RFC 8628 §3.3.1.
    return devicePage(visit, in: openSession(visit), typed: typed, problem: nil)
  }

  func tollgateUserCode(_ visit: Visit) -> ResponseMessage {
    let (form, session): (Form, Secret)
    switch readForm(visit) {
    case .failure(let refusal): return refuse(refusal, visit)
    case .success(let read): (form, session) = read
    }
    guard !tollgate.wrongUserCodes.areTooMany(at: visit.now) else {
      note(.refused, visit, reason: "too_many_guesses")
      return pages.message(
        "Too many wrong codes", of: .tollgate, status: .tooManyRequests,
        explanation: "Too many wrong codes were typed here.", remedy: "Wait ten minutes, then type yours again.",
        reason: "too_many_guesses")
    }
    let typed = (try? form.text(of: "user_code")) ?? ""
    guard let code = tollgate.userCodes.value(for: TollgateUserCode.essence(of: typed), at: visit.now),
      let device = tollgate.devices.value(for: code, at: visit.now)
    else {
      tollgate.wrongUserCodes.note(at: visit.now)
      note(.refused, visit, reason: "unknown_user_code")
      return devicePage(visit, in: session, typed: typed, problem: "No device waits with this code.")
    }
    return begin(Interaction(request: .tollgateDevice(device.question), asksAgain: true), visit)
  }

  func approveTollgateDevice(
    _ question: TollgateDeviceQuestion, as signedIn: BrowserSignIn, contextClass: String, _ visit: Visit
  ) -> ResponseMessage {
    let authentication = TollgateAuthentication(instant: signedIn.instant, contextClass: contextClass)
    return settle(
      question, .allowed(by: signedIn.person, authentication), visit, heading: "Your device is connected",
      explanation: "You can close this page, and go on at the device.")
  }

  func denyTollgateDevice(_ question: TollgateDeviceQuestion, _ visit: Visit) -> ResponseMessage {
    settle(
      question, .denied, visit, heading: "You said no",
      explanation: "The device gets nothing. You can close this page.")
  }

  /// Tells the device at its next poll; the user code is used up, also for others who see it.
  private func settle(
    _ question: TollgateDeviceQuestion, _ outcome: TollgatePolling.Outcome, _ visit: Visit, heading: String,
    explanation: String
  ) -> ResponseMessage {
    guard tollgate.userCodes.take(TollgateUserCode.essence(of: question.userCode), at: visit.now) != nil else {
      return refuse(.expired, visit)
    }
    tollgate.devices.update(question.deviceCode) { $0.polling.outcome = outcome }
    return pages.message(heading, of: .tollgate, status: .ok, explanation: explanation)
  }

  private func devicePage(
    _ visit: Visit, in session: Secret, typed: String, problem: String?
  ) -> ResponseMessage {
    guard let held = sessions.value(for: session, at: visit.now) else { return refuse(.expired, visit) }
    var content: [String: PageValue] = [
      "csrf": .text(held.formToken.exposedText), "userCode": .text(DisplayText.clean(typed, limit: 20)),
    ]
    content["problem"] = problem.map(PageValue.text)
    return setCookie(
      session, on: pages.page("device", of: .tollgate, status: problem == nil ? .ok : .forbidden, content))
  }
}
