import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// A token answer in the shape of the provider: the inverse of how its entry is read.
struct EntryAnswer {
  let dialect: OAuth2Dialect
  let now: Instant
  /// Whether the client asks for JSON: GitHub then answers in nothing else.
  let wantsJSON: Bool

  init(dialect: OAuth2Dialect, asked visit: Visit) {
    self.dialect = dialect
    now = visit.now
    wantsJSON = visit.request.head.headerFields[.accept]?.contains(ContentType.json) ?? false
  }

  /// Tokens, in the provider's names and envelope.
  func tokens(_ standard: TokenResponse, lifetime: Duration) -> ResponseMessage {
    var members = standard.response().jsonObject
    let answer = dialect.answer
    if answer.defaultTokenType != nil { members["token_type"] = nil }
    if let scopes = standard.scopes {
      members["scope"] = .string(scopes.joined(separator: answer.scopeSeparator ?? dialect.scopeSeparator))
    }
    members["expires_in"] = expiry(lifetime)
    for (name, own) in answer.names {
      guard let value = members[name] else { continue }
      members[name] = nil
      members = Self.with(value, at: own.split(separator: ".")[...], in: members)
    }
    if let envelope = answer.envelopes.first {
      members = Self.with(.object(members), at: envelope.split(separator: ".")[...], in: JSON.Object())
    }
    if let path = answer.errorPath, JSON.object(members).value(at: path) == nil {
      members = Self.with(0, at: path.split(separator: ".")[...], in: members)
    }
    var response = ResponseMessage(.ok, json: .object(members))
    if answer.isLoose { response.loosen(members, asForm: !wantsJSON) }
    return response
  }

  /// A refusal as the provider says it.
  func refusal(_ word: String, status: HTTPResponse.Status = .badRequest) -> ResponseMessage {
    guard let path = dialect.answer.errorPath else { return TokenErrorResponse(word).response() }
    return ResponseMessage(
      .ok, json: .object(Self.with(.string(word), at: path.split(separator: ".")[...], in: JSON.Object())))
  }

  private func expiry(_ lifetime: Duration) -> JSON {
    switch dialect.answer.expiry {
    case .seconds: .number(String(lifetime.wholeSeconds))
    case .milliseconds: .number(String(lifetime.wholeSeconds * 1000))
    case .time: .number(String((now + lifetime).secondsSinceEpoch))
    case .timestamp: .string("\(now + lifetime)")
    }
  }

  private static func with(_ value: JSON, at path: ArraySlice<Substring>, in object: JSON.Object) -> JSON.Object {
    var object = object
    guard let step = path.first.map(String.init) else { return object }
    object[step] =
      path.count == 1 ? value : .object(with(value, at: path.dropFirst(), in: object[step]?.object ?? JSON.Object()))
    return object
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
