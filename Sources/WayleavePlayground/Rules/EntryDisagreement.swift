import WayleaveOAuth2
package import WayleaveProvider
import WayleaveWire

/// A key of an entry that contradicts what the documentation of the provider says.
///
/// Only contradictions count: what the entry leaves out, or the page does not say, is none.
package struct EntryDisagreement: Sendable, Equatable {
  /// The rule.
  package let rule: String
  /// What is wrong, with what the page says.
  package let sentence: String

  /// All of an entry, in the order of the rules.
  package static func all(of entry: Provider, by rules: DocumentedRules) -> [EntryDisagreement] {
    var found = redirectURI(entry, rules)
    guard case .oauth2(let service) = entry.service else { return found }
    found += challenge(service, rules) + authentication(entry, service, rules) + refreshToken(service, rules)
    if let separator = rules.scopeSeparator, separator != service.dialect.scopeSeparator {
      found.append(.init("scope_separator", "“\(service.dialect.scopeSeparator)” in place of “\(separator)”"))
    }
    let sent = Set(service.dialect.api.headers.keys.map { $0.lowercased() })
    for (name, value) in rules.apiHeaders.sorted(by: { $0.key < $1.key })
    where !DocumentedRules.isOfUser(value) && !sent.contains(name.lowercased()) {
      found.append(.init("api_headers", "no \(name)"))
    }
    if rules.hasDeviceFlow == false, service[.deviceAuthorization] != nil {
      found.append(.init("device_flow", "a device endpoint where there is none"))
    }
    if let endpoint = rules.revocation?.endpoint, let named = service[.revocation],
      named.url.text.prefix(while: { $0 != "?" }) != endpoint.url.text.prefix(while: { $0 != "?" }),
      !named.url.text.contains("%7B")
    {
      found.append(.init("revocation", "\(named.url.text) in place of \(endpoint.url.text)"))
    }
    return found
  }

  private init(_ rule: String, _ sentence: String) { (self.rule, self.sentence) = (rule, sentence) }

  /// What the entry tells the user to register must be taken; and a page that takes this machine needs no site.
  private static func redirectURI(_ entry: Provider, _ rules: DocumentedRules) -> [EntryDisagreement] {
    guard let rule = rules.redirect, let guide = entry.registration else { return [] }
    let text = guide.redirectURI?.text ?? RedirectURI.loopbackText
    guard let redirectURI = try? RedirectURI(text) else { return [] }
    if !rule.takes(redirectURI) { return [.init("redirect", "\(text) where the provider takes \(rule.sentence)")] }
    guard redirectURI.url.isLoopback else {
      return [.httpsOnly, .noneLocal].contains(rule)
        || guide.redirectURI?.host != "your-site.example"
        ? [] : [.init("redirect", "a site of the user where the provider takes \(rule.sentence)")]
    }
    let hasPort = text.hasPrefix("http://127.0.0.1:") || text.hasPrefix("http://localhost:")
    return rule.isExact && !hasPort && redirectURI.url.scheme == "http"
      ? [.init("redirect", "\(text) at any port where the port is compared")] : []
  }

  private static func challenge(_ service: OAuth2Service, _ rules: DocumentedRules) -> [EntryDisagreement] {
    switch (rules.challenge, service.dialect.authorization.supportsPKCE) {
    case (.required, false), (.plainOnly, false), (.hexadecimal, false): [.init("pkce", "none where it is demanded")]
    case (.refused, true): [.init("pkce", "a code challenge where it is refused")]
    default: []
    }
  }

  private static func authentication(
    _ entry: Provider, _ service: OAuth2Service, _ rules: DocumentedRules
  ) -> [EntryDisagreement] {
    let named = service.dialect.request.clientAuthentication
    if named == .publicClient || entry.registration?.isPublic ?? false {
      return rules.allowsPublicClients == false
        ? [.init("public_clients", "a client without a secret where each has one")] : []
    }
    let allowed: [ClientAuthenticationMethod]
    switch named {
    case .basic, .basicRaw: allowed = [.basic]
    case .post: allowed = [.post]
    case .signedSecret, .privateKeyJWT: allowed = [.post, .privateKeyJWT]
    default: return []
    }
    guard let methods = rules.confidentialAuthentication, methods.isDisjoint(with: allowed) else { return [] }
    let words = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return [.init("client_authentication", "\(named.rawValue) in place of \(words)")]
  }

  /// An entry that goes on with a refresh where none comes, or does not ask for the one that would come.
  private static func refreshToken(_ service: OAuth2Service, _ rules: DocumentedRules) -> [EntryDisagreement] {
    switch rules.refreshToken {
    case .never where !service.dialect.refresh.parameters.isEmpty || service.scopes.contains("offline_access"):
      [.init("refresh_token", "a refresh where no refresh token is given")]
    case .parameter(let name, let value) where service.dialect.authorization.parameters[name] != value:
      [.init("refresh_token", "no \(name)=\(value), without which no refresh token is given")]
    default: []
    }
  }
}
