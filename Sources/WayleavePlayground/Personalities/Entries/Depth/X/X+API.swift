import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/2/users/me`, whose answer is below `data`, and problems as RFC 9457 has them.
extension X {
  func api(_ path: [Substring], _ request: EntryRequest) -> ResponseMessage {
    guard let text = request.token(behind: "Bearer"),
      let token = request.play.issued.goodToken(text, at: request.visit.now), !token.isRefresh
    else { return problem(.unauthorized, "Unauthorized", request) }
    guard token.scopes.contains("users.read"), token.scopes.contains("tweet.read") else {
      return problem(.forbidden, "Forbidden", request)
    }
    guard path == ["2", "users", "me"] || path == ["playground"] else {
      return problem(.notFound, "Not Found", request)
    }
    let fields = (try? request.visit.query.nonEmptyText(of: "user.fields")) ?? ""
    return profile(of: token, fields: fields.split(separator: ",").map(String.init), request)
  }

  private func profile(of token: EntryLedger.ShownToken, fields: [String], _ request: EntryRequest) -> ResponseMessage {
    if let unknown = fields.first(where: { !Self.fields.contains($0) }) { return refuse(unknown, request) }
    request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
    var members = JSON.Object()
    members["id"] = .string(String(token.person.id))
    members["name"] = .string(token.person.name)
    members["username"] = .string(token.person.handle)
    for field in fields where members[field] == nil { members[field] = value(of: field, for: token) }
    return ResponseMessage(.ok, json: ["data": .object(members)])
  }

  private static let fields = [
    "affiliation", "confirmed_email", "connection_status", "created_at", "description", "entities", "id",
    "is_identity_verified", "location", "most_recent_tweet_id", "name", "parody", "pinned_tweet_id",
    "profile_banner_url", "profile_image_url", "protected", "public_metrics", "receives_your_dm", "subscription",
    "subscription_type", "url", "username", "verified", "verified_followers_count", "verified_type", "withheld",
  ]

  /// The value of a field; nil where there is none, or the scope for it is missing.
  private func value(of field: String, for token: EntryLedger.ShownToken) -> JSON? {
    switch field {
    case "confirmed_email": token.scopes.contains("users.email") ? .string(token.person.email) : nil
    case "location": .string(token.person.homeCity)
    case "profile_image_url": .string("https://playground.invalid/img/\(token.person.handle).png")
    case "protected", "verified": false
    default: nil
    }
  }

  private func refuse(_ field: String, _ request: EntryRequest) -> ResponseMessage {
    let shown = DisplayText.clean(field, limit: 40)
    request.noteRefusal("user.fields")
    var response = ResponseMessage(
      .badRequest,
      json: [
        "errors": [
          [
            "parameters": ["user.fields": [.string(shown)]],
            "message": .string("The `user.fields` query parameter value [\(shown)] is not one of the known fields"),
          ]
        ],
        "title": "Invalid Request", "detail": "One or more parameters to your request was invalid.",
        "type": "https://api.twitter.com/2/problems/invalid-request",
      ])
    response.head.headerFields[.contentType] = "application/problem+json"
    return response
  }

  private func problem(_ status: HTTPResponse.Status, _ title: String, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal("\(status.code)")
    var response = ResponseMessage(
      status,
      json: [
        "title": .string(title), "type": "about:blank", "status": JSON(Int64(status.code)), "detail": .string(title),
      ])
    response.head.headerFields[.contentType] = "application/problem+json"
    return response
  }
}
