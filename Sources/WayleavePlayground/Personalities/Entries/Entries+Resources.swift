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
    withToken(of: play, visit) { token in
      guard let request = play.identityRequest(at: url, visit) else {
        return ResponseMessage(.ok, json: Self.userInfo(token.person))
      }
      let method = visit.request.head.method
      guard method == (request.body == nil ? .get : .post) || method == .post && play.tolerance.takesPost,
        request.body.map({ visit.request.body == Array($0.utf8) }) ?? true
      else { return .text(.methodNotAllowed, "The provider takes another method at this URL.\n") }
      return ResponseMessage(.ok, json: play.told(of: token.person, at: url, visit))
    }
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

  /// Answers with the token of a request, which must travel as the entry has it.
  private func withToken(
    of play: EntryPlay, _ visit: Visit, _ answer: (EntryLedger.ShownToken) -> ResponseMessage
  ) -> ResponseMessage {
    let token: EntryLedger.ShownToken?
    if case .oauth1(let service) = play.entry.service {
      token = try? verifiedToken(at: play, by: service, visit).token
    } else {
      token = play.service.flatMap { shownToken(of: visit, at: play, by: $0.dialect) }
        .flatMap { play.issued.goodToken($0, at: visit.now) }
    }
    guard let token, !token.isRefresh else {
      context.note(.refused, visit, client: play.registered(visit.request.namedClient)?.id, reason: "invalid_token")
      return deadToken(at: play)
    }
    context.note(.apiAnswered, visit, client: play.client.id, person: token.person)
    return answer(token)
  }

  /// The token where the entry puts it, with all that the entry wants with it; nil for any other request.
  private func shownToken(of visit: Visit, at play: EntryPlay, by dialect: OAuth2Dialect) -> Secret? {
    let (fields, optional, id) = (visit.request.head.headerFields, play.tolerance.optional, play.client.id.text)
    for (name, value) in dialect.api.headers where !optional.contains(name) {
      let wanted = value.replacing("{client_id}", with: id)
      let sent = HTTPField.Name(name).flatMap { fields[$0] }
      // A program may have any name.
      guard sent == wanted || sent != nil && name == "User-Agent" else { return nil }
    }
    for (name, value) in dialect.api.parameters where !optional.contains(name) {
      let wanted = value.replacing("{client_id}", with: id)
      guard (try? visit.query.text(of: name))?.hasSameBytes(as: wanted) ?? false else { return nil }
    }
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
    guard let service = play.service, let issuer = play.moved.issuer,
      let moved = try? EntryAddress(of: play.entry.name, in: context.base).moved(service)
    else { return .text(.notFound, "There is no metadata.\n") }
    var object = JSON.Object()
    object["issuer"] = .string(issuer.text)
    for name in EndpointName.allCases { object[name.rawValue] = moved[name].map { .string($0.url.text) } }
    object["response_types_supported"] = ["code"]
    object["subject_types_supported"] = ["public"]
    object["scopes_supported"] = ["openid", "profile", "email"]
    object["id_token_signing_alg_values_supported"] = ["RS256"]
    object["code_challenge_methods_supported"] = ["S256"]
    object["token_endpoint_auth_methods_supported"] = ["client_secret_basic", "client_secret_post"]
    return ResponseMessage(.ok, json: .object(object))
  }

  /// A token that is given back in the provider's style.
  func revoke(_ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    if case .oauth1(let service) = play.entry.service {
      guard let verified = try? verifiedToken(at: play, by: service, visit) else { return deadToken(at: play) }
      play.issued.take(verified.text, at: visit.now)
      return revoked(by: play, visit)
    }
    guard let service = play.service, let token = revokedToken(visit, at: play, by: service) else {
      return .text(.badRequest, "The provider has another way to revoke a token.\n")
    }
    play.issued.take(token, at: visit.now)
    return revoked(by: play, visit)
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
        visit.path.hasSuffix("/\(play.client.id)/token") || visit.path.contains("/\(play.client.id)/")
      else { return nil }
      return (try? JSON(decoding: visit.request.body))?["access_token"]?.string.map { Secret($0) }
    }
  }
}
