import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What a form of ours carries, so that its answer finds its question.
struct FormIdentity {
  let formToken: Secret
  let interaction: Secret
}

/// What each page says.
extension Emulator {
  func signInPage(_ question: Interaction, _ form: FormIdentity, handle: String, problem: String?) -> ResponseMessage {
    var content = identity(form)
    content["client"] = DisplayText.clean(question.request.clientName(in: configuration), limit: 60)
    content["handle"] = DisplayText.clean(handle, limit: 60)
    content["problem"] = problem
    content["focusUsername"] = handle.isEmpty
    content["focusPassword"] = !handle.isEmpty
    content["people"] = people
    return pages.page(
      "sign-in", of: question.request.provider, status: problem == nil ? .ok : .forbidden, content,
      destination: question.request.destination)
  }

  func consentPage(_ question: Interaction, _ form: FormIdentity, for person: PlaygroundPerson) -> ResponseMessage {
    var content = identity(form)
    content["client"] = DisplayText.clean(question.request.clientName(in: configuration), limit: 60)
    content["person"] = person.name
    content["handle"] = person.handle
    content["initials"] = person.initials
    content["permissions"] = question.request.permissions
    content["userCode"] = question.request.userCode
    content["isAskedElsewhere"] = question.request.addressee != nil
    content["bindingMessage"] = question.request.bindingMessage
    content["givesPIN"] = question.request.givesPIN
    content["destination"] = question.request.destination.map { redirectURI in
      Origin(of: redirectURI.url)?.description ?? "\(redirectURI.url.scheme): (an application on this machine)"
    }
    return pages.page("consent", of: question.request.provider, content, destination: question.request.destination)
  }

  func indexPage() -> ResponseMessage {
    let foursquareClients = configuration.clients.map {
      registration($0.name, id: $0.id, callbacks: $0.redirectURIs)
    }
    let twitterClients = configuration.consumers.map {
      registration($0.name, id: $0.credential.key, callbacks: $0.callbacks)
    }
    let tollgateClients = configuration.tollgate.clients.map {
      registration($0.name, id: $0.id, callbacks: $0.metadata.redirectURIs)
    }
    let providers: [[String: any Sendable]] = [
      section(
        .foursquare,
        "OAuth 2 as Foursquare v2 speaks it: a code, a token that never expires, and a date with every call.",
        clientsAre: "Clients", foursquareClients),
      section(
        .twitter, "OAuth 1.0a as Twitter speaks it: every request signed with HMAC-SHA1, and really checked.",
        clientsAre: "Consumers", twitterClients),
      section(
        .tollgate,
        "Made up, and strict: OAuth 2 and OpenID Connect as today's specifications have them. It is found by its issuer, \(tollgateOffer.issuer).",
        clientsAre: "Clients", tollgateClients),
    ]
    return pages.page("index", of: nil, ["base": base, "providers": providers, "people": people])
  }

  private func identity(_ form: FormIdentity) -> [String: any Sendable] {
    ["csrf": form.formToken.exposedText, "interaction": form.interaction.exposedText]
  }

  private var people: [[String: any Sendable]] {
    configuration.people.map { ["name": $0.name, "handle": $0.handle, "password": $0.password] }
  }

  private func section(
    _ provider: PlaygroundProvider, _ explanation: String, clientsAre: String, _ clients: [[String: any Sendable]]
  ) -> [String: any Sendable] {
    let endpoints: [[String: any Sendable]] = Route.allCases.filter { $0.provider == provider && $0.title != nil }.map {
      ["what": $0.title ?? "", "method": $0.methods.map(\.rawValue).joined(separator: "/"), "path": $0.rawValue]
    }
    return [
      "look": provider.rawValue, "name": provider.displayName, "explanation": explanation, "endpoints": endpoints,
      "clientsAre": clientsAre, "clients": clients,
    ]
  }

  private func registration(_ name: String, id: String, callbacks: [RedirectURI]) -> [String: any Sendable] {
    [
      "name": DisplayText.clean(name, limit: 60), "id": DisplayText.clean(id, limit: 60),
      "callbacks": callbacks.map(\.text),
    ]
  }
}
