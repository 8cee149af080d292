import Crypto
import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The nodes of the Graph API: the person, and what the person has allowed.
extension Facebook {
  func node(_ path: [Substring], _ request: EntryRequest) -> ResponseMessage {
    do throws(Refusal) {
      let text = request.pair("access_token") ?? request.token(behind: "Bearer", "OAuth")?.exposedText
      let token = try token(text ?? (try? request.visit.query.nonEmptyText(of: "access_token")), at: request)
      try requireProof(of: text ?? "", for: token, request)
      request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
      // A path of the playground, which says whose token came.
      guard let id = path.first, id != "playground" else { return user(token, fields: "id,name") }
      guard id == "me" || id == String(token.person.id) else { throw .unknownObject(id) }
      switch (path.count, path.dropFirst().first) {
      case (1, _): return try profile(token, request)
      case (2, "permissions"), (3, "permissions"): return permissions(token, path.dropFirst(2).first, request)
      case (2, "picture"): return .seeOther(Self.picture(of: token.person))
      default:
        throw Refusal(code: 2500, message: "Unknown path components: /\(path.dropFirst().joined(separator: "/"))")
      }
    } catch { return refuse(error, request) }
  }

  /// The proof that the sender knows the secret of the app that got the token.
  private func requireProof(
    of text: String, for token: EntryLedger.ShownToken, _ request: EntryRequest
  ) throws(Refusal) {
    guard let proof = (try? request.visit.query.nonEmptyText(of: "appsecret_proof")) ?? request.pair("appsecret_proof")
    else { throw .noProof }
    // A token of another app has no secret here.
    let secret = request.play.registered(request.client(of: token))?.secret
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(text.utf8), using: SymmetricKey(data: (secret ?? Secret("none")).exposedBytes))
    let digits = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    guard secret != nil, Secret(proof) == Secret(digits) else { throw .wrongProof }
  }

  private func profile(_ token: EntryLedger.ShownToken, _ request: EntryRequest) throws(Refusal) -> ResponseMessage {
    let fields = (try? request.visit.query.nonEmptyText(of: "fields")) ?? "id,name"
    for field in names(in: fields) where !Self.fields.contains(String(field)) { throw .unknownField(field) }
    return user(token, fields: fields)
  }

  private static let fields = ["id", "name", "first_name", "last_name", "short_name", "email", "picture"]

  /// The names in `id,picture.type(large)`.
  private func names(in fields: String) -> [Substring] {
    fields.split(separator: ",").map { $0.prefix { $0 != "." && $0 != "{" } }
  }

  /// The person, with the fields that were asked for; the id is always there, and an email only where it is allowed.
  private func user(_ token: EntryLedger.ShownToken, fields: String) -> ResponseMessage {
    let person = token.person
    var members = JSON.Object()
    for field in names(in: fields) {
      switch field {
      case "name": members["name"] = .string(person.name)
      case "first_name", "short_name": members[String(field)] = .string(person.firstName)
      case "last_name": members["last_name"] = .string(person.lastName)
      case "email" where granted(to: token).contains("email"): members["email"] = .string(person.email)
      case "picture":
        members["picture"] = [
          "data": ["height": 50, "is_silhouette": false, "url": .string(Self.picture(of: person)), "width": 50]
        ]
      default: break
      }
    }
    members["id"] = .string(String(person.id))
    return ResponseMessage(.ok, json: .object(members))
  }

  private static func picture(of person: PlaygroundPerson) -> String {
    "https://playground.invalid/img/\(person.handle).png"
  }

  /// What the person has allowed; DELETE takes one permission away, or the whole app.
  private func permissions(
    _ token: EntryLedger.ShownToken, _ permission: Substring?, _ request: EntryRequest
  ) -> ResponseMessage {
    guard request.method == .delete else {
      let all = token.scopes.map { scope -> JSON in
        ["permission": .string(scope), "status": granted(to: token).contains(scope) ? "granted" : "declined"]
      }
      return ResponseMessage(.ok, json: ["data": .array(all)])
    }
    if let permission {
      declined[token.person.id, default: []].insert(String(permission))
    } else {
      declined[token.person.id] = nil
      request.play.end(.appRemoved) { $0.person == token.person && $0.client == token.client }
    }
    request.context.note(.tokenRevoked, request.visit, client: request.play.client.id, person: token.person)
    return ResponseMessage(.ok, json: ["success": true])
  }
}
