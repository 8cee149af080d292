import Wayleave
package import WayleaveWire

/// What is asked for when an API has named its provider, and what the user reads before the browser opens.
///
/// RFC 9728 §7.2 and §7.6. An API can name an honest provider and choose the scopes. So what it chooses is shown, and where
/// the user has a client there for other things, it is asked for only when the user names it. Where no one has registered
/// the user's program, it does so for this API: then the API chooses, as Model Context Protocol 2025-11-25 has it.
package struct APITerms: Equatable {
  /// What is asked for: what the user named, and `openid` where the provider has it.
  package let scopes: [String]
  private let api: AbsoluteURL
  private let isForAPI: Bool
  private let issuer: String
  private let page: Endpoint?
  /// What the API names, and is not asked for.
  package let unasked: [String]

  /// - Parameters:
  ///   - page: where the user agrees, as the server says; nil where that is not known.
  ///   - wanted: the scopes that the API names.
  ///   - usual: the scopes of a sign-in at that provider.
  ///   - listed: the scopes that the provider lists; empty for one that lists none.
  ///   - named: the scopes that the user named.
  ///   - isForAPI: whether the client there is, or will be, registered for this API alone.
  package init(
    of api: AbsoluteURL, at issuer: String, page: Endpoint? = nil, wanting wanted: [String], usual: [String],
    listed: [String], naming named: [String], isForAPI: Bool = false
  ) {
    self.api = api
    self.issuer = issuer
    self.page = page
    self.isForAPI = isForAPI
    let scopes = FoundAPI.scopes(wanting: wanted, usual: usual, listed: listed, naming: named, isForAPI: isForAPI)
    self.scopes = scopes
    unasked = wanted.filter { wish in !scopes.contains { $0.hasSameBytes(as: wish) } }
  }

  /// What the user reads; `origin` is that of an API that the provider does not list.
  package func lines(unlisted origin: Origin?) -> [String] {
    let list = scopes.isEmpty ? "without naming scopes" : "with these scopes: \(Self.shown(scopes))"
    var lines = ["You sign in at \(DisplayText.clean(issuer)) for the API \(URLRedaction.redact(api.text)), \(list)."]
    if let place = placeOfPage { lines.append(place) }
    if !unasked.isEmpty {
      lines.append(
        "The API also wants: \(Self.shown(unasked)). That is not asked for. To ask for it, name it with --scope.")
    }
    if let origin, isForAPI {
      lines.append("The token will be sent to \(origin). Go on only if you trust that API.")
    } else if let origin {
      lines.append(
        "The provider does not list this API, so no token will be sent to it. To allow that: --allow-origin \(origin).")
    }
    return lines
  }

  /// What the user reads where the server's metadata is silent on PKCE.
  ///
  /// Model Context Protocol 2025-11-25, Authorization § Authorization Code Protection, has a client refuse such a server.
  /// Large ones are silent and take it, and what is sent costs nothing.
  package static let silentOnPKCE =
    "Warning: the server does not say whether it takes PKCE with S256, which makes a stolen code useless. "
    + "It is sent, and the server may ignore it."

  /// What the user reads where the server is at the API's own host.
  package static func sentence(ofOwnServerWith hasDefaultEndpoints: Bool) -> String {
    hasDefaultEndpoints
      ? "Neither the API nor its host publishes metadata; /authorize, /token and /register at its host are used."
      : "The API publishes no metadata of its own; the OAuth server at its host is used."
  }

  /// That the page is at another place than the server, which is then no sign of who gets the code; nil where it is not, and
  /// for an entry, whose name is no URL.
  ///
  /// RFC 9700 §4.4: a server can name the page of another one, and its own token endpoint.
  private var placeOfPage: String? {
    guard let page, let own = (try? AbsoluteURL(issuer)).flatMap({ Origin(of: $0) }), page.origin != own else {
      return nil
    }
    return "The page where you agree is at \(page.origin), not at \(own): it may be another provider's."
  }

  private static func shown(_ scopes: [String]) -> String { DisplayText.quoted(scopes, limit: 4000) }
}
