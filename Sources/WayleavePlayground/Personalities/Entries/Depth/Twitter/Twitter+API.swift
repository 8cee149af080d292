import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `GET /1.1/account/verify_credentials.json`, `/1.1/statuses/home_timeline.json` and `user_timeline.json`.
extension Twitter {
  func api(
    _ signed: SignedEntryRequest, _ content: (PlaygroundPerson) -> JSON
  ) throws(Refusal) -> ResponseMessage {
    let token = try signed.verifiedToken().token
    signed.note(.apiAnswered, token)
    var response = ResponseMessage(.ok, json: content(token.person))
    response.head.headerFields[.contentType] = "application/json; charset=utf-8"
    return response
  }

  func account(_ person: PlaygroundPerson, _ visit: Visit) -> JSON {
    var members = user(person).object ?? JSON.Object()
    if !isAskedFor("skip_status", visit) { members["status"] = status(0, by: nil) }
    if isAskedFor("include_email", visit) { members["email"] = .string(person.email) }
    return .object(members)
  }

  private func isAskedFor(_ name: String, _ visit: Visit) -> Bool {
    (try? visit.query.text(of: name)) == "true"
  }

  func timeline(of people: [PlaygroundPerson], _ request: EntryRequest) -> JSON {
    let asked = (try? request.visit.query.nonEmptyText(of: "count")).flatMap { Int($0) } ?? 20
    let all = request.context.configuration.people.enumerated().filter { people.contains($0.element) }
      .map { status($0.offset, by: $0.element) }
    return .array(Array(all.prefix(max(0, asked))))
  }

  private func status(_ index: Int, by person: PlaygroundPerson?) -> JSON {
    let texts = [
      "The gate at the top of the lane is open again. Mind the sheep.",
      "A right of way is only as good as the people who walk it.",
      "Counted eleven stiles between here and the river & lost one boot.",
    ]
    let id = 1_050_118_621_198_921_728 + Int64(index)
    var members = JSON.Object()
    members["created_at"] = "Wed Oct 10 20:19:24 +0000 2018"
    members["id"] = JSON(id)
    members["id_str"] = .string(String(id))
    members["text"] = .string(texts[index % texts.count])
    members["user"] = person.map(user)
    return .object(members)
  }

  private func user(_ person: PlaygroundPerson) -> JSON {
    let picture = "://playground.invalid/profile_images/\(person.id)/\(person.handle)_normal.png"
    return [
      "id": JSON(person.id), "id_str": .string(String(person.id)), "name": .string(person.name),
      "screen_name": .string(person.handle), "location": .string(person.homeCity),
      "description": "Lives in a playground.", "url": .null, "protected": false, "verified": false,
      "followers_count": 2, "friends_count": 2, "profile_image_url": .string("http" + picture),
      "profile_image_url_https": .string("https" + picture),
    ]
  }
}
