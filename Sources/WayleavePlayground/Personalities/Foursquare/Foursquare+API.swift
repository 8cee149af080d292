import HTTPTypes
import WayleaveWire

/// `GET /v2/users/self` and `/v2/users/self/friends`, in Foursquare's envelope and with its own words.
extension Foursquare {
  func api(_ visit: Visit, _ content: (PlaygroundPerson) -> JSON) -> ResponseMessage {
    switch token(of: visit) {
    case .failure(let refusal):
      context.note(.refused, visit, reason: refusal.errorType)
      return envelope(refusal: refusal)
    case .success(let token):
      context.note(.apiAnswered, visit, client: token.grant.clientID, person: token.grant.person)
      return envelope(response: content(token.grant.person))
    }
  }

  func unknownEndpoint() -> ResponseMessage { envelope(refusal: .unknownEndpoint) }

  private func token(of visit: Visit) -> Result<Issued.ShownToken, Refusal> {
    guard let text = try? visit.query.nonEmptyText(of: "oauth_token") else { return .failure(.missingCredentials) }
    guard let token = issued.goodToken(Secret(text), at: visit.now), !token.isRefresh else {
      return .failure(.badToken)
    }
    guard let version = try? visit.query.nonEmptyText(of: "v") else { return .failure(.missingVersion) }
    return isDate(version) ? .success(token) : .failure(.badVersion)
  }

  /// Whether a text is a day, written YYYYMMDD.
  private func isDate(_ text: String) -> Bool {
    guard text.utf8.count == 8, text.utf8.allSatisfy(\.isDigit), let month = Int(text.dropFirst(4).prefix(2)),
      let day = Int(text.suffix(2))
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  func user(_ person: PlaygroundPerson) -> JSON {
    var members = summary(person).object ?? JSON.Object()
    members["relationship"] = "self"
    members["contact"] = ["email": .string(person.email)]
    return ["user": .object(members)]
  }

  func friends(of person: PlaygroundPerson) -> JSON {
    let friends = context.configuration.people.filter { $0.id != person.id }.map(summary)
    return ["friends": ["count": .number(String(friends.count)), "items": .array(friends)]]
  }

  private func summary(_ person: PlaygroundPerson) -> JSON {
    [
      "id": .string(String(person.id)), "firstName": .string(person.firstName), "lastName": .string(person.lastName),
      "gender": "none", "homeCity": .string(person.homeCity),
      "photo": ["prefix": "https://playground.invalid/img/user/", "suffix": .string("/\(person.handle).png")],
    ]
  }

  private func envelope(response: JSON) -> ResponseMessage {
    let meta: JSON = ["code": 200, "requestId": .string(drawRequestID())]
    let notifications: JSON = [["type": "notificationTray", "item": ["unreadCount": 0]]]
    return ResponseMessage(.ok, json: ["meta": meta, "notifications": notifications, "response": response])
  }

  private func envelope(refusal: Refusal) -> ResponseMessage {
    let meta: JSON = [
      "code": .number(String(refusal.status.code)), "errorType": .string(refusal.errorType),
      "errorDetail": .string(refusal.detail), "requestId": .string(drawRequestID()),
    ]
    return ResponseMessage(refusal.status, json: ["meta": meta, "response": [:]])
  }

  private func drawRequestID() -> String { RandomText.bytes(12, using: &context.random).hexadecimal }
}
