import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The API of an entry, its keys and its metadata.
extension Entries {
  /// What the provider says of the user at a URL.
  func identity(_ play: EntryPlay, at url: AbsoluteURL, _ visit: Visit) -> ResponseMessage {
    let asked = play.identityRequest(at: url, visit)
    // OpenID Connect Core §5.3.1: UserInfo needs the token alone.
    return withToken(
      of: play, visit, sending: asked?.request.headers ?? [:],
      demandingHeaders: asked?.isAdditionalUserInfo != true
    ) { token in
      guard let request = asked?.request else {
        return ResponseMessage(.ok, json: Self.granted(Self.userInfo(token.person), to: token))
      }
      let method = visit.request.head.method
      guard method == (request.body == nil ? .get : .post) || method == .post && play.tolerance.takesPost else {
        return .text(.methodNotAllowed, "The provider takes another method at this URL.\n")
      }
      guard request.body.map({ play.tolerance.takesAnyBody || visit.request.body == Array($0.utf8) }) ?? true else {
        return .text(.badRequest, "The provider is asked with another body at this URL.\n")
      }
      return ResponseMessage(.ok, json: Self.granted(play.told(of: token.person, at: url, visit), to: token))
    }
  }

  /// UserInfo without the address, where OpenID Connect was asked for and the address was not.
  ///
  /// OpenID Connect Core §5.4.
  private static func granted(_ answer: JSON, to token: EntryLedger.ShownToken) -> JSON {
    guard var members = answer.object, members["sub"] != nil, token.scopes.contains("openid"),
      !token.scopes.contains(where: isOfAddress)
    else { return answer }
    (members["email"], members["email_verified"]) = (nil, nil)
    return .object(members)
  }

  /// Whether a scope allows the address, which Google calls by two names.
  ///
  /// https://developers.google.com/identity/protocols/oauth2/scopes, "Google OAuth2 API, v2".
  static func isOfAddress(_ scope: String) -> Bool {
    scope == "email" || scope == "https://www.googleapis.com/auth/userinfo.email"
  }

  private static func userInfo(_ person: PlaygroundPerson) -> JSON {
    [
      "sub": .string(String(person.id)), "name": .string(person.name),
      "given_name": .string(person.firstName), "family_name": .string(person.lastName),
      "preferred_username": .string(person.handle),
      "email": .string(person.email), "email_verified": true,
    ]
  }

  /// Any other path of the API: it says whose token came.
  func api(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    withToken(of: play, visit) { token in ResponseMessage(.ok, json: ["user": .string(token.person.handle)]) }
  }

  /// Answers with the token of a request, which must travel as the entry has it, with header fields of its own.
  private func withToken(
    of play: EntryPlay, _ visit: Visit, sending headers: [String: String] = [:], demandingHeaders: Bool = true,
    _ answer: (EntryLedger.ShownToken) -> ResponseMessage
  ) -> ResponseMessage {
    let token: EntryLedger.ShownToken?
    if case .oauth1(let service) = play.entry.service {
      token = try? verifiedToken(at: play, by: service, visit).token
    } else {
      token = play.service.flatMap { service in
        demandingHeaders
          ? shownToken(of: visit, at: play, by: service.dialect, with: headers)
          : self.token(of: visit, at: play, by: service.dialect)
      }.flatMap { play.issued.goodToken($0, at: visit.now) }
    }
    guard let token, !token.isRefresh else {
      context.note(.refused, visit, client: play.registered(visit.request.namedClient)?.id, reason: "invalid_token")
      return deadToken(at: play)
    }
    context.note(.apiAnswered, visit, client: play.client(of: token.grant), person: token.person)
    return answer(token)
  }

  /// The token where the entry puts it, with all that the entry wants with it; nil for any other request.
  private func shownToken(
    of visit: Visit, at play: EntryPlay, by dialect: OAuth2Dialect, with own: [String: String] = [:]
  ) -> Secret? {
    let (fields, optional) = (visit.request.head.headerFields, play.tolerance.optional)
    let client = client(named: visit, at: play, by: dialect)
    let ownNames = Set(own.keys.map { $0.lowercased() })
    let usual = dialect.api.headers.filter { !ownNames.contains($0.key.lowercased()) }
    for (name, value) in usual.merging(own, uniquingKeysWith: { $1 }) where !optional.contains(name) {
      let wanted = try? client.filling(value)
      let sent = HTTPField.Name(name).flatMap { fields[$0] }
      // A program may have any name.
      guard sent == wanted || sent != nil && name == "User-Agent" else { return nil }
    }
    for (name, value) in dialect.api.parameters where !optional.contains(name) {
      let wanted = (try? client.filling(value)) ?? value
      guard (try? visit.query.text(of: name))?.hasSameBytes(as: wanted) ?? false else { return nil }
    }
    let missing = play.documented?.missingHeaders(in: visit.request, of: client.id) ?? []
    return missing.allSatisfy({ optional.contains($0) }) ? token(of: visit, at: play, by: dialect) : nil
  }

  /// The client whose token a request shows, as far as it is one of ours.
  private func client(named visit: Visit, at play: EntryPlay, by dialect: OAuth2Dialect) -> Client {
    guard play.hasSeveralClients else { return play.client }
    guard let token = token(of: visit, at: play, by: dialect).flatMap({ play.issued.goodToken($0, at: visit.now) }),
      let registered = play.registered(play.client(of: token.grant)), registered.id != play.client.id,
      var client = try? Client(id: registered.id, secret: registered.secret)
    else { return play.client }
    client.apiKey = play.client.apiKey
    return client
  }

  /// The token in one of the places that the provider takes.
  private func token(of visit: Visit, at play: EntryPlay, by dialect: OAuth2Dialect) -> Secret? {
    let schemes = [dialect.api.scheme] + play.tolerance.schemes
    return ([dialect.api.tokenPlacement] + play.tolerance.tokenPlacements).lazy
      .compactMap { self.token(of: visit, at: $0, schemes) }.first
  }

  private func token(of visit: Visit, at placement: TokenPlacement, _ schemes: [String]) -> Secret? {
    let fields = visit.request.head.headerFields
    switch placement {
    case .header:
      // RFC 9110 §11.1: the word counts in any case.
      guard let field = fields[.authorization], let space = field.firstIndex(of: " "),
        schemes.contains(where: { $0.lowercased() == field[..<space].lowercased() })
      else { return nil }
      return Secret(String(field[space...].dropFirst()))
    case .field(let name): return HTTPField.Name(name).flatMap { fields[$0] }.map { Secret($0) }
    case .query(let name): return (try? visit.query.nonEmptyText(of: name)).map { Secret($0) }
    case .form(let name): return (try? visit.request.bodyForm.nonEmptyText(of: name)).map { Secret($0) }
    }
  }

  /// What the API answers to a token that is no longer good: the provider's own word where its entry has one.
  private func deadToken(at play: EntryPlay) -> ResponseMessage {
    guard let service = play.service else {
      var response = ResponseMessage.text(.unauthorized, "oauth_problem=token_rejected")
      response.head.headerFields[.wwwAuthenticate] = "OAuth oauth_problem=\"token_rejected\""
      return response
    }
    let rows = service.dialect.refusals
    let word =
      rows.first { $0.meaning == .tokenInvalid && $0.shape == nil && $0.describedBy.isEmpty }?.word ?? "invalid_token"
    var response = ResponseMessage(.unauthorized, json: ["error": .string(word)])
    response.head.headerFields[.wwwAuthenticate] = "Bearer error=\"\(word)\""
    return response
  }

  func keySet(_ visit: Visit) -> ResponseMessage {
    guard let keys = try? keys.published(at: visit.now) else { return .text(.internalServerError, "No keys.\n") }
    return ResponseMessage(.ok, json: keys.json)
  }

  /// RFC 8414 §2, and OpenID Connect Discovery §3.
  func metadata(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard let service = play.service, let issuer = play.issuer,
      let moved = try? EntryAddress(of: play.entry.name, in: context.base).moved(service)
    else { return .text(.notFound, "There is no metadata.\n") }
    var object = JSON.Object()
    object["issuer"] = .string(issuer.text)
    for name in EndpointName.allCases { object[name.rawValue] = moved[name].map { .string($0.url.text) } }
    if let endpoint = play.userInfoEndpoint,
      let here = try? EntryAddress(of: play.entry.name, in: context.base).moved(endpoint)
    {
      object[EndpointName.userInfo.rawValue] = .string(here.url.text)
    }
    object["response_types_supported"] = ["code"]
    object["subject_types_supported"] = ["public"]
    object["scopes_supported"] = ["openid", "profile", "email"]
    object["id_token_signing_alg_values_supported"] = JSON(service.idTokenAlgorithms.map(\.rawValue).sorted())
    if service.dialect.authorization.supportsPKCE { object["code_challenge_methods_supported"] = ["S256"] }
    object["token_endpoint_auth_methods_supported"] = JSON(methods(at: play, service))
    return ResponseMessage(.ok, json: .object(object))
  }

  /// How clients with a secret authenticate, as the metadata names it.
  private func methods(at play: EntryPlay, _ service: OAuth2Service) -> [String] {
    let named = service.dialect.request.clientAuthentication
    let methods = play.documented?.confidentialAuthentication ?? play.tolerance.clientAuthentication.union([named])
    // A secret that is a signed JWT travels in the body.
    let words: [ClientAuthenticationMethod: String] = [
      .signedSecret: ClientAuthenticationMethod.post.rawValue, .basicRaw: ClientAuthenticationMethod.basic.rawValue,
    ]
    return Set(methods.map { words[$0] ?? $0.rawValue }).sorted()
  }

  /// A token that is given back in the provider's style.
  func revoke(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    if case .oauth1(let service) = play.entry.service {
      guard let verified = try? verifiedToken(at: play, by: service, visit) else { return deadToken(at: play) }
      play.issued.take(verified.text, at: visit.now)
      return revoked(by: play, visit)
    }
    if let fault = play.documented?.revocation?.fault(of: visit.request, visit.query) {
      return .text(.badRequest, "The provider has another way to revoke a token: \(fault).\n")
    }
    guard let service = play.service, let ending = ending(named: visit, at: play, by: service) else {
      return .text(.badRequest, "The provider has another way to revoke a token.\n")
    }
    switch ending {
    case .token(let token): play.issued.take(token, at: visit.now)
    case .grants: play.end(.appRemoved)
    }
    return revoked(by: play, visit)
  }

  /// What a request ends.
  private enum Ending {
    case token(Secret)
    case grants
  }

  private func ending(named visit: Visit, at play: EntryPlay, by service: OAuth2Service) -> Ending? {
    guard let form = service.dialect.revocationForm else {
      return revokedToken(visit, at: play, by: service).map(Ending.token)
    }
    guard let sent = revocationPairs(of: visit, at: play, by: service, form) else { return nil }
    guard !form.tokenParameter.isEmpty else { return .grants }
    guard let token = try? sent.nonEmptySecret(of: form.tokenParameter),
      form.takesRefreshTokens || play.issued.token(token, at: visit.now)?.isRefresh != true
    else { return nil }
    return .token(token)
  }

  /// The pairs of a request as the entry describes it; nil for any other.
  private func revocationPairs(
    of visit: Visit, at play: EntryPlay, by service: OAuth2Service, _ form: RevocationForm
  ) -> Form? {
    guard let (sent, format) = try? pairs(of: visit), format == form.format else { return nil }
    switch form.authorization {
    case .nothing: break
    case .token: guard shownToken(of: visit, at: play, by: service.dialect) != nil else { return nil }
    case .client:
      guard let standard = standardForm(of: sent, by: service.dialect),
        (try? verifiedClient(of: standard, at: play, by: service, visit)) != nil
      else { return nil }
    }
    for (name, value) in form.headers {
      let field = HTTPField.Name(name).flatMap { visit.request.head.headerFields[$0] }
      guard let wanted = try? play.client.filling(value), field == wanted else { return nil }
    }
    for (name, value) in form.parameters {
      let text = (try? sent.nonEmptyText(of: name)).flatMap(\.self)
      // What a token answer had is of one user.
      guard let text, value.contains("{token.") || (try? play.client.filling(value)) == text else { return nil }
    }
    return sent
  }

  private func revoked(by play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    context.note(.tokenRevoked, visit, client: play.client.id)
    return ResponseMessage(.ok, json: ["ok": true])
  }

  private func revokedToken(_ visit: Visit, at play: EntryPlay, by service: OAuth2Service) -> Secret? {
    let method = visit.request.head.method
    switch service.dialect.revocation {
    case .standard:
      let pairs = method == .get || visit.request.body.isEmpty ? visit.query : (try? visit.request.bodyForm) ?? Form()
      let text = (try? JSON(decoding: visit.request.body))?["token"]?.string ?? (try? pairs.text(of: "token"))
      return text.map { Secret($0) }
    case .accessToken:
      // No other name, and no refresh token, as these providers say.
      let name = service.dialect.parameterNames["token"] ?? "token"
      guard method == .post, let form = try? visit.request.bodyForm, let text = try? form.text(of: name),
        play.issued.token(Secret(text), at: visit.now)?.isRefresh != true
      else { return nil }
      return Secret(text)
    case .post, .delete:
      guard method == (service.dialect.revocation == .post ? .post : .delete) else { return nil }
      return shownToken(of: visit, at: play, by: service.dialect)
    case .deleteByClient:
      guard method == .delete, visit.request.head.headerFields[.authorization]?.hasPrefix("Basic ") ?? false,
        play.clients.contains(where: { visit.path.contains("/\($0.id)/") })
      else { return nil }
      return (try? JSON(decoding: visit.request.body))?["access_token"]?.string.map { Secret($0) }
    }
  }
}
