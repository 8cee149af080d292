import HTTPTypes
import WayleaveWire

/// The way from a question to an answer, the same for all providers: sign in, allow or deny, go back.
extension Personality {
  /// Puts a question to the person in front of the browser, as far as it needs one.
  func begin(_ question: Question, _ visit: Visit) -> ResponseMessage {
    var question = question
    question.effects = visit.effects.filter(\.isOnCallback)
    context.note(.authorizationRequested, visit, client: question.clientID)
    if visit.effects.contains(.deny) { return denied(question, visit) }
    if case .automatic(let person) = context.configuration.approval {
      context.note(.allowedAutomatically, visit, client: question.clientID, person: person)
      var answered = question
      answered.hasSignedIn = true
      return approved(answered, as: BrowserSignIn(person: person, instant: visit.now), visit)
    }
    let session = context.openSession(visit)
    let interaction = context.drawSecret()
    context.sessions.update(session) {
      $0.interactions.insertDroppingOldest(
        question, for: interaction, until: visit.now + Question.lifetime, at: visit.now)
    }
    return context.setCookie(session, on: present(interaction, question, in: session, visit))
  }

  /// The next page of a question, or its end.
  func present(
    _ interaction: Secret, _ question: Question, in session: Secret, _ visit: Visit
  ) -> ResponseMessage {
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    let form = FormIdentity(formToken: held.formToken, interaction: interaction)
    guard let signedIn = held.people[provider], !question.forcesSignIn,
      !signedIn.isOlder(than: question.hasSignedIn ? nil : question.maximumAge, at: visit.now)
    else {
      return context.signInPage(question, form, handle: question.handleHint, problem: nil)
    }
    let person = signedIn.person
    if let addressee = question.addressee, addressee != person {
      return context.signInPage(
        question, form, handle: question.handleHint, problem: "Only \(addressee.name) can answer this.")
    }
    if !question.asksAgain, hasAllowed(question, person) {
      context.note(
        .allowedBefore, visit, provider: provider, client: question.clientID, person: person)
      close(interaction, in: session)
      return approved(question, as: signedIn, visit)
    }
    context.sessions.update(session) { $0.interactions.update(interaction) { $0.personAsked = person } }
    return context.consentPage(question, form, for: person)
  }

  /// `POST /playground/sign-in`.
  func signIn(with answer: TenantContext.Answer, _ visit: Visit) -> ResponseMessage {
    if (try? answer.form.text(of: "decision")) == "deny" { return end(answer, visit) }
    let handle = (try? answer.form.text(of: "username")) ?? ""
    guard let person = context.person(handle: handle, password: (try? answer.form.text(of: "password")) ?? "") else {
      context.note(.wrongPassword, visit, provider: provider, client: answer.question.clientID)
      let formToken = context.sessions.value(for: answer.session, at: visit.now)?.formToken ?? Secret("")
      return context.signInPage(
        answer.question, FormIdentity(formToken: formToken, interaction: answer.interaction), handle: handle,
        problem: "That handle and that password do not belong together.")
    }
    context.note(.signedIn, visit, provider: provider, client: answer.question.clientID, person: person)
    let session = context.renameSession(answer.session, at: visit.now)
    context.sessions.update(session) {
      $0.people[provider] = BrowserSignIn(person: person, instant: visit.now)
      $0.interactions.update(answer.interaction) {
        $0.forcesSignIn = false
        $0.hasSignedIn = true
      }
    }
    return context.setCookie(session, on: goOn(with: answer.interaction))
  }

  /// `POST /playground/consent`.
  func consent(with answer: TenantContext.Answer, _ visit: Visit) -> ResponseMessage {
    let signedIn = context.sessions.value(for: answer.session, at: visit.now)?.people[provider]
    switch try? answer.form.text(of: "decision") {
    case "allow":
      // Another person may have signed in meanwhile, in another window: then that person is asked.
      guard let signedIn, answer.question.personAsked == signedIn.person else {
        return goOn(with: answer.interaction)
      }
      context.note(.allowed, visit, provider: provider, client: answer.question.clientID, person: signedIn.person)
      close(answer.interaction, in: answer.session)
      return approved(answer.question, as: signedIn, visit)
    case "deny": return end(answer, visit)
    case "switch":
      context.sessions.update(answer.session) { $0.people[provider] = nil }
      return goOn(with: answer.interaction)
    default: return context.refuse(.foreign, visit)
    }
  }

  private func end(_ answer: TenantContext.Answer, _ visit: Visit) -> ResponseMessage {
    close(answer.interaction, in: answer.session)
    return denied(answer.question, visit)
  }

  private func denied(_ question: Question, _ visit: Visit) -> ResponseMessage {
    context.note(.denied, visit, provider: provider, client: question.clientID)
    return wayBack(of: question).apply(to: deny(question, visit.goingBack(from: question)))
  }

  private func approved(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    wayBack(of: question).apply(to: approve(question, as: signedIn, visit.goingBack(from: question)))
  }

  private func wayBack(of question: Question) -> CallbackFault {
    CallbackFault(effects: question.effects, notifier: context.configuration.notifier)
  }

  private func close(_ interaction: Secret, in session: Secret) {
    context.sessions.update(session) { _ = $0.interactions.take(interaction, at: Instant(secondsSinceEpoch: .min)) }
  }

  private func goOn(with interaction: Secret) -> ResponseMessage {
    .seeOther("\(context.base)/playground/continue?interaction=\(interaction.exposedText)")
  }
}

extension Visit {
  /// The request that ends a question: what goes wrong with the way back was found when the question began.
  fileprivate func goingBack(from question: Question) -> Visit {
    var visit = self
    visit.effects = effects.filter { !$0.isOnCallback } + question.effects
    return visit
  }
}
