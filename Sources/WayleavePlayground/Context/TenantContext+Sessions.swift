import HTTPTypes
import WayleaveWire

/// A browser: its session, and the forms that it sends.
extension TenantContext {
  private var cookieName: String { address.cookieName }

  /// The session of a visit, or a new one.
  func openSession(_ visit: Visit) -> Secret {
    if let secret = visit.cookie(cookieName), sessions.value(for: secret, at: visit.now) != nil { return secret }
    let secret = drawSecret()
    keep(BrowserSession(formToken: drawSecret()), as: secret, at: visit.now)
    return secret
  }

  /// Gives a session a new name, so that knowing the old one signs no one in.
  func renameSession(_ secret: Secret, at now: Instant) -> Secret {
    let renamed = drawSecret()
    if let session = sessions.take(secret, at: now) { keep(session, as: renamed, at: now) }
    return renamed
  }

  private func keep(_ session: BrowserSession, as secret: Secret, at now: Instant) {
    // A browser that only looks must not be able to shut others out: the oldest session is removed.
    sessions.insertDroppingOldest(session, for: secret, until: now + BrowserSession.lifetime, at: now)
  }

  /// Adds the cookie of a session to an answer.
  func setCookie(_ session: Secret, on response: ResponseMessage) -> ResponseMessage {
    var response = response
    response.head.headerFields[.setCookie] =
      "\(cookieName)=\(session.exposedText); Path=\(address.root)/; HttpOnly; SameSite=Lax; Max-Age=\(BrowserSession.lifetime.wholeSeconds)"
      + (address.origin.hasPrefix("https:") ? "; Secure" : "")
    return response
  }

  /// Who is signed in at a provider in the browser of a visit; nil when no one is.
  func presence(at provider: PlaygroundProvider, _ visit: Visit) -> BrowserSignIn? {
    visit.cookie(cookieName).flatMap { sessions.value(for: $0, at: visit.now) }?.people[provider]
  }

  /// Signs the person at a provider out in the browser of a visit.
  func endPresence(at provider: PlaygroundProvider, _ visit: Visit) -> BrowserSignIn? {
    guard let ended = presence(at: provider, visit), let session = visit.cookie(cookieName) else { return nil }
    sessions.update(session) { $0.people[provider] = nil }
    return ended
  }

  /// A form that a page of ours sent, with the session and the question that it belongs to.
  struct Answer {
    let form: Form
    let session: Secret
    let interaction: Secret
    let question: Question
  }

  /// Reads a form that answers a question, or says why it is none of ours.
  func readAnswer(_ visit: Visit) -> Result<Answer, FormRefusal> {
    readForm(visit).flatMap { form, session in
      question(of: try? form.text(of: "interaction"), in: session, at: visit.now).map {
        Answer(form: form, session: session, interaction: $0.0, question: $0.1)
      }
    }
  }

  /// Reads a form and the session that it belongs to, or says why it is none of ours.
  func readForm(_ visit: Visit) -> Result<(Form, Secret), FormRefusal> {
    guard visit.isSameOrigin(as: address.origin), let form = try? visit.request.bodyForm else {
      return .failure(.foreign)
    }
    guard let session = visit.cookie(cookieName), let held = sessions.value(for: session, at: visit.now) else {
      return .failure(.expired)
    }
    guard let token = try? form.text(of: "csrf"), Secret(token) == held.formToken else { return .failure(.foreign) }
    return .success((form, session))
  }

  /// The question of this name that the browser of a visit is being asked.
  func openQuestion(_ visit: Visit) -> Result<(Secret, Secret, Question), FormRefusal> {
    guard let session = visit.cookie(cookieName) else { return .failure(.expired) }
    return question(of: try? visit.query.text(of: "interaction"), in: session, at: visit.now).map {
      (session, $0.0, $0.1)
    }
  }

  private func question(
    of text: String?, in session: Secret, at now: Instant
  ) -> Result<(Secret, Question), FormRefusal> {
    guard let text, let held = sessions.value(for: session, at: now),
      let question = held.interactions.value(for: Secret(text), at: now)
    else { return .failure(.expired) }
    return .success((Secret(text), question))
  }

  func refuse(_ refusal: FormRefusal, _ visit: Visit) -> ResponseMessage {
    note(.refused, visit, reason: refusal.rawValue)
    switch refusal {
    case .foreign:
      return pages.message(
        "This form is not ours", of: nil, status: .forbidden,
        explanation: "The request did not come from a page of the playground, so nothing was done.",
        reason: refusal.rawValue)
    case .expired:
      return pages.message(
        "This page is no longer good", of: nil, status: .badRequest,
        explanation: "It was answered already, or has expired.",
        remedy: "Go back to the application and begin again.", reason: refusal.rawValue)
    }
  }
}
