import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// The API: the user, the addresses, and what an app may ask and end about its tokens.
extension GitHub {
  func api(_ path: [Substring], _ request: EntryRequest) -> ResponseMessage {
    guard request.visit.request.head.headerFields[.userAgent].map({ !$0.isEmpty }) ?? false else {
      request.noteRefusal("no_user_agent")
      return .text(
        .forbidden,
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n")
    }
    if path.count == 3, path[0] == "applications", path[2] == "token" { return application(String(path[1]), request) }
    guard let text = request.token(behind: "Bearer", "token"),
      let token = request.play.issued.goodToken(text, at: request.visit.now), !token.isRefresh
    else {
      let isMissing = request.visit.request.head.headerFields[.authorization] == nil
      return refuse(.unauthorized, isMissing ? "Requires authentication" : "Bad credentials", request)
    }
    request.context.note(.apiAnswered, request.visit, client: request.play.client.id, person: token.person)
    var response = path == ["graphql"] ? answer(toQuery: request, token) : answer(to: path, token)
    if !isApp, let name = HTTPField.Name("X-OAuth-Scopes") {
      response.head.headerFields[name] = token.scopes.joined(separator: ", ")
    }
    return response
  }

  private func answer(to path: [Substring], _ token: EntryLedger.ShownToken) -> ResponseMessage {
    switch path {
    case ["user"], ["playground"]: return ResponseMessage(.ok, json: user(token.person))
    case ["user", "emails"]:
      // A GitHub App has the permission "Email addresses" here.
      guard isApp || token.scopes.contains("user:email") || token.scopes.contains("user") else { return noSuchResource }
      return ResponseMessage(.ok, json: emails(of: token.person))
    default: return noSuchResource
    }
  }

  /// The one query that programs send after a sign-in.
  ///
  /// https://docs.github.com/en/graphql/guides/forming-calls-with-graphql: "query { viewer { login } }".
  private func answer(toQuery request: EntryRequest, _ token: EntryLedger.ShownToken) -> ResponseMessage {
    guard request.method == .post else { return noSuchResource }
    let query = (try? JSON(decoding: request.visit.request.body))?["query"]?.string ?? ""
    guard query.utf8.filter({ $0 > UInt8(ascii: " ") }).suffix(15).elementsEqual("{viewer{login}}".utf8) else {
      return ResponseMessage(.ok, json: ["errors": [["message": "Of GraphQL, only viewer { login } is played."]]])
    }
    return ResponseMessage(.ok, json: ["data": ["viewer": ["login": .string(token.person.handle)]]])
  }

  private var noSuchResource: ResponseMessage {
    ResponseMessage(
      .notFound, json: ["message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"])
  }

  private func user(_ person: PlaygroundPerson) -> JSON {
    [
      "login": .string(person.handle), "id": JSON(person.id), "type": "User", "name": .string(person.name),
      "email": .null, "location": .string(person.homeCity),
      "avatar_url": .string("https://playground.invalid/img/\(person.handle).png"),
    ]
  }

  /// The primary address is not the first one.
  private func emails(of person: PlaygroundPerson) -> JSON {
    [
      [
        "email": .string("\(person.handle)@users.example.com"), "primary": false, "verified": true,
        "visibility": .null,
      ],
      ["email": .string(person.email), "primary": true, "verified": true, "visibility": "private"],
    ]
  }

  /// `/applications/{client_id}/token`: POST says what a token is, DELETE ends it. The app shows its secret.
  private func application(_ id: String, _ request: EntryRequest) -> ResponseMessage {
    var probe = RequestMessage(.post, to: request.url)
    probe.head.headerFields[.authorization] = request.visit.request.head.headerFields[.authorization]
    guard let shown = try? ClientCredentials(reading: probe), let client = request.play.registered(shown.id),
      shown.secret == client.secret, id.hasSameBytes(as: client.id.text)
    else { return refuse(.notFound, "Not Found", request) }
    guard let text = (try? JSON(decoding: request.visit.request.body))?["access_token"]?.string.map({ Secret($0) })
    else { return refuse(.unprocessableContent, "Invalid request.\n\n\"access_token\" wasn't supplied.", request) }
    guard let token = request.play.issued.goodToken(text, at: request.visit.now),
      token.client == request.play.granted(client.id), !token.isRefresh
    else {
      return refuse(.notFound, "Not Found", request)
    }
    guard request.method == .delete else {
      request.context.note(.apiAnswered, request.visit, client: client.id, person: token.person)
      return ResponseMessage(.ok, json: description(of: token, text, client))
    }
    request.play.issued.revoke(text, at: request.visit.now)
    request.context.note(.tokenRevoked, request.visit, client: request.play.client.id, person: token.person)
    return ResponseMessage(HTTPResponse(status: .noContent))
  }

  private func description(of token: EntryLedger.ShownToken, _ text: Secret, _ client: PlaygroundClient) -> JSON {
    [
      "token": .string(text.exposedText), "expires_at": isApp ? .string("\(token.expiry)") : .null,
      "app": ["client_id": .string(client.id.text), "name": .string(client.name)],
      "scopes": .array(token.scopes.map { .string($0) }), "user": user(token.person),
    ]
  }

  private func refuse(_ status: HTTPResponse.Status, _ message: String, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal("\(status.code)")
    return ResponseMessage(
      status,
      json: [
        "message": .string(message), "documentation_url": "https://docs.github.com/rest",
        "status": .string("\(status.code)"),
      ])
  }
}
