import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `GET /v2/users/self` and `/v2/users/self/friends`, in Foursquare's envelope and with its own words.
extension Foursquare {
  func api(_ path: Path, _ request: EntryRequest) -> ResponseMessage {
    switch token(of: request) {
    case .failure(let refusal):
      request.context.note(.refused, request.visit, reason: refusal.errorType)
      return envelope(refusal: refusal, in: request.context)
    case .success(let token):
      let client = request.play.client(of: token.grant)
      request.context.note(.apiAnswered, request.visit, client: client, person: token.person)
      let people = request.context.configuration.people
      let content = path == .friends ? friends(of: token.person, among: people) : user(token.person)
      return envelope(response: content, in: request.context)
    }
  }

  private func token(of request: EntryRequest) -> Result<EntryLedger.ShownToken, Refusal> {
    let (query, now) = (request.visit.query, request.visit.now)
    guard let text = try? query.nonEmptyText(of: "oauth_token") else { return .failure(.missingCredentials) }
    guard let token = request.play.issued.goodToken(Secret(text), at: now), !token.isRefresh else {
      return .failure(.badToken)
    }
    guard let version = try? query.nonEmptyText(of: "v") else { return .failure(.missingVersion) }
    return isDate(version) ? .success(token) : .failure(.badVersion)
  }

  /// Whether a text is a day, written YYYYMMDD.
  private func isDate(_ text: String) -> Bool {
    guard text.utf8.count == 8, text.utf8.allSatisfy(\.isDigit), let month = Int(text.dropFirst(4).prefix(2)),
      let day = Int(text.suffix(2))
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private func user(_ person: PlaygroundPerson) -> JSON {
    var members = summary(person).object ?? JSON.Object()
    members["relationship"] = "self"
    members["contact"] = ["email": .string(person.email)]
    return ["user": .object(members)]
  }

  private func friends(of person: PlaygroundPerson, among people: [PlaygroundPerson]) -> JSON {
    let friends = people.filter { $0.id != person.id }.map(summary)
    return ["friends": ["count": .number(String(friends.count)), "items": .array(friends)]]
  }

  private func summary(_ person: PlaygroundPerson) -> JSON {
    [
      "id": .string(String(person.id)), "firstName": .string(person.firstName), "lastName": .string(person.lastName),
      "gender": "none", "homeCity": .string(person.homeCity),
      "photo": ["prefix": "https://playground.invalid/img/user/", "suffix": .string("/\(person.handle).png")],
    ]
  }

  private func envelope(response: JSON, in context: TenantContext) -> ResponseMessage {
    let meta: JSON = ["code": 200, "requestId": .string(drawRequestID(in: context))]
    let notifications: JSON = [["type": "notificationTray", "item": ["unreadCount": 0]]]
    return ResponseMessage(.ok, json: ["meta": meta, "notifications": notifications, "response": response])
  }

  func envelope(refusal: Refusal, in context: TenantContext) -> ResponseMessage {
    let meta: JSON = [
      "code": .number(String(refusal.status.code)), "errorType": .string(refusal.errorType),
      "errorDetail": .string(refusal.detail), "requestId": .string(drawRequestID(in: context)),
    ]
    return ResponseMessage(refusal.status, json: ["meta": meta, "response": [:]])
  }

  private func drawRequestID(in context: TenantContext) -> String {
    RandomText.bytes(12, using: &context.random).hexadecimal
  }
}
