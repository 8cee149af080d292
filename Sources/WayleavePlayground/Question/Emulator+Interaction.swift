import HTTPTypes
import WayleaveWire

/// The way from a question to an answer, the same for all providers: sign in, allow or deny, go back.
extension Emulator {
  /// Puts a question to the person in front of the browser, as far as it needs one.
  func begin(_ question: Interaction, _ visit: Visit) -> ResponseMessage {
    note(.authorizationRequested, visit, client: question.request.clientID)
    if case .automatic(let person) = configuration.approval {
      note(.allowedAutomatically, visit, client: question.request.clientID, person: person)
      var answered = question
      answered.hasSignedIn = true
      return approve(answered, as: BrowserSignIn(person: person, instant: visit.now), visit)
    }
    let session = openSession(visit)
    let interaction = drawSecret()
    sessions.update(session) {
      $0.interactions.insertDroppingOldest(
        question, for: interaction, until: visit.now + Interaction.lifetime, at: visit.now)
    }
    return setCookie(session, on: present(interaction, question, in: session, visit))
  }

  /// The next page of a question, or its end.
  private func present(
    _ interaction: Secret, _ question: Interaction, in session: Secret, _ visit: Visit
  ) -> ResponseMessage {
    guard let held = sessions.value(for: session, at: visit.now) else { return refuse(.expired, visit) }
    let form = FormIdentity(formToken: held.formToken, interaction: interaction)
    guard let signedIn = held.people[question.request.provider], !question.forcesSignIn,
      !signedIn.isOlder(than: question.hasSignedIn ? nil : question.maximumAge, at: visit.now)
    else {
      return signInPage(question, form, handle: question.handleHint, problem: nil)
    }
    let person = signedIn.person
    if let addressee = question.request.addressee, addressee != person {
      return signInPage(
        question, form, handle: question.handleHint, problem: "Only \(addressee.name) can answer this.")
    }
    if !question.asksAgain, hasAllowed(question.request, person) {
      note(
        .allowedBefore, visit, provider: question.request.provider, client: question.request.clientID, person: person)
      close(interaction, in: session)
      return approve(question, as: signedIn, visit)
    }
    sessions.update(session) { $0.interactions.update(interaction) { $0.personAsked = person } }
    return consentPage(question, form, for: person)
  }

  /// `GET /playground/continue`: where a browser is sent after it signed in.
  func resume(_ visit: Visit) -> ResponseMessage {
    switch openQuestion(visit) {
    case .failure(let refusal): refuse(refusal, visit)
    case .success(let (session, interaction, question)): present(interaction, question, in: session, visit)
    }
  }

  /// `POST /playground/sign-in`.
  func signIn(_ visit: Visit) -> ResponseMessage {
    let answer: Answer
    switch readAnswer(visit) {
    case .failure(let refusal): return refuse(refusal, visit)
    case .success(let read): answer = read
    }
    let request = answer.question.request
    if (try? answer.form.text(of: "decision")) == "deny" { return end(answer, visit) }
    let handle = (try? answer.form.text(of: "username")) ?? ""
    guard let person = person(handle: handle, password: (try? answer.form.text(of: "password")) ?? "") else {
      note(.wrongPassword, visit, provider: request.provider, client: request.clientID)
      let formToken = sessions.value(for: answer.session, at: visit.now)?.formToken ?? Secret("")
      return signInPage(
        answer.question, FormIdentity(formToken: formToken, interaction: answer.interaction), handle: handle,
        problem: "That handle and that password do not belong together.")
    }
    note(.signedIn, visit, provider: request.provider, client: request.clientID, person: person)
    let session = renameSession(answer.session, at: visit.now)
    sessions.update(session) {
      $0.people[request.provider] = BrowserSignIn(person: person, instant: visit.now)
      $0.interactions.update(answer.interaction) {
        $0.forcesSignIn = false
        $0.hasSignedIn = true
      }
    }
    return setCookie(session, on: goOn(with: answer.interaction))
  }

  /// `POST /playground/consent`.
  func consent(_ visit: Visit) -> ResponseMessage {
    let answer: Answer
    switch readAnswer(visit) {
    case .failure(let refusal): return refuse(refusal, visit)
    case .success(let read): answer = read
    }
    let request = answer.question.request
    let signedIn = sessions.value(for: answer.session, at: visit.now)?.people[request.provider]
    switch try? answer.form.text(of: "decision") {
    case "allow":
      // Another person may have signed in meanwhile, in another window: then that person is asked.
      guard let signedIn, answer.question.personAsked == signedIn.person else {
        return goOn(with: answer.interaction)
      }
      note(.allowed, visit, provider: request.provider, client: request.clientID, person: signedIn.person)
      close(answer.interaction, in: answer.session)
      return approve(answer.question, as: signedIn, visit)
    case "deny": return end(answer, visit)
    case "switch":
      sessions.update(answer.session) { $0.people[request.provider] = nil }
      return goOn(with: answer.interaction)
    default: return refuse(.foreign, visit)
    }
  }

  private func end(_ answer: Answer, _ visit: Visit) -> ResponseMessage {
    let request = answer.question.request
    note(.denied, visit, provider: request.provider, client: request.clientID)
    close(answer.interaction, in: answer.session)
    switch request {
    case .foursquare(let authorization): return denyFoursquare(authorization)
    case .twitter(let authorization): return denyTwitter(authorization, visit)
    case .tollgate(let authorization): return denyTollgate(authorization, visit)
    case .tollgateDevice(let question): return denyTollgateDevice(question, visit)
    case .tollgateBackchannel(let question): return denyTollgateBackchannel(question, visit)
    }
  }

  private func close(_ interaction: Secret, in session: Secret) {
    sessions.update(session) { _ = $0.interactions.take(interaction, at: Instant(secondsSinceEpoch: .min)) }
  }

  private func goOn(with interaction: Secret) -> ResponseMessage {
    .seeOther("\(base)\(Route.resume.rawValue)?interaction=\(interaction.exposedText)")
  }

  func hasAllowed(_ request: AuthorizationSubject, _ person: PlaygroundPerson) -> Bool {
    let consent = Consent(client: request.clientID, person: person.id)
    return switch request {
    case .foursquare: foursquare.consents.contains(consent)
    case .twitter: twitter.consents.contains(consent)
    case .tollgate(let authorization): hasAllowedTollgate(authorization, person)
    // The device that shows the code can be anyone's: RFC 8628 §5.4.
    case .tollgateDevice: false
    // An application that asks again wants a new answer.
    case .tollgateBackchannel: false
    }
  }

  private func approve(_ question: Interaction, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    let contextClass = question.hasSignedIn ? TollgateOffer.password : TollgateOffer.session
    return switch question.request {
    case .foursquare(let authorization): approveFoursquare(authorization, as: signedIn.person, visit)
    case .twitter(let authorization): approveTwitter(authorization, as: signedIn.person, visit)
    case .tollgate(let authorization):
      approveTollgate(authorization, as: signedIn, contextClass: contextClass, visit)
    case .tollgateDevice(let question):
      approveTollgateDevice(question, as: signedIn, contextClass: contextClass, visit)
    case .tollgateBackchannel(let question):
      approveTollgateBackchannel(question, as: signedIn, contextClass: contextClass, visit)
    }
  }

  /// Looks at every person, so that a wrong handle takes as long as a wrong password.
  func person(handle: String, password: String) -> PlaygroundPerson? {
    let handle = handle.hasPrefix("@") ? String(handle.dropFirst()) : handle
    var found: PlaygroundPerson?
    for person in configuration.people
    where Secret(person.password) == Secret(password) && person.handle.hasSameBytes(as: handle) {
      found = person
    }
    return found
  }
}
