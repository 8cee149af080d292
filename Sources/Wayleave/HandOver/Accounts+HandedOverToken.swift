import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Access tokens that apps hand over: the provider says to which client they were issued.
extension Accounts {
  /// Asks an endpoint of the provider's own, and then its API, which must name the same user.
  func inspect(_ token: Secret, by terms: HandOverTerms) async throws(OAuthError) -> CheckedHandOver {
    guard let rule = terms.provider.handOver?.inspection else {
      throw .unverifiableHandOver(.accessToken(token), at: terms.provider)
    }
    let written = HandOverCheck.inspection.rule
    var list = Verification(of: HandOverCheck.inspection.rawValue)
    let api = terms.provider.oauth2Service?.dialect.api ?? APIDialect()
    let request = try TokenInspection.request(about: token, by: rule, as: terms.client, api: api)
    let inspection = try await list.ask("answer", written) { () async throws(OAuthError) in
      try await answer(to: request, with: token) { (response) throws(OAuthError) in
        try TokenInspection(reading: response, by: rule)
      }
    }
    _ = list.check("valid", written, of: inspection) { (said) throws(OAuthError) in try said.requireValid() }
    _ = list.check("client", written, of: inspection) { (said) throws(OAuthError) in
      try terms.require(client: said.client)
    }
    let time = now()
    let end = list.check("expiry", written, of: inspection) { (said) throws(OAuthError) in try said.end(at: time) }
    let user = try await list.ask("user", written) { () async throws(OAuthError) in
      try await self.user(of: token, named: inspection?.user, by: rule, terms)
    }
    let verified = user.map { user in
      VerifiedHandOver(
        identity: user, clientID: terms.client.id, check: .inspection, expiresAt: end ?? nil,
        scopes: inspection?.scopes)
    }
    return CheckedHandOver(list, verified)
  }

  /// The user by both sources; without an `identity` in the entry, by the inspection alone.
  private func user(
    of token: Secret, named subject: String?, by rule: TokenInspectionRule, _ terms: HandOverTerms
  ) async throws(OAuthError) -> Identity {
    if rule.user != nil, subject == nil { throw .noUserSaid() }
    let user: Identity
    if let identity = terms.provider.identity, !identity.allRequests.isEmpty, let service = terms.provider.oauth2Service
    {
      user = try await self.user(by: identity, .init(accessToken: token), of: service, terms)
    } else {
      guard let subject else { throw .noUserSaid() }
      user = Identity(issuer: terms.issuer, subject: subject)
    }
    if let subject { try HandOverTerms.requireSame(user.subject, as: subject) }
    try terms.require(user: user)
    return user
  }

  /// Asks who the user of a token is.
  func user(
    by rule: IdentityRule, _ tokens: Credential.Tokens, of service: OAuth2Service, _ terms: HandOverTerms
  ) async throws(OAuthError) -> Identity {
    let known = IdentityAnswers(of: .oauth2(tokens))
    let origin = try rule.origin(in: known)
    var dialect = service.dialect
    if let origin {
      try terms.require(origin: origin)
      if !terms.provider.apiSecretOrigins.contains(origin) { dialect.api = dialect.api.withoutClientSecrets }
    }
    let shown = dialect
    let answers = try await rule.answers(
      knowing: known, at: origin, api: service.dialect.api, as: terms.client
    ) { (message) async throws(OAuthError) in
      var request = message
      try request.authorize(with: tokens.accessToken, dialect: shown, client: terms.client)
      return try await answer(to: request, with: tokens.accessToken) { (response) throws(OAuthError) in
        try IdentityRule.confirmedAnswer(in: response)
      }
    } leavingOut: { _, _ in
    }
    return try rule.user(in: answers, issuer: terms.issuer)
  }

  /// Asks the introspection endpoint; the user is the `sub` of its answer.
  ///
  /// RFC 7662 §2.
  func introspect(_ token: Secret, by terms: HandOverTerms) async throws(OAuthError) -> CheckedHandOver {
    guard let service = terms.provider.oauth2Service,
      let endpoint = service.endpoint(.introspection, for: terms.client)
    else { throw .unverifiableHandOver(.accessToken(token), at: terms.provider) }
    let written = HandOverCheck.introspection.rule
    var list = Verification(of: HandOverCheck.introspection.rawValue)
    let question = IntrospectionRequest(token: token, kind: .accessToken)
    let request = AuthorizationServerRequest(to: endpoint, of: service, as: terms.client, by: question.request)
    let answer = try await list.ask("answer", written) { () async throws(OAuthError) in
      try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
        try IntrospectionResponse(reading: response)
      }
    }
    let said = list.check("valid", written, of: answer) { (answer) throws(OAuthError) in
      try IntrospectedToken(answer, for: terms)
    }
    _ = list.check("client", written, of: said) { (said) throws(OAuthError) in
      try said.requireClient(from: service.issuer)
    }
    _ = list.check("binding", .rfc(9449, "6.2"), of: said) { (said) throws(OAuthError) in try said.requireUnbound() }
    _ = list.check("type", written, of: said) { (said) throws(OAuthError) in try said.requireAccessToken() }
    let time = exchange.servers.current.now(at: endpoint.origin, now())
    let end = list.check("expiry", written, of: said) { (said) throws(OAuthError) in try said.end(at: time) }
    let user = list.check("user", written, of: said) { (said) throws(OAuthError) in
      let user = try said.user()
      try terms.require(user: user)
      return user
    }
    let verified = user.map { user in
      VerifiedHandOver(
        identity: user, clientID: terms.client.id, check: .introspection, expiresAt: end, scopes: said?.scopes)
    }
    return CheckedHandOver(list, verified)
  }

  /// Sends a request that carries what was handed over; an error shows nothing of it.
  func answer<Value>(
    to request: RequestMessage, with token: Secret, reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let credential = Credential.oauth2(.init(accessToken: token))
    return try await exchange.send(request, within: .token, about: { credential }, reading: read)
  }
}

extension Provider {
  /// The endpoints of OAuth 2, where they are known.
  var oauth2Service: OAuth2Service? {
    guard case .oauth2(let service) = service else { return nil }
    return service
  }
}

extension OAuthError {
  fileprivate static func noUserSaid() -> OAuthError {
    OAuthError(
      .foreignUser, message: "The provider does not say for which user the token was issued.",
      rule: HandOverCheck.inspection.rule, remedy: .handOverCode)
  }
}
