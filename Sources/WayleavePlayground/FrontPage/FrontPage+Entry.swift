import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// How a client is pointed at an entry of the catalogue that is played here.
extension FrontPage {
  func entryPage(_ visit: Visit) -> ResponseMessage {
    let name = ProviderName(visit.wildcards.first ?? "")
    guard let entry = PlayedEntry(named: name, in: context.base)?.entry,
      let rows = try? Self.endpoints(of: entry)
    else {
      return context.pages.message(
        "No provider has this name", of: nil, status: .notFound,
        explanation: "The playground does not know this provider.",
        remedy: "The front page, at \(context.address.root)/, lists all providers.")
    }
    let address = EntryAddress(of: entry.name, in: context.base)
    var content: [String: PageValue] = [
      "title": .text(entry.title), "name": .text(entry.name.text), "protocol": .text(Self.protocolName(of: entry)),
      "base": .address(address.base), "client": .text(EntryPlay.clientID.text),
      "secret": .text(EntryPlay.secret.exposedText), "callbacks": callbacks, "people": context.people,
    ]
    content["native"] = EntryDepths.all.depth(of: entry.name)?.nativeClient.map { .text($0.text) }
    content["endpoints"] = .list(
      rows.compactMap { (what, real) -> PageValue? in
        guard let here = try? address.moved(real) else { return nil }
        return .record(["what": .text(what), "here": .address(Self.text(here)), "real": .address(Self.text(real))])
      })
    return context.pages.page("entry", of: nil, content)
  }

  /// The URL with its places for values as `{client_id}`.
  private static func text(_ endpoint: Endpoint) -> String {
    endpoint.url.text.replacing("%7B", with: "{").replacing("%7D", with: "}")
  }

  private var callbacks: PageValue {
    .list(((try? RedirectURI.registered) ?? []).map { .address($0.text) })
  }

  private static func protocolName(of entry: Provider) -> String {
    switch entry.service {
    case .oauth1: "OAuth 1.0a"
    case .oauth2: "OAuth 2"
    case .issuer: "OpenID Connect"
    }
  }

  private static func endpoints(of entry: Provider) throws(OAuthError) -> [(what: String, real: Endpoint)] {
    var rows: [(what: String, real: Endpoint)] = []
    switch entry.service {
    case .oauth1(let service):
      rows = [
        ("Begin a sign-in (temporary credential)", service.temporaryCredentialEndpoint),
        ("The user signs in", service.authorizationEndpoint),
        ("Get tokens", service.tokenEndpoint),
      ]
    case .oauth2(let service):
      if let endpoint = service[.authorization] { rows.append(("The user signs in", endpoint)) }
      rows.append(("Get tokens", service.tokenEndpoint))
      if let endpoint = service[.revocation] { rows.append(("Revoke a token", endpoint)) }
      if let endpoint = service[.keySet] { rows.append(("Keys of ID tokens", endpoint)) }
    case .issuer(let issuer):
      let base = issuer.text.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text
      rows = [
        ("Issuer", try Endpoint(issuer.text)),
        ("Its metadata", try Endpoint("\(base)/.well-known/openid-configuration")),
        ("The user signs in", try Endpoint("\(base)/playground/authorize")),
        ("Get tokens", try Endpoint("\(base)/playground/token")),
      ]
    }
    return rows + (entry.identity?.allRequests ?? []).map { ("Who the user is", $0.endpoint) }
  }
}
