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
    content["client"] = .text(DisplayText.clean(question.request.clientName(in: configuration), limit: 60))
    content["handle"] = .text(DisplayText.clean(handle, limit: 60))
    content["problem"] = problem.map(PageValue.text)
    content["focusUsername"] = .flag(handle.isEmpty)
    content["focusPassword"] = .flag(!handle.isEmpty)
    content["people"] = people
    return pages.page(
      "sign-in", of: question.request.provider, status: problem == nil ? .ok : .forbidden, content,
      destination: question.request.destination)
  }

  func consentPage(_ question: Interaction, _ form: FormIdentity, for person: PlaygroundPerson) -> ResponseMessage {
    var content = identity(form)
    content["client"] = .text(DisplayText.clean(question.request.clientName(in: configuration), limit: 60))
    content["person"] = .text(person.name)
    content["handle"] = .text(person.handle)
    content["initials"] = .text(person.initials)
    content["permissions"] = .texts(question.request.permissions)
    content["userCode"] = question.request.userCode.map(PageValue.text)
    content["isAskedElsewhere"] = .flag(question.request.addressee != nil)
    content["bindingMessage"] = question.request.bindingMessage.map(PageValue.text)
    content["givesPIN"] = .flag(question.request.givesPIN)
    content["destination"] = question.request.destination.map { redirectURI in
      .text(Origin(of: redirectURI.url)?.description ?? "\(redirectURI.url.scheme):")
    }
    // A scheme of an application is opened on this machine too.
    content["isOnThisMachine"] = .flag(
      question.request.destination.map { $0.url.isLoopback || Origin(of: $0.url) == nil } ?? false)
    return pages.page("consent", of: question.request.provider, content, destination: question.request.destination)
  }

  func indexPage() -> ResponseMessage {
    let foursquareClients = configuration.clients.map {
      registration($0.name, id: $0.id.text, callbacks: $0.redirectURIs)
    }
    let twitterClients = configuration.consumers.map {
      registration($0.name, id: $0.credential.key, callbacks: $0.callbacks)
    }
    let tollgateClients = configuration.tollgate.clients.map {
      registration($0.name, id: $0.id.text, callbacks: $0.metadata.redirectURIs)
    }
    let providers: [PageValue] = [
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
    return pages.page("index", of: nil, ["base": .text(base), "providers": .list(providers), "people": people])
  }

  private func identity(_ form: FormIdentity) -> [String: PageValue] {
    ["csrf": .text(form.formToken.exposedText), "interaction": .text(form.interaction.exposedText)]
  }

  private var people: PageValue {
    .list(
      configuration.people.map {
        .record(["name": .text($0.name), "handle": .text($0.handle), "password": .text($0.password)])
      })
  }

  private func section(
    _ provider: PlaygroundProvider, _ explanation: String, clientsAre: String, _ clients: [PageValue]
  ) -> PageValue {
    let endpoints: [PageValue] = Route.allCases.filter { $0.provider == provider && $0.title != nil }.map {
      .record([
        "what": .text($0.title ?? ""), "method": .text($0.methods.map(\.rawValue).joined(separator: "/")),
        "path": .address($0.rawValue), "link": $0.isPage ? .text($0.rawValue) : .flag(false),
      ])
    }
    return .record([
      "look": .text(provider.rawValue), "name": .text(provider.displayName), "explanation": .text(explanation),
      "command": command(for: provider).map(PageValue.text) ?? .flag(false), "endpoints": .list(endpoints),
      "clientsAre": .text(clientsAre), "clients": .list(clients),
    ])
  }

  /// What a person types to sign in here; nil where that takes more than a line.
  private func command(for provider: PlaygroundProvider) -> String? {
    if configuration.isKnownByName { return "wayleave login playground-\(provider.rawValue)" }
    guard provider == .tollgate,
      let client = configuration.tollgate.clients.first(where: { $0.authentication == .publicClient })
    else { return nil }
    return "wayleave login \(tollgateOffer.issuer) --client-id \(client.id.text)"
  }

  private func registration(_ name: String, id: String, callbacks: [RedirectURI]) -> PageValue {
    .record([
      "name": .text(DisplayText.clean(name, limit: 60)), "id": .text(DisplayText.clean(id, limit: 60)),
      "callbacks": .list(callbacks.map { .address($0.text) }),
    ])
  }
}
