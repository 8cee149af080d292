import Crypto
import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What a test makes happen at an entry, at `/entries/NAME/playground/…`: the hostile twin of a good token.
///
/// `GET key` is the key of a client that signs. `POST tokens` issues a token as another app would get it, and `POST end` ends a user's tokens for a reason.
extension Entries {
  /// What follows `/playground` in the paths of a test.
  enum ControlPath: String {
    case key = "/key"
    case tokens = "/tokens"
    case end = "/end"

    /// Reads what follows the name of an entry; nil for the path of the provider.
    init?(after name: Substring) {
      guard name.hasPrefix("/playground/") else { return nil }
      self.init(rawValue: String(name.dropFirst("/playground".count)))
    }
  }

  func control(_ play: EntryPlay, _ path: String, _ visit: Visit) -> ResponseMessage {
    guard !visit.isOfAnotherSite(than: context.address.origin) else {
      return ResponseMessage(.forbidden, json: ["error": "foreign_origin"])
    }
    let asked = ControlPath(rawValue: path)
    if visit.request.head.method == .get, asked == .key { return privateKey(of: play) }
    guard visit.request.head.method == .post, let body = try? JSON(decoding: visit.request.body) else {
      return Self.refuse("a POST of JSON")
    }
    switch asked {
    case .tokens: return issueToken(body, play, visit)
    case .end: return endTokens(body, play, visit)
    case .key, nil: return ResponseMessage(.notFound, json: ["error": "not_found"])
    }
  }

  /// The key of a client that signs, as its provider has it downloaded.
  private func privateKey(of play: EntryPlay) -> ResponseMessage {
    guard play.client.key != nil, let key = try? P256.Signing.PrivateKey(rawRepresentation: EntryPlay.privateNumber)
    else { return ResponseMessage(.notFound, json: ["error": "not_found"]) }
    return .text(.ok, key.pemRepresentation + "\n", type: "application/x-pem-file")
  }

  private func issueToken(_ asked: JSON, _ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard let person = person(of: asked) else { return Self.refuse("person: a handle") }
    let token = EntryToken(
      scopes: asked["scopes"]?.array?.compactMap(\.string) ?? [], secret: context.drawSecret())
    let text = context.drawSecret()
    let grant = play.issued.begin(EntryGrant(person: person, client: asked["client"]?.string ?? "another-app"))
    play.issued.saveAccessToken(token, as: text, of: grant, until: visit.now + .seconds(3600), at: visit.now)
    context.note(.tokenIssued, visit, person: person)
    return ResponseMessage(.ok, json: ["access_token": .string(text.exposedText)])
  }

  private func endTokens(_ asked: JSON, _ play: EntryPlay, _ visit: Visit) -> ResponseMessage {
    guard let person = person(of: asked) else { return Self.refuse("person: a handle") }
    guard let reason = asked["reason"]?.string.flatMap(TokenEnding.init) else {
      return Self.refuse("reason: \(TokenEnding.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    play.end(reason) { $0.person == person }
    context.note(.tokenRevoked, visit, reason: reason.rawValue)
    return ResponseMessage(HTTPResponse(status: .noContent))
  }

  private func person(of asked: JSON) -> PlaygroundPerson? {
    let handle = asked["person"]?.string
    return context.configuration.people.first { $0.handle == handle }
  }

  private static func refuse(_ expected: String) -> ResponseMessage {
    ResponseMessage(.badRequest, json: ["error": "invalid_request", "expected": .string(expected)])
  }
}
