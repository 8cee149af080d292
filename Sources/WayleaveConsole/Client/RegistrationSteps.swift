package import WayleaveProvider
import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// What a user does who has no client at a provider yet: where to register one, what to fill in, how to save it.
package struct RegistrationSteps: Sendable {
  private let provider: Provider

  package init(at provider: Provider) { self.provider = provider }

  private var name: String { DisplayText.clean(provider.name.text) }
  private var title: String { DisplayText.clean(provider.title) }
  private var hint: String { provider.registration?.hint.map { DisplayText.clean($0, limit: 600) } ?? "" }

  /// The redirect URI that the entry names, where it is not the one that a sign-in takes without more words.
  private var ownRedirectURI: AbsoluteURL? {
    guard let url = provider.registration?.redirectURI else { return nil }
    let isUsual = (try? provider.loopbackRedirectURI)?.text.hasSameBytes(as: url.text) ?? false
    return isUsual ? nil : url
  }

  /// Where users come back to; nil where the provider shows a number instead.
  private var redirectURI: String? {
    if case .oauth1(let service) = provider.service, service.dialect.callback == .outOfBand { return nil }
    return ownRedirectURI?.text ?? (try? provider.loopbackRedirectURI)?.text
  }

  /// Whether no browser of this machine can come back to the program.
  private var comesBackElsewhere: Bool { ownRedirectURI.map { !$0.isLoopback } ?? false }

  /// The command that saves the client.
  package var command: String {
    let (client, provider) = (Remedy.argument(name) ?? "NAME", Remedy.option("--provider", name) ?? "--provider P")
    let words = ["wayleave clients add", isIssuer ? "NAME" : client, provider, "--client-id ID"] + credentials
    let redirectOption = ownRedirectURI.flatMap { Remedy.option("--redirect-uri", DisplayText.clean($0.text)) }
    return (words + [redirectOption].compactMap(\.self)).joined(separator: " ")
  }

  private var isIssuer: Bool { if case .issuer = provider.service { !provider.name.isCatalogueName } else { false } }

  /// The options for what a client at the provider shows of itself: to authenticate, and with each request to the API.
  private var credentials: [String] {
    let secret = apiValues.contains(.secret) && !authentication.contains("--client-secret-file -")
    return authentication + (secret ? ["--client-secret-file -"] : []) + (apiValues.contains(.apiKey) ? [apiKey] : [])
  }

  /// The values of a client that each request to the API has.
  private var apiValues: Set<ClientValue> { provider.apiDialect.clientValues }

  /// Two secrets cannot both come from standard input.
  private var apiKey: String {
    authentication.contains { $0.hasSuffix(" -") } ? "--api-key-file FILE" : "--api-key-file -"
  }

  private var authentication: [String] {
    if provider.registration?.isPublic ?? false { return [] }
    return switch provider.service {
    case .oauth1(let service):
      [service.dialect.signatureMethod.usesPrivateKey ? "--key-file FILE" : "--client-secret-file -"]
    // No one has said yet whether a client at an issuer's URL is public.
    case .issuer: isIssuer ? [] : ["--client-secret-file -"]
    case .oauth2(let service):
      switch service.dialect.request.clientAuthentication {
      case .publicClient: []
      case .signedSecret: ["--client-auth client_secret_signed", "--key-file FILE", "--key-id ID", "--team ID"]
      case .privateKeyJWT: ["--client-auth private_key_jwt", "--key-file FILE"]
      case .tls, .selfSignedTLS: ["--client-auth tls", "--certificate-file FILE", "--key-file FILE"]
      default: ["--client-secret-file -"]
      }
    }
  }

  private var login: String { "wayleave login \(Remedy.argument(name) ?? "P")" }

  /// The sign-in that works without a browser that comes back to this machine.
  private var signIn: String { "\(login) \(otherFlow)" }

  /// The options of that sign-in.
  private var otherFlow: String {
    guard case .oauth2(let service) = provider.service else { return "--flow paste" }
    if service[.deviceAuthorization] != nil { return "--flow device" }
    // What is posted to the site stands in no URL that could be pasted.
    return service.responseMode == .formPost ? "--flow paste --scope openid --response-mode query" : "--flow paste"
  }

  /// Lines for people: where to register and what to fill in, the command that saves it, and how to sign in where that takes
  /// an option. Of a provider that takes no new clients, how to save one that is there; of one that has ended, what to use
  /// instead.
  package var lines: [String] {
    let saving = provider.takesNewClients ? "Then: \(command)" : "If you have one: \(command)"
    let secret = isIssuer ? ["If you get a secret, add --client-secret-file -."] : []
    let key = apiValues.contains(.apiKey) ? ["\(title) gives your app an API key too, which each request needs."] : []
    let rest = key + [saving] + secret + (comesBackElsewhere ? ["Sign in: \(signIn)"] : [])
    switch provider.status {
    case .live: return [registering] + rest
    case .closed: return [closing] + rest
    case .ended: return [ending]
    }
  }

  private var registering: String {
    let place = "Register an app at \(provider.registration?.page.text ?? title)"
    return ["\(place)\(target).", hint].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// That newcomers cannot register, and what the entry says of it.
  private var closing: String {
    let page = provider.registration.map { "See \($0.page)" }
    return ["\(title) takes no new clients.", hint.isEmpty ? nil : hint, page].compactMap(\.self).joined(separator: " ")
  }

  /// What to enter as the redirect URI; empty where the hint says it already, in the words of the provider's page.
  private var target: String {
    guard let redirectURI, !hint.contains(redirectURI) else { return "" }
    return comesBackElsewhere
      ? " with an https redirect URI of your own site, such as \(redirectURI)" : " with redirect URI \(redirectURI)"
  }

  /// What ended at the provider, since when, and what to use instead, as far as the entry says.
  package var ending: String {
    let usual = "\(title) has ended, or this way of signing in there. It takes no new apps."
    let page = provider.registration.map { "See \($0.page)" }
    return [hint.isEmpty ? usual : hint, page].compactMap(\.self).joined(separator: " ")
  }

  /// The sign-in of a client, with the options that it needs; `choice` is the option that names the client, `api` the
  /// API that the sign-in is for, and `scopes` what it has to ask for.
  package func signIn(
    as client: Client, choice: String?, to api: AbsoluteURL? = nil, asking scopes: [String] = []
  ) -> String {
    let login = api.flatMap { Remedy.argument($0.text) }.map { "wayleave login \($0)" } ?? login
    let asked = scopes.isEmpty ? nil : Remedy.option("--scope", scopes.joined(separator: " "))
    return [login, choice, asked, comesBackElsewhere(client) ? otherFlow : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  /// The same failure of a sign-in; where no browser of this machine comes back, with the options of the one that works.
  package func advising(_ error: OAuthError, of client: Client) -> OAuthError {
    guard error.code == .invalidRedirectURI, comesBackElsewhere(client) else { return error }
    return error.remedied(by: .advice("Repeat the command with \(otherFlow)."))
  }

  /// As for the provider, unless the client has redirect URIs of its own.
  private func comesBackElsewhere(_ client: Client) -> Bool {
    guard !client.isOutOfBand else { return false }
    let own = client.redirectURIs.map(\.url)
    return own.isEmpty
      ? comesBackElsewhere : own.contains { $0.scheme == "https" } && !own.contains(where: \.isLoopback)
  }

  /// What to say of a client that cannot authenticate where that is needed, and the options that give it what is missing;
  /// nil where nothing is.
  package func missingCredential(of registered: RegisteredClient) -> (sentence: String, options: String)? {
    if case .issuer = provider.service { return nil }
    let client = registered.client
    let isBare =
      client.authentication == nil && client.secret == nil && client.key == nil && registered.certificate == nil
    guard isBare, !authentication.isEmpty else {
      return switch client.missingValue(for: provider.apiDialect) {
      case .apiKey?: ("\(title) wants an API key with each request, and this client has none.", "--api-key-file -")
      case .secret?:
        ("\(title) wants the client secret with each request, and this client has none.", "--client-secret-file -")
      case .id?, nil: nil
      }
    }
    let options = credentials.joined(separator: " ")
    let credential = options.contains("secret-file") ? "a secret" : "a key"
    return ("\(title) expects \(credential) of its clients, and this one has none.", options)
  }

  /// The command that saves a client again, with the options that change; those of its authentication are for the user to
  /// repeat.
  ///
  /// - Parameter redirectURI: the redirect URI that changes, and what stands in its place.
  package func commandAgain(
    for registered: RegisteredClient, _ options: String? = nil,
    redirectURI changed: (from: RedirectURI, to: String)? = nil
  ) -> String {
    let client = registered.client
    var uris = client.redirectURIs.map { uri in
      // A query may have a secret of the app.
      changed.flatMap { $0.from == uri ? $0.to : nil } ?? (uri.url.query == nil ? uri.text : "URI")
    }
    if let changed, uris.isEmpty { uris = [changed.to] }
    let words = [
      "wayleave clients add", Remedy.argument(registered.name) ?? "NAME",
      Remedy.option("--provider", name) ?? "--provider P",
      Remedy.option("--client-id", client.id.text) ?? "--client-id ID", options,
    ]
    return (words + uris.map { Remedy.option("--redirect-uri", $0) ?? "--redirect-uri URI" } + ["--replace"])
      .compactMap(\.self).joined(separator: " ")
  }

  /// What to say of a client with a secret where the entry says that a program's client has none; nil for any other.
  package func needlessSecret(of registered: RegisteredClient) -> String? {
    guard provider.registration?.isPublic == true, registered.client.secret != nil else { return nil }
    return "“\(registered.name)” has a secret, and the client of a program needs none at \(title)."
  }

  /// The same facts for programs.
  package var json: JSON {
    let isRetired = provider.isRetired
    return [
      "page": JSON(provider.registration?.page.text), "hint": JSON(provider.registration?.hint),
      "redirect_uri": isRetired ? .null : JSON(redirectURI), "command": isRetired ? .null : .string(command),
      "sign_in": comesBackElsewhere && !isRetired ? .string(signIn) : .null, "retired": .bool(isRetired),
      "status": .string(provider.status.rawValue),
    ]
  }
}

extension EntryStatus {
  /// What a list of providers says of it; nil for one that everyone can use.
  package var note: String? {
    switch self {
    case .live: nil
    case .closed: "takes no new clients"
    case .ended: "has ended"
    }
  }
}
