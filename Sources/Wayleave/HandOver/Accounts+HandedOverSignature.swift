import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// What apps hand over at providers of OAuth 1.0a: a token with its secret, or a request that is signed with both.
extension Accounts {
  /// Signs a request as our own consumer: a token that was issued to another one does not fit its signature.
  ///
  /// RFC 5849 §3.2.
  func check(
    _ token: TokenCredential, by check: HandOverCheck, _ terms: HandOverTerms
  ) async throws(OAuthError) -> CheckedHandOver {
    guard case .oauth1(let service) = terms.provider.service, let rule = terms.provider.handOver,
      let endpoint = check == .checkToken ? rule.checkToken?.endpoint : rule.verifyCredentials
    else { throw .unverifiableHandOver(.tokenAndSecret(token), at: terms.provider) }
    var list = Verification(of: check.rawValue)
    let consumer = try ConsumerCredential(terms.client, signingBy: service.dialect.signatureMethod)
    var random = SystemRandomNumberGenerator()
    let stamp = Stamp(at: exchange.servers.current.now(at: endpoint.origin, now()), using: &random)
    let request = try RequestSigner(consumer: consumer, token: token, dialect: service.dialect)
      .sign(RequestMessage(.get, to: endpoint.url), stamp: stamp)
    let said = try await list.ask("provider", check.rule) { () async throws(OAuthError) in
      try await exchange.send(request, within: .token, about: { .oauth1(token) }) { (response) throws(OAuthError) in
        try Self.said(in: response, about: token, by: rule, check, terms)
      }
    }
    _ = list.check("user", check.rule, of: said) { (said) throws(OAuthError) in try terms.require(user: said.identity) }
    let verified = said.map {
      VerifiedHandOver(identity: $0.identity, clientID: terms.client.id, check: check, scopes: $0.scopes)
    }
    return CheckedHandOver(list, verified)
  }

  private static func said(
    in response: ResponseMessage, about token: TokenCredential, by rule: HandOverRule, _ check: HandOverCheck,
    _ terms: HandOverTerms
  ) throws(OAuthError) -> (identity: Identity, scopes: [String]?) {
    if check == .checkToken, let rule = rule.checkToken {
      let answer = try TokenCheckAnswer(reading: response, about: token.token, by: rule, issuer: terms.issuer)
      return (answer.identity, answer.scopes)
    }
    guard let identity = terms.provider.identity else {
      throw .unverifiableHandOver(.tokenAndSecret(token), at: terms.provider)
    }
    return (try identity.user(in: response, issuer: terms.issuer), nil)
  }

  /// Sends the app's signed request on, to the one URL that the entry names.
  ///
  /// Twitter's "OAuth Echo". Nothing is sent where the app names another URL, consumer or time, or a nonce again.
  func checkEcho(
    _ fields: HTTPFields, by terms: HandOverTerms, seen: (any SeenOnce)?
  ) async throws(OAuthError) -> CheckedHandOver {
    guard let rule = terms.provider.identity, let endpoint = terms.provider.handOver?.verifyCredentials else {
      throw .unverifiableHandOver(.echo(fields), at: terms.provider)
    }
    var list = Verification(of: HandOverCheck.echo.rawValue)
    let time = now()
    let echo = try await list.ask("request", HandOverCheck.echo.rule) { () async throws(OAuthError) in
      try await EchoRequest(reading: fields, expecting: endpoint.url, from: terms.client.id, newTo: seen, at: time)
    }
    let user = try await list.ask("provider", HandOverCheck.echo.rule) { () async throws(OAuthError) in
      guard let request = echo?.request() else { throw .missingEcho() }
      return try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
        try rule.user(in: response, issuer: terms.issuer)
      }
    }
    _ = list.check("user", HandOverCheck.echo.rule, of: user) { (user) throws(OAuthError) in
      try terms.require(user: user)
    }
    if let seen, list.firstFailure == nil, let echo {
      _ = try await list.ask("replay", .rfc(5849, "3.3")) { () async throws(OAuthError) in
        var replays = EchoReplays(seen: seen)
        try await replays.admit(SignedRequest(reading: echo.request()), at: time)
      }
    } else {
      list.add("replay", .rfc(5849, "3.3"), list.firstFailure == nil ? .notAsked : .notReached)
    }
    return CheckedHandOver(
      list, user.map { VerifiedHandOver(identity: $0, clientID: terms.client.id, check: .echo) })
  }
}

extension EchoRequest {
  /// Reads the fields that an app handed over; throws as ``init(reading:expecting:from:newTo:at:)``, and
  /// `oauth1.unsupported_signature_method` for one that protects nothing.
  fileprivate init(
    reading fields: HTTPFields, expecting url: AbsoluteURL, from clientID: ClientID, newTo seen: (any SeenOnce)?,
    at now: Instant
  ) async throws(OAuthError) {
    var request = RequestMessage(.get, to: url)
    for name in [Self.providerField, Self.authorizationField] {
      request.head.headerFields[values: name] = fields[values: name]
    }
    if let seen {
      try await self.init(
        reading: request, expecting: url, from: clientID.text, newTo: EchoReplays(seen: seen), at: now)
    } else {
      try await self.init(reading: request, expecting: url, from: clientID.text, newTo: NonceHistory(), at: now)
    }
    // Anyone who has seen one can make another: nothing ties nonce and time to it. RFC 5849 §3.4.4.
    guard try SignedRequest(reading: self.request()).signatureMethod != .plaintext else { throw .unprotectedEcho() }
  }
}

extension OAuthError {
  fileprivate static func missingEcho() -> OAuthError {
    OAuthError(
      .missingParameter, rule: .wayleave("OAuth Echo"), expected: "the fields of an OAuth Echo", received: .nothing,
      remedy: "Nothing was sent. The app must hand over both fields.")
  }
}
