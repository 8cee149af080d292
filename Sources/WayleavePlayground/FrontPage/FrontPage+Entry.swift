import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// How a client is pointed at an entry of the catalogue that is played here, and registered there.
extension FrontPage {
  func entryPage(_ visit: Visit) -> ResponseMessage { entryPage(visit, Form()) }

  /// The page; `typed` is a registration that was sent, which failed by a problem or succeeded.
  func entryPage(
    _ visit: Visit, _ typed: Form, problem: String? = nil, registered: PlaygroundRegistration? = nil
  ) -> ResponseMessage {
    guard let play = entries?.play(of: ProviderName(visit.wildcards.first ?? "")) else {
      return context.pages.message(
        "No provider has this name", of: nil, status: .notFound,
        explanation: "The playground does not know this provider.",
        remedy: "The front page, at \(context.address.root)/, lists all providers.")
    }
    let session = context.openSession(visit)
    guard let held = context.sessions.value(for: session, at: visit.now) else { return context.refuse(.expired, visit) }
    let entry = play.entry
    let address = EntryAddress(of: entry.name, in: context.base)
    let value = { (name: String) in
      PageValue.text(DisplayText.clean((try? typed.nonEmptyText(of: name)) ?? "", limit: 1000))
    }
    var content: [String: PageValue] = [
      "title": .text(entry.title), "name": .text(entry.name.text), "protocol": .text(Self.protocolName(of: entry)),
      "base": .address(address.base), "people": context.people, "csrf": .text(held.formToken.exposedText),
      "clients": .list(play.clients.map { Self.pageValue(of: $0, at: play) }),
      "demands": EntryDemands(of: play).pageValue, "clientID": value("client_id"), "clientName": value("client_name"),
      "redirectURIs": .text(
        ((try? typed.nonEmptyText(of: "redirect_uris")) ?? "").split(whereSeparator: \.isWhitespace).prefix(40)
          .map { DisplayText.clean(String($0), limit: 400) }.joined(separator: "\n")),
      "isOAuth1": .flag(play.service == nil), "isClosed": .flag(play.documented?.isClosed ?? false),
    ]
    content["page"] = play.documented.map { .text($0.page.text) }
    content["seen"] = play.documented.map { .text($0.seen) }
    content["registrationPage"] = entry.registration.map { .text($0.page.text) }
    content["problem"] = problem.map(PageValue.text)
    content["registeredID"] = registered.map { .text(DisplayText.clean($0.id.text, limit: 200)) }
    content["drawnSecret"] = registered.flatMap { $0.isSecretDrawn ? $0.secret.map { .text($0.exposedText) } : nil }
    content["endpoints"] = .list(
      Self.issuer(of: play)
        + Self.endpoints(of: play).compactMap { (what, real) -> PageValue? in
          (try? address.moved(real)).map { Self.row(what, real: Self.text(real), here: Self.text($0)) }
        })
    return context.setCookie(
      session, on: context.pages.page("entry", of: nil, status: problem == nil ? .ok : .badRequest, content))
  }

  /// A client with its redirect URIs; the secret stands there only where it is the same in every playground.
  private static func pageValue(of client: PlaygroundClient, at play: EntryPlay) -> PageValue {
    let isOwn = !client.isHeldToRules
    var members: [String: PageValue] = [
      "name": .text(DisplayText.clean(client.name, limit: 60)),
      "id": .text(DisplayText.clean(client.id.text, limit: 200)),
      "callbacks": .list(client.redirectURIs.map { .address($0.text) }), "isOwn": .flag(isOwn),
      "isPublic": .flag(client.secret == nil && play.client.key == nil),
      "signs": .flag(play.client.key != nil && isOwn),
    ]
    members["secret"] = isOwn ? client.secret.map { .text($0.exposedText) } : nil
    return .record(members)
  }

  /// The URL with its places for values as `{client_id}`.
  private static func text(_ endpoint: Endpoint) -> String {
    endpoint.url.text.replacing("%7B", with: "{").replacing("%7D", with: "}")
  }

  /// A client of OpenID Connect is given the issuer, and finds the rest by its metadata.
  private static func issuer(of play: EntryPlay) -> [PageValue] {
    guard play.metadataEndpoint != nil, let real = play.service?.issuer, let here = play.issuer else { return [] }
    return [row("Issuer", real: real.text, here: here.text)]
  }

  private static func row(_ what: String, real: String, here: String) -> PageValue {
    .record(["what": .text(what), "here": .address(here), "real": .address(real)])
  }

  private static func protocolName(of entry: Provider) -> String {
    switch entry.service {
    case .oauth1: "OAuth 1.0a"
    case .oauth2: "OAuth 2"
    case .issuer: "OpenID Connect"
    }
  }

  private static func endpoints(of play: EntryPlay) -> [(what: String, real: Endpoint)] {
    var rows: [(what: String, real: Endpoint)] = []
    if case .oauth1(let service) = play.entry.service {
      rows = [
        ("Begin a sign-in (temporary credential)", service.temporaryCredentialEndpoint),
        ("The user signs in", service.authorizationEndpoint),
        ("Get tokens", service.tokenEndpoint),
      ]
    } else if let service = play.service {
      if let endpoint = play.metadataEndpoint { rows.append(("Its metadata", endpoint)) }
      if let endpoint = service[.authorization] { rows.append(("The user signs in", endpoint)) }
      if play.depth?.playsDevices ?? false, let endpoint = service[.deviceAuthorization] {
        rows.append(("Begin a sign-in on a device", endpoint))
      }
      rows.append(("Get tokens", service.tokenEndpoint))
      if let endpoint = service[.revocation] { rows.append(("Revoke a token", endpoint)) }
      if let endpoint = service[.registration] { rows.append(("Register a client", endpoint)) }
      if let endpoint = service[.keySet] { rows.append(("Keys of ID tokens", endpoint)) }
    }
    let identity = (play.entry.identity?.allRequests ?? []).map(\.endpoint)
    rows += identity.enumerated().map { ($0 == 0 ? "Who the user is" : "More about the user", $1) }
    if play.metadataEndpoint != nil, let endpoint = play.userInfoEndpoint, !identity.contains(endpoint) {
      rows.append(("Who the user is, by OpenID Connect", endpoint))
    }
    return rows
  }
}
