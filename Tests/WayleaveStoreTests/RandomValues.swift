import struct WayleaveTestSupport.SeededGenerator
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleaveSignIn

/// Random values of everything that a store holds, odd texts among them; a seed decides which.
struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let texts = [
    "", " ", "a", "MyApp", "canary", "\"", "\\", "\0", "\r\n", "\u{7F}\u{85}", "\u{200E}\u{202E}x", "e\u{301}",
    "\u{E9}",
    "\u{600}<b>", "😀👩‍👩‍👧", "日本語", "null", "1", "true", "{a}", "https://as.example", "a/b?c#d", "%00", "\u{FEFF}",
    "\u{10FFFF}",
  ]

  mutating func flag() -> Bool { Bool.random(using: &generator) }
  mutating func one<Value>(of values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }
  mutating func some<Value>(of values: [Value]) -> [Value] { values.filter { _ in flag() } }
  mutating func text() -> String {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in one(of: Self.texts) }.joined()
  }
  mutating func text(or nothing: Bool) -> String? { nothing && flag() ? nil : text() }
  mutating func list() -> [String] { (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() } }
  mutating func number() -> Int64 { one(of: [.min, -1, 0, 1, 1_700_000_000, .max]) }
  mutating func instant() -> Instant { Instant(secondsSinceEpoch: number()) }
  mutating func pairs() -> [String: String] {
    Dictionary(list().map { ($0, text()) }, uniquingKeysWith: { first, _ in first })
  }

  /// Texts mostly, and sometimes bytes that are none.
  mutating func secret() -> Secret {
    Int.random(in: 0...3, using: &generator) == 0 ? Secret([0xFF, 0x00, 0xC3, 0x28]) : Secret(text())
  }

  mutating func endpoint() -> Endpoint {
    one(of: [
      Endpoint(known: "https://as.example/a?b=c"), Endpoint(known: "http://127.0.0.1:7777/x"),
      Endpoint(known: "https://[2001:db8::1]:8443/"), Endpoint(known: "https://as.example"),
    ])
  }

  mutating func origins() throws -> [Origin] {
    try some(of: ["https://api.example", "http://api.example:81", "https://[2001:db8::1]:8443"]).map { try Origin($0) }
  }

  mutating func json() -> JSON {
    one(of: [.null, .string(text()), .array([.number("1e308"), .bool(flag())]), ["deep": ["a": .string(text())]]])
  }

  mutating func oauth1() -> OAuth1Service {
    OAuth1Service(
      temporaryCredentialEndpoint: endpoint(), authorizationEndpoint: endpoint(), tokenEndpoint: endpoint(),
      invalidationEndpoint: flag() ? endpoint() : nil, takesPasswords: flag(), offersReverseAuth: flag(),
      dialect: .init(
        signatureMethod: one(of: SignatureMethod.allCases), placement: one(of: ParameterPlacement.allCases),
        realm: text(or: true), sendsVersion: flag(), signsBodyHash: flag(),
        credentialMethod: one(of: CredentialMethod.allCases), isVerifierOptional: flag(),
        callback: one(of: CallbackDelivery.allCases), temporaryCredentialParameters: pairs(),
        authorizationParameters: pairs(), isConfirmationOptional: flag()))
  }

  mutating func oauth2() -> OAuth2Service {
    var service = OAuth2Service(
      issuer: text(or: true).map(Issuer.init), requiresIssuerInCallback: flag(),
      authorizationEndpoint: flag() ? endpoint() : nil,
      tokenEndpoint: endpoint(), idTokenAlgorithms: Set(some(of: SignatureAlgorithm.allCases)),
      backchannelDeliveryModes: some(of: BackchannelDeliveryMode.allCases),
      requiresPushedAuthorizationRequests: flag(), requiresSignedRequestObjects: flag(),
      dpopAlgorithms: Set(some(of: SignatureAlgorithm.allCases)),
      clientAuthenticationMethods: some(of: ClientAuthenticationMethod.allCases), scopes: list(), dialect: dialect())
    for name in some(of: EndpointName.allCases) where name != .userInfo { service[name] = endpoint() }
    for name in some(of: EndpointName.allCases) { service.certificateEndpoints[name] = endpoint() }
    return service
  }

  private mutating func dialect() -> OAuth2Dialect {
    OAuth2Dialect {
      $0.request.clientAuthentication = one(of: ClientAuthenticationMethod.allCases)
      $0.scopeSeparator = text()
      $0.answer.defaultTokenType = text(or: true)
      $0.api.tokenPlacement = one(of: [.header, .query(text()), .form(text())])
      $0.api.parameters = pairs()
      $0.authorization.parameters = pairs()
      $0.authorization.codeChallenge = flag() ? one(of: CodeChallengeForm.allCases) : nil
      $0.authorization.tokenCallbackMembers = list()
      $0.authorization.tokenServer =
        flag() ? TokenServer(member: text(), origins: [Endpoint(known: "https://eu.example").origin]) : nil
      $0.answer.isLoose = flag()
      $0.request.assertionAudience = text(or: true)
      $0.legacyGrants = Set(some(of: LegacyGrant.allCases))
      $0.authorization.appSchemePrefix = text(or: true)
      $0.authorization.fragment = text(or: true)
      $0.authorization.callbackMembers = list()
      $0.parameterNames = pairs()
      $0.request.format = one(of: TokenRequestFormat.allCases)
      $0.request.parameters = pairs()
      $0.request.headers = pairs()
      $0.answer.envelopes = list()
      $0.answer.names = pairs()
      $0.answer.expiry = one(of: ExpiryForm.allCases)
      $0.answer.errorPath = text(or: true)
      $0.answer.errorDescriptionPath = text(or: true)
      $0.refresh.endpoint = flag() ? endpoint() : nil
      $0.refresh.parameters = pairs()
      $0.refresh.exchange = flag() ? exchange() : nil
      $0.refresh.upgrade = flag() ? exchange() : nil
      $0.revocation = one(of: RevocationStyle.allCases)
      $0.revocationForm = flag() ? revocationForm() : nil
      $0.api.scheme = text()
      $0.api.headers = pairs()
      $0.api.adapter = flag() ? .appSecretProof : nil
    }
  }

  private mutating func revocationForm() -> RevocationForm {
    var form = RevocationForm()
    form.format = one(of: TokenRequestFormat.allCases)
    form.tokenParameter = text()
    form.authorization = one(of: RevocationForm.Authorization.allCases)
    (form.parameters, form.headers, form.takesRefreshTokens) = (pairs(), pairs(), flag())
    return form
  }

  private mutating func exchange() -> AccessTokenExchange {
    AccessTokenExchange(
      endpoint: flag() ? endpoint() : nil, grantType: "g" + text(), tokenParameter: "t" + text(),
      format: one(of: TokenRequestFormat.allCases), authenticates: flag())
  }

  mutating func provider() throws -> Provider {
    let service: Provider.Service =
      switch Int.random(in: 0...2, using: &generator) {
      case 0: .oauth1(oauth1())
      case 1: .oauth2(oauth2())
      default: .issuer(try AbsoluteURL(one(of: ["https://as.example/a#b", "app.example:/x", "http://as.example"])))
      }
    let rule =
      flag()
      ? IdentityRule(
        endpoint: endpoint(), subject: text(), name: text(or: true), handle: text(or: true), email: text(or: true),
        emailVerified: text(or: true), picture: text(or: true)) : nil
    var provider = Provider(
      name: ProviderName(text()), title: text(), service: service, apiOrigins: try origins(), identity: rule)
    provider.identity?.body = text(or: true)
    provider.identity?.headers = pairs()
    provider.identity?.originMember = text(or: true)
    provider.identity?.requests = flag() ? [IdentityRequest(endpoint(), name: text(), body: text(or: true))] : []
    provider.apiDomains = list()
    provider.registration =
      flag() ? RegistrationGuide(page: try AbsoluteURL("https://as.example/apps"), hint: text(or: true)) : nil
    provider.nativeApp = flag() ? NativeApp(authorization: try AbsoluteURL("example://authorize")) : nil
    provider.isRetired = flag()
    return provider
  }

  mutating func client() throws -> Client {
    let method = one(of: [nil, .publicClient, .basic, .basicRaw, .post, .secretJWT] as [ClientAuthenticationMethod?])
    var client = try Client(
      id: one(of: ["a", "canary~id", "!\"#$%"]), secret: method.map { $0 != .publicClient } ?? flag() ? secret() : nil,
      authentication: method,
      redirectURIs: some(of: ["http://127.0.0.1/cb", "https://app.example/cb?a=b", "org.example.app:/x"])
        .map { try RedirectURI($0) },
      isOutOfBand: flag(), callbackKey: flag() ? JSONWebKey.generate(for: .es256) : nil)
    client.apiKey = flag() ? secret() : nil
    return client
  }

  mutating func credential() throws -> Credential {
    if flag() {
      var additional = Form()
      for name in list() { additional.append(name, text()) }
      return .oauth1(TokenCredential(token: secret(), secret: secret(), additional: additional))
    }
    var additional = JSON.Object()
    for name in list() { additional[name] = json() }
    var tokens = Credential.Tokens(
      accessToken: secret(), tokenType: text(), refreshToken: flag() ? secret() : nil,
      scopes: flag() ? list() : nil, expiresAt: flag() ? instant() : nil, idToken: flag() ? secret() : nil,
      proofKey: flag() ? try .generate() : nil, additional: additional)
    tokens.firstIDToken = flag() ? secret() : nil
    return .oauth2(tokens)
  }

  mutating func storedCredential() throws -> StoredCredential {
    let identity =
      flag()
      ? Identity(
        issuer: Issuer(text()), subject: text(), displayName: text(or: true), handle: text(or: true),
        email: text(or: true),
        isEmailVerified: flag() ? flag() : nil, picture: text(or: true), raw: json()) : nil
    // The number keeps two random accounts apart.
    let subject = text() + String(UInt64.random(in: 0 ... .max, using: &generator))
    return StoredCredential(
      account: Account(provider: ProviderName(text()), client: ClientID(text()), subject: subject),
      provider: try provider(),
      client: try client(), name: text(or: true), credential: try credential(), identity: identity,
      allowedOrigins: try origins(), obtainedAt: instant(), endedBecause: text(or: true))
  }

  mutating func signIn() throws -> SignIn {
    var signIn = SignIn(
      to: try provider(), as: try client(), redirectURI: try RedirectURI("http://127.0.0.1:7777/cb"), scopes: list(),
      terms: .init(
        authenticationContextClasses: list(), maximumAge: flag() ? .seconds(number()) : nil, loginHint: text(or: true),
        prompt: text(or: true), binding: one(of: SignIn.Terms.Binding.allCases), wantsSecuredCallback: flag()),
      accountName: text(or: true), allowedOrigins: try origins(), at: instant())
    signIn.flow =
      flag()
      ? .code(CodeFlow(waitingFor: .init(state: Secret(text()), verifier: nil, nonce: Secret(text()))))
      : .oauth1(OAuth1Flow(waitingWith: TemporaryCredential(token: secret(), secret: secret())))
    return signIn
  }
}
