import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What a form of ours carries, so that its answer finds its question.
struct FormIdentity {
  let formToken: Secret
  let interaction: Secret
}

/// What each page says.
extension TenantContext {
  func signInPage(_ question: Question, _ form: FormIdentity, handle: String, problem: String?) -> ResponseMessage {
    var content = identity(form)
    content["client"] = .text(DisplayText.clean(question.clientName, limit: 60))
    content["handle"] = .text(DisplayText.clean(handle, limit: 60))
    content["problem"] = problem.map(PageValue.text)
    content["focusUsername"] = .flag(handle.isEmpty)
    content["focusPassword"] = .flag(!handle.isEmpty)
    content["people"] = people
    return pages.page(
      "sign-in", of: question.provider, status: problem == nil ? .ok : .forbidden, content,
      destination: question.destination)
  }

  func consentPage(_ question: Question, _ form: FormIdentity, for person: PlaygroundPerson) -> ResponseMessage {
    var content = identity(form)
    content["client"] = .text(DisplayText.clean(question.clientName, limit: 60))
    content["person"] = .text(person.name)
    content["handle"] = .text(person.handle)
    content["initials"] = .text(person.initials)
    content["permissions"] = .texts(question.permissions)
    content["userCode"] = question.userCode.map(PageValue.text)
    content["isAskedElsewhere"] = .flag(question.addressee != nil)
    content["bindingMessage"] = question.bindingMessage.map(PageValue.text)
    content["givesPIN"] = .flag(question.givesPIN)
    content["destination"] = question.destination.map { redirectURI in
      .text(Origin(of: redirectURI.url)?.description ?? "\(redirectURI.url.scheme):")
    }
    // A scheme of an application is opened on this machine too.
    content["isOnThisMachine"] = .flag(
      question.destination.map { $0.url.isLoopback || Origin(of: $0.url) == nil } ?? false)
    return pages.page("consent", of: question.provider, content, destination: question.destination)
  }

  private func identity(_ form: FormIdentity) -> [String: PageValue] {
    ["csrf": .text(form.formToken.exposedText), "interaction": .text(form.interaction.exposedText)]
  }

  /// The users, with their passwords: they are made up.
  var people: PageValue {
    .list(
      configuration.people.map {
        .record([
          "name": .text($0.name), "handle": .text($0.handle), "password": .text($0.password),
          "initials": .text($0.initials),
        ])
      })
  }
}
