package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// An application of a developer, registered at one entry or at all of them.
///
/// The names are those of client metadata, RFC 7591 §2.
package struct PlaygroundRegistration: Sendable {
  /// Where it is registered; nil for every entry.
  package private(set) var provider: ProviderName?
  package let id: ClientID
  /// What the consent page calls it.
  package let name: String
  /// The secret; nil for a public client.
  package let secret: Secret?
  /// Whether the secret was drawn here, so that it has to be shown once.
  package let isSecretDrawn: Bool
  package let redirectURIs: [RedirectURI]
  /// Whether it is held to what the documentation of the real provider says.
  private(set) var isHeldToRules = true

  /// How many are read at once, and remembered at most.
  static let maximum = 1000
  /// Those of clients with a secret are one: how it is shown, the provider's rules say.
  private static let methods: [ClientAuthenticationMethod] = [.publicClient, .basic, .post]
  private static let names = [
    "provider", "client_id", "client_secret", "client_name", "redirect_uris", "token_endpoint_auth_method",
  ]

  /// A registration; a secret is drawn for a client that has none and is not public.
  package init(
    at provider: ProviderName? = nil, id: ClientID, name: String? = nil, secret: Secret? = nil,
    isPublic: Bool = false, redirectURIs: [RedirectURI],
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) {
    guard !id.text.isEmpty else { throw .unusable("a text", member: "client_id") }
    guard !redirectURIs.isEmpty else { throw .unusable("one redirect URI at least", member: "redirect_uris") }
    guard !isPublic || secret == nil else { throw .unusable("no secret for a public client", member: "client_secret") }
    self.provider = provider
    self.id = id
    self.name = name ?? id.text
    isSecretDrawn = secret == nil && !isPublic
    self.secret = isSecretDrawn ? Secret(RandomText.base64URL(bytes: 24, using: &random)) : secret
    self.redirectURIs = redirectURIs
  }

  /// The same client at another entry.
  package func copied(to provider: ProviderName?) -> PlaygroundRegistration {
    var copy = self
    copy.provider = provider
    return copy
  }

  /// The playground's own client with redirect URIs in addition to its own ones.
  package static func ownClient(
    at provider: ProviderName?, redirectURIs: [RedirectURI]
  ) throws(OAuthError) -> PlaygroundRegistration {
    var none = SystemRandomNumberGenerator()
    var registration = try PlaygroundRegistration(
      at: provider, id: PlayedEntry.clientID, secret: PlayedEntry.secret, redirectURIs: redirectURIs, using: &none)
    registration.isHeldToRules = false
    return registration
  }

  /// Reads a list, an object that has it as `clients`, or a single registration.
  package static func read(
    _ json: JSON, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> [PlaygroundRegistration] {
    let rows = json.array ?? json["clients"]?.array ?? [json]
    guard rows.count <= maximum else { throw .unusable("at most \(maximum) clients") }
    var registrations: [PlaygroundRegistration] = []
    for row in rows { registrations.append(try PlaygroundRegistration(row, using: &random)) }
    return registrations
  }

  private init(_ json: JSON, using random: inout some RandomNumberGenerator) throws(OAuthError) {
    guard let object = json.object else { throw .unusable("an object with client_id and redirect_uris") }
    if let other = object.members.first(where: { !Self.names.contains($0.name) }) {
      throw .unknown(other.name, among: Self.names)
    }
    func text(_ name: String) throws(OAuthError) -> String? {
      guard let value = object[name] else { return nil }
      guard let text = value.string, !text.isEmpty else { throw .unusable("a text", member: name) }
      return text
    }
    guard let id = try text("client_id") else { throw .unusable("a text", member: "client_id") }
    let method = try text("token_endpoint_auth_method")
    guard method.map({ word in Self.methods.contains { $0.rawValue.hasSameBytes(as: word) } }) ?? true else {
      let methods = Self.methods.map(\.rawValue).joined(separator: ", ")
      throw .unusable("one of \(methods)", member: "token_endpoint_auth_method")
    }
    var redirectURIs: [RedirectURI] = []
    guard let list = (object["redirect_uris"] ?? []).array else { throw .unusable("a list", member: "redirect_uris") }
    for value in list {
      guard let text = value.string else { throw .unusable("texts", member: "redirect_uris") }
      do throws(OAuthError) { redirectURIs.append(try RedirectURI(text)) } catch {
        throw .unusable("absolute URIs: https, a scheme of your own, or http on this machine", member: "redirect_uris")
      }
    }
    try self.init(
      at: try text("provider").map { ProviderName($0) }, id: ClientID(id), name: try text("client_name"),
      secret: try text("client_secret").map { Secret($0) },
      isPublic: method == ClientAuthenticationMethod.publicClient.rawValue,
      redirectURIs: redirectURIs, using: &random)
  }

  /// Throws where the documentation of a provider says that it does not register this.
  func verify(by rules: DocumentedRules?) throws(OAuthError) {
    if let rule = rules?.redirect, let refused = redirectURIs.first(where: { !rule.takes($0) }) {
      throw .refused(
        "This provider takes \(rule.sentence).", expecting: rule.sentence, received: refused.text,
        member: "redirect_uris", by: rules)
    }
    if secret == nil, isHeldToRules, rules?.allowsPublicClients == false {
      throw .refused(
        "This provider has no clients without a secret.", expecting: "a client with a secret", received: nil,
        member: "token_endpoint_auth_method", by: rules)
    }
  }

  /// The same by the rules of its provider; throws for a provider that is neither in the catalogue nor among `entries`.
  package func verify(among entries: [Provider]) throws(OAuthError) {
    guard let provider else { return }
    guard
      entries.contains(where: { $0.name == provider }) || PlayedEntry(named: provider, in: "http://127.0.0.1") != nil
    else { throw .unknownProvider(provider.text) }
    try verify(by: DocumentedRules.of(provider))
  }

  /// The client as an entry knows it.
  var client: PlaygroundClient {
    var client = PlaygroundClient(id: id, name: name, secret: secret, registered: redirectURIs)
    client.isHeldToRules = isHeldToRules
    return client
  }

  /// How an answer shows it; a secret stands there once, where it was drawn.
  package func json(showingSecret isShown: Bool) -> JSON {
    var members = JSON.Object()
    members["provider"] = provider.map { .string($0.text) }
    members["client_id"] = .string(id.text)
    members["client_name"] = .string(name)
    if isShown, isSecretDrawn { members["client_secret"] = JSON(secret?.exposedText) }
    if secret == nil { members["token_endpoint_auth_method"] = "none" }
    members["redirect_uris"] = JSON(redirectURIs.map(\.text))
    return .object(members)
  }
}

extension OAuthError {
  static func unknownProvider(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a client is registered at an entry of the catalogue"),
      expected: "the name of an entry", received: .text(name),
      remedy: .advice(NearestNames.suggestion(for: name, among: Provider.builtInNames.map(\.text))), member: "provider")
  }

  static func tooManyClients() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a playground has \(PlaygroundRegistration.maximum) registered clients at most"),
      expected: "room for another client", received: .nothing, remedy: .advice("Remove some, or reset the playground."))
  }

  fileprivate static func unusable(_ expected: String, member: String? = nil) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a client is registered as Documentation/playground.md says"), expected: expected,
      received: .described("another value"), remedy: .advice("Correct the registration."), member: member)
  }

  fileprivate static func unknown(_ name: String, among names: [String]) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a client is registered as Documentation/playground.md says"),
      expected: "only \(names.joined(separator: ", "))", received: .text(name),
      remedy: .advice(NearestNames.suggestion(for: name, among: names)), member: name)
  }

  fileprivate static func refused(
    _ sentence: String, expecting expected: String, received: String?, member: String, by rules: DocumentedRules?
  ) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The real provider refuses this registration. \(sentence)",
      rule: .wayleave("a provider is played by its own documentation"), expected: expected, received: .text(received),
      remedy: .advice("See \(rules?.page.text ?? "its documentation")."), member: member)
  }
}
