package import WayleaveWire

/// What is asked for when an API has named its provider, and what the user reads before the browser opens.
///
/// RFC 9728 §7.2 and §7.6. An API can name an honest provider and choose the scopes. So what it chooses is shown, and is
/// asked for only when the user names it.
package struct APITerms: Equatable {
  /// What is asked for: what the user named, and `openid` where the provider has it.
  package let scopes: [String]
  private let api: AbsoluteURL
  private let issuer: String
  private let unasked: [String]

  /// - Parameters:
  ///   - wanted: the scopes that the API names.
  ///   - usual: the scopes of a sign-in at that provider.
  ///   - listed: the scopes that the provider lists; empty for one that lists none.
  ///   - named: the scopes that the user named.
  package init(
    of api: AbsoluteURL, at issuer: String, wanting wanted: [String], usual: [String], listed: [String],
    naming named: [String]
  ) {
    self.api = api
    self.issuer = issuer
    // Next to scopes that were named nothing is added that the provider leaves out of its list: it may refuse it.
    let mayAdd = named.isEmpty || listed.isEmpty || listed.contains { $0.hasSameBytes(as: "openid") }
    let scopes = usual.filter { mayAdd && $0.hasSameBytes(as: "openid") && !named.contains($0) } + named
    self.scopes = scopes
    unasked = wanted.filter { wish in !scopes.contains { $0.hasSameBytes(as: wish) } }
  }

  /// What the user reads; `origin` is that of an API to which no token will be sent, because the provider does not list
  /// it.
  package func lines(refusing origin: Origin?) -> [String] {
    let list = scopes.isEmpty ? "without naming scopes" : "with these scopes: \(Self.shown(scopes))"
    var lines = ["You sign in at \(DisplayText.clean(issuer)) for the API \(URLRedaction.redact(api.text)), \(list)."]
    if !unasked.isEmpty {
      lines.append(
        "The API also wants: \(Self.shown(unasked)). That is not asked for. To ask for it, name it with --scope.")
    }
    if let origin {
      lines.append(
        "The provider does not list this API, so no token will be sent to it. To allow that: --allow-origin \(origin).")
    }
    return lines
  }

  private static func shown(_ scopes: [String]) -> String { DisplayText.clean(scopes.joined(separator: " ")) }
}
