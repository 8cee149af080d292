import HTTPTypes
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A token answer in the shape of the provider: the inverse of how its entry is read.
struct EntryAnswer {
  let dialect: OAuth2Dialect
  let refusesWithStatus200: Bool
  let now: Instant
  /// Whether the answer is JSON alone: always, or where the client asks for it, as at GitHub.
  let isJSON: Bool

  init(of play: EntryPlay, by service: OAuth2Service, asked visit: Visit) {
    dialect = service.dialect
    refusesWithStatus200 = play.tolerance.refusesWithStatus200
    now = visit.now
    isJSON =
      play.tolerance.answersAsText || visit.request.head.headerFields[.accept]?.contains(ContentType.json) ?? false
  }

  /// Tokens, in the provider's names and envelope.
  func tokens(_ standard: TokenResponse, lifetime: Duration?) -> ResponseMessage {
    var members = standard.response().jsonObject
    let answer = dialect.answer
    if answer.defaultTokenType != nil { members["token_type"] = nil }
    if let scopes = standard.scopes {
      members["scope"] = .string(scopes.joined(separator: answer.scopeSeparator ?? dialect.scopeSeparator))
    }
    members["expires_in"] = lifetime.map(expiry)
    for (name, own) in answer.names {
      guard let value = members[name] else { continue }
      members[name] = nil
      members = Self.object(with: value, at: own, in: members)
    }
    if let envelope = answer.envelopes.first {
      members = Self.object(with: .object(members), at: envelope, in: JSON.Object())
    }
    if let path = answer.errorPath, refusesWithStatus200, JSON.object(members).value(at: path) == nil {
      members = Self.object(with: 0, at: path, in: members)
    }
    for path in dialect.revocationForm?.answerMembers ?? [] where JSON.object(members).value(at: path) == nil {
      members = Self.object(with: "playground", at: path, in: members)
    }
    var response = ResponseMessage(.ok, json: .object(members))
    if answer.isLoose { response.loosen(members, asForm: !isJSON) }
    return response
  }

  /// A refusal as the provider says it.
  func refusal(_ word: String, saying sentence: String? = nil) -> ResponseMessage {
    guard let path = dialect.answer.errorPath else {
      return TokenErrorResponse(word, description: sentence).response()
    }
    return ResponseMessage(
      refusesWithStatus200 ? .ok : .badRequest,
      json: .object(Self.object(with: .string(word), at: path, in: JSON.Object())))
  }

  private func expiry(_ lifetime: Duration) -> JSON {
    switch dialect.answer.expiry {
    case .seconds: .number(String(lifetime.wholeSeconds))
    case .milliseconds: .number(String(lifetime.wholeSeconds * 1000))
    case .time: .number(String((now + lifetime).secondsSinceEpoch))
    case .timestamp: .string("\(now + lifetime)")
    }
  }

  private static func object(with value: JSON, at path: String, in object: JSON.Object) -> JSON.Object {
    with(value, at: path.split(separator: ".")[...], in: .object(object)).object ?? object
  }

  /// A number in a path is the place in a list, and always the first one.
  private static func with(_ value: JSON, at path: ArraySlice<Substring>, in json: JSON?) -> JSON {
    guard let step = path.first.map(String.init) else { return value }
    guard Int(step) == nil else { return .array([with(value, at: path.dropFirst(), in: json?.array?.first)]) }
    var object = json?.object ?? JSON.Object()
    object[step] = with(value, at: path.dropFirst(), in: object[step])
    return .object(object)
  }
}

extension Message where Head == HTTPResponse {
  fileprivate var jsonObject: JSON.Object { (try? JSON(decoding: body))?.object ?? JSON.Object() }

  /// A form where it may be one and every member is a scalar, else JSON under the type of a text.
  fileprivate mutating func loosen(_ members: JSON.Object, asForm: Bool) {
    head.headerFields[.contentType] = "text/plain; charset=utf-8"
    guard asForm else { return }
    var form = Form()
    for member in members.members {
      switch member.value {
      case .string(let text), .number(let text): form.append(member.name, text)
      default: return
      }
    }
    body = form.encoded()
    head.headerFields[.contentType] = ContentType.form
  }
}
