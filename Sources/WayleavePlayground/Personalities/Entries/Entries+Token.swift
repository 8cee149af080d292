import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

/// The token endpoint of an entry: codes, refresh tokens, and access tokens that bring the next one.
///
/// RFC 6749 §4.1.3 and §6, in the names, the format and the envelope of the provider.
extension Entries {
  /// How long a token lives that can be exchanged for one that lives longer; all others live for an hour.
  private static let longLife: Duration = .seconds(60 * 86_400)

  func grantToken(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    if case .oauth1(let service) = play.entry.service { return issueTokenCredential(play, by: service, visit) }
    guard let service = play.service else { return refuse("no service", visit) }
    let answer = EntryAnswer(of: play, by: service, asked: visit)
    do throws(OAuthError) {
      let (form, client) = try tokenForm(of: visit, at: play, by: service)
      if let exchange = exchange(named: form, at: service) {
        return try exchangeToken(form, by: exchange, at: play, service, visit)
      }
      switch try form.nonEmptyText(of: "grant_type") {
      case AuthorizationCodeGrant.grantType, nil: return try redeem(form, as: client, at: play, service, visit)
      case RefreshTokenGrant.grantType: return try renew(form, as: client, at: play, service, visit)
      default: throw .refusedToken("unsupported_grant_type")
      }
    } catch {
      let word = error.refusal?.error ?? "invalid_request"
      context.note(.refused, visit, client: play.registered(visit.request.namedClient)?.id, reason: word)
      return answer.refusal(word, saying: error.refusal?.description)
    }
  }

  private func exchange(named form: Form, at service: OAuth2Service) -> AccessTokenExchange? {
    [service.dialect.refresh.upgrade, service.dialect.refresh.exchange].compactMap(\.self).first {
      (try? form.text(of: "grant_type"))?.hasSameBytes(as: $0.grantType) ?? false
    }
  }

  /// The pairs of a request in their standard names, once its format, its fields and its client are as the entry has them.
  private func tokenForm(
    of visit: Visit, at play: EntryPlay, by service: OAuth2Service
  ) throws(OAuthError) -> (Form, ClientID) {
    let (raw, format) = try pairs(of: visit)
    guard var form = standardForm(of: raw, by: service.dialect) else {
      throw .refusedToken("invalid_request", expecting: "other names")
    }
    let exchange = exchange(named: form, at: service)
    guard format == (exchange?.format ?? service.dialect.request.format) || play.tolerance.formats.contains(format)
    else {
      throw .refusedToken("invalid_request", expecting: "another format than \(format.rawValue)")
    }
    for (name, value) in service.dialect.request.headers where !play.tolerance.optional.contains(name) {
      let sent = visit.request.head.headerFields[HTTPField.Name(name) ?? .accept]
      // A program may have any name.
      guard sent == value || sent != nil && name == "User-Agent" else {
        throw .refusedToken("invalid_request", expecting: "the header field \(name)")
      }
    }
    let isShown = exchange?.authenticates ?? true
    let client = isShown ? try verifiedClient(of: form, at: play, by: service, visit) : play.client.id
    guard exchange == nil else { return (form, client) }
    for (name, value) in service.dialect.request.parameters
    where service.dialect.refresh.parameters[name] == nil && !play.tolerance.optional.contains(name) {
      guard try form.text(of: name)?.hasSameBytes(as: value) != true else { continue }
      throw .refusedToken("invalid_request", expecting: "\(name)=\(value)")
    }
    if !form.contains("grant_type") {
      form.append("grant_type", form.contains("code") ? "authorization_code" : "refresh_token")
    }
    return (form, client)
  }

  func pairs(of visit: Visit) throws(OAuthError) -> (Form, TokenRequestFormat) {
    let request = visit.request
    if request.head.method == .get { return (visit.query, .get) }
    if request.body.isEmpty { return (visit.query, .query) }
    if request.head.headerFields[.contentType].map(ContentType.essence) == ContentType.json {
      var form = Form()
      for member in try JSON(decoding: request.body).object?.members ?? [] {
        form.append(member.name, member.value.string ?? "")
      }
      return (form, .json)
    }
    return (try request.bodyForm, .form)
  }

  /// Checks the client that a request names: one with a secret in the way that the entry names, or takes as well.
  ///
  /// RFC 6749 §2.3.
  func verifiedClient(
    of form: Form, at play: EntryPlay, by service: OAuth2Service, _ visit: Visit
  ) throws(OAuthError) -> ClientID {
    let header = visit.request.head.headerFields[.authorization]
    switch service.dialect.request.clientAuthentication {
    case .bearerSecret:
      let client = play.clients.first { client in
        client.secret.map { Secret("Bearer \($0.exposedText)") == Secret(header ?? "") } ?? false
      }
      guard let client else { throw .refusedToken("invalid_client", expecting: "a bearer secret") }
      return client.id
    case .signedSecret:
      let client = play.registered(try form.nonEmptyText(of: "client_id").map { ClientID($0) })
      let secret = try form.nonEmptySecret(of: "client_secret")
      guard let client, AppleSecret.isGood(secret, of: client.id, at: play, visit.realNow) else {
        throw .refusedToken("invalid_client", expecting: "a signed secret")
      }
      return client.id
    case .privateKeyJWT:
      guard let key = play.client.key?.publicKey else { throw .refusedToken("invalid_client", expecting: "a key") }
      var standard = RequestMessage(posting: form, to: service.tokenEndpoint)
      standard.head.headerFields[.authorization] = nil
      let audience = service.dialect.request.assertionAudience.map { Issuer($0) } ?? play.issuer
      let shown = try ClientCredentials(reading: standard)
      guard let assertion = shown.assertion, let client = play.registered(shown.id) else {
        throw .refusedToken("invalid_client", expecting: "an assertion of a client that is registered")
      }
      _ = try assertion.proof(
        by: JSONWebKeySet([key]), allowing: [.es256], to: audience ?? Issuer(service.tokenEndpoint.url),
        at: visit.realNow)
      return client.id
    case let named:
      let shown = try credentials(in: form, header, at: play, by: service)
      guard let client = play.registered(shown.id) else { throw .refusedToken("invalid_client") }
      let isTolerated = play.tolerance.clientAuthentication.contains(shown.method)
      // Where no client has a secret, others show the one that is registered at every other entry.
      let showsCommon = named == .publicClient && isTolerated && !client.isHeldToRules
      // It can have one for the API alone.
      let needsNone = named == .publicClient && shown.secret == nil
      guard needsNone || shown.secret == (showsCommon ? EntryPlay.secret : client.secret) else {
        throw .refusedToken("invalid_client")
      }
      guard play.takes(shown.method, of: client, named: named) else {
        throw .refusedToken("invalid_client", saying: Self.sentence(refusing: shown.method))
      }
      return shown.id
    }
  }

  /// Why a client is refused whose id and secret are right.
  private static func sentence(refusing method: ClientAuthenticationMethod) -> String {
    switch method {
    case .basic: "The secret came by HTTP Basic, which this provider does not take: send it in the body."
    case .publicClient: "This provider has no clients without a secret."
    default: "The secret came in the body, which this provider does not take: send it by HTTP Basic."
    }
  }

  private func credentials(
    in form: Form, _ header: String?, at play: EntryPlay, by service: OAuth2Service
  ) throws(OAuthError) -> ClientCredentials {
    var form = form
    if header != nil, play.tolerance.takesTwoAuthentications {
      form.fields.removeAll { $0.name.elementsEqual("client_secret".utf8) }
    }
    var standard = RequestMessage(posting: form, to: service.tokenEndpoint)
    if let header { standard.head.headerFields[.authorization] = header }
    return try ClientCredentials(reading: standard)
  }

  private func redeem(
    _ form: Form, as client: ClientID, at play: EntryPlay, _ service: OAuth2Service, _ visit: Visit
  ) throws(OAuthError) -> ResponseMessage {
    let grant = try codeGrant(of: form, at: play)
    let code: EntryCode
    switch play.shownCode(grant.code, of: client, at: visit.now) {
    case .good(let shown): code = shown
    case .used(let ended?):
      context.note(.tokenRevoked, visit, client: client, person: ended.person)
      throw .refusedToken("invalid_grant")
    default: throw .refusedToken("invalid_grant")
    }
    guard grant.redirectURI == code.request.redirectURI || grant.redirectURI == nil && !play.tolerance.needsRedirectURI,
      grant.isVerified(for: code.request.codeChallenge)
    else { throw .refusedToken("invalid_grant") }
    try requireRepeated(in: form, of: code.person, at: play, by: service)
    let lifetime = play.tokenLifetime
    var answer = issue(
      of: play.redeem(code, grant.code, as: play.granted(client)), to: code.person, scopes: code.request.scopes,
      at: play, service, visit, lifetime: lifetime,
      withRefreshToken: play.givesRefreshToken(for: code))
    let isOpenID = code.request.scopes.contains("openid") && service[.keySet] != nil
    if isOpenID { answer.idToken = try idToken(for: code, at: play, service, visit) }
    context.note(.tokenIssued, visit, client: client, person: code.person)
    return EntryAnswer(of: play, by: service, asked: visit).tokens(answer, lifetime: lifetime)
  }

  /// Checks that a request repeats of the callback what the entry says.
  private func requireRepeated(
    in form: Form, of person: PlaygroundPerson, at play: EntryPlay, by service: OAuth2Service
  ) throws(OAuthError) {
    let told = callbackMembers(of: play, for: person)
    for name in service.dialect.authorization.tokenCallbackMembers {
      // The state is another one for each request.
      let sent = try form.text(of: name)
      guard name == "state" ? sent == nil : sent != (try told.text(of: name)) else { continue }
      throw .refusedToken("invalid_request", expecting: "\(name) of the callback")
    }
  }

  private func codeGrant(of form: Form, at play: EntryPlay) throws(OAuthError) -> AuthorizationCodeGrant {
    var rest = form
    rest.fields.removeAll { $0.name.elementsEqual("code_verifier".utf8) }
    var grant = try AuthorizationCodeGrant(reading: rest)
    if let verifier = try form.nonEmptySecret(of: "code_verifier") {
      grant.verifier = try play.tolerance.verifier(verifier)
    }
    return grant
  }

  private func renew(
    _ form: Form, as client: ClientID, at play: EntryPlay, _ service: OAuth2Service, _ visit: Visit
  ) throws(OAuthError) -> ResponseMessage {
    let grant = try RefreshTokenGrant(reading: form)
    for (name, value) in service.dialect.refresh.parameters
    where try form.text(of: name)?.hasSameBytes(as: value) != true {
      throw .refusedToken("invalid_request", expecting: "\(name)=\(value)")
    }
    guard let token = play.issued.goodToken(grant.refreshToken, at: visit.now), token.isRefresh,
      token.client == play.granted(client)
    else { throw .refusedToken("invalid_grant") }
    try requireRepeated(in: form, of: token.person, at: play, by: service)
    if token.isSpent || visit.effects.contains(.refreshReuse) {
      // Two clients hold the same token, and one of them stole it: RFC 9700 §4.14.2.
      _ = play.issued.endAfterReuse(token.grantID, at: visit.now)
      context.note(.tokenRevoked, visit, client: client, person: token.person)
      throw .refusedToken("invalid_grant")
    }
    let rotates = play.rotatesRefreshTokens
    if rotates { play.issued.spendRefreshToken(grant.refreshToken, at: visit.now) }
    context.note(.tokenRefreshed, visit, client: client, person: token.person)
    let lifetime = play.tokenLifetime
    let answer = issue(
      of: token.grantID, to: token.person, scopes: token.scopes, at: play, service, visit, lifetime: lifetime,
      withRefreshToken: rotates)
    return EntryAnswer(of: play, by: service, asked: visit).tokens(answer, lifetime: lifetime)
  }

  /// An access token that brings the next one, and ends.
  private func exchangeToken(
    _ form: Form, by exchange: AccessTokenExchange, at play: EntryPlay, _ service: OAuth2Service, _ visit: Visit
  ) throws(OAuthError) -> ResponseMessage {
    guard let token = try form.nonEmptySecret(of: exchange.tokenParameter),
      let spent = play.issued.take(token, at: visit.now)
    else { throw .refusedToken("invalid_grant") }
    context.note(.tokenRefreshed, visit, client: play.client.id, person: spent.person)
    let answer = issue(
      of: spent.grantID, to: spent.person, scopes: spent.scopes, at: play, service, visit, lifetime: Self.longLife)
    return EntryAnswer(of: play, by: service, asked: visit).tokens(answer, lifetime: Self.longLife)
  }

  /// New tokens; a refresh token too, unless the access token itself brings the next one.
  private func issue(
    of grant: GrantID, to person: PlaygroundPerson, scopes: [String], at play: EntryPlay, _ service: OAuth2Service,
    _ visit: Visit, lifetime: Duration?, withRefreshToken: Bool = true
  ) -> TokenResponse {
    let access = context.drawSecret()
    let token = EntryToken(scopes: scopes)
    play.issued.saveAccessToken(
      token, as: access, of: grant, until: lifetime.map { visit.now + $0 } ?? .never, at: visit.now)
    var refresh: Secret?
    if withRefreshToken, service.dialect.refresh.exchange == nil {
      let drawn = context.drawSecret()
      play.issued.saveRefreshToken(token, as: drawn, of: grant, at: visit.now)
      refresh = drawn
    }
    return TokenResponse(
      accessToken: access, expiresIn: lifetime?.wholeSeconds, refreshToken: refresh,
      scopes: play.depth?.namesScopes ?? true ? scopes : nil,
      additional: play.tokenMembers(for: person, until: lifetime.map { visit.realNow + $0 }))
  }

  private func idToken(
    for code: EntryCode, at play: EntryPlay, _ service: OAuth2Service, _ visit: Visit
  ) throws(OAuthError) -> Secret {
    let issuer = play.issuer ?? Issuer(play.provider.name)
    var claims = play.entry.identity?.endpoint == nil ? play.profile(of: code.person).first.object ?? .init() : .init()
    claims["iss"] = .string(issuer.text)
    claims["sub"] = .string(String(code.person.id))
    claims["aud"] = .string(code.request.clientID.text)
    claims["iat"] = .number(String(visit.realNow.secondsSinceEpoch))
    claims["exp"] = .number(String((visit.realNow + .seconds(600)).secondsSinceEpoch))
    if !play.tolerance.omitsNonce {
      claims["nonce"] = code.request.additional.values(of: "nonce").first.map { nonce in
        .string(String(decoding: nonce, as: UTF8.self))
      }
    }
    claims["name"] = .string(code.person.name)
    claims["email"] = .string(code.person.email)
    claims["email_verified"] = true
    play.depth?.change(&claims, for: code, at: play)
    let algorithm =
      service.idTokenAlgorithms.first { $0.isKeyedHash || SigningKeys.algorithms.contains($0) } ?? .rs256
    let token = PlayedIDToken(claims: claims, algorithm: algorithm)
    let secret = play.registered(code.request.clientID)?.secret ?? EntryPlay.secret
    return try token.signed(with: visit.effects) { (algorithm) throws(OAuthError) in
      algorithm.isKeyedHash
        ? try JSONWebKey(sharedSecret: secret) : try keys.signingKey(for: algorithm, at: visit.now)
    }
  }

  /// Ends the grant of the refresh token that a request shows, under any name, as if it was used before.
  ///
  /// RFC 9700 §4.14.2.
  func endGrant(ofTokenIn visit: Visit, at play: EntryPlay) {
    for field in (try? pairs(of: visit).0.fields) ?? [] {
      guard let token = play.issued.goodToken(Secret(field.value), at: visit.now), token.isRefresh else { continue }
      play.end(.appRemoved) { $0.person == token.person && $0.client == token.client }
    }
  }
}
