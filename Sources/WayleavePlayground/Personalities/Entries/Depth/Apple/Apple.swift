import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Sign in with Apple: a signed client secret, a posted callback, and a name that comes once.
///
/// https://developer.apple.com, "Sign in with Apple REST API".
final class Apple: EntryDepth {
  let rotatesRefreshTokens = false

  func answer(_ request: EntryRequest) -> ResponseMessage? {
    guard request.host == "appleid.apple.com" else { return nil }
    switch request.segments {
    case ["auth", "authorize"]: return refuseResponseMode(request)
    case ["auth", "token"]: return inOwnWords(request.answerOfEntry)
    case ["auth", "revoke"]: return revoke(request)
    default: return nil
    }
  }

  /// What would stand in the address of a page is too much: it must be posted.
  private func refuseResponseMode(_ request: EntryRequest) -> ResponseMessage? {
    let scopes = (try? request.visit.query.text(of: "scope"))?.split(separator: " ") ?? []
    guard scopes.contains("name") || scopes.contains("email"),
      (try? request.visit.query.text(of: "response_mode")) != "form_post"
    else { return nil }
    let fault = AuthorizationFault(
      reason: "invalid_request",
      explanation: "An app that asks for the name or the email address takes a posted answer.",
      facts: [
        ("scope received", scopes.map { DisplayText.clean(String($0), limit: 40) }),
        ("Demanded", ["response_mode=form_post"]),
      ])
    return request.context.refuseOnPage(fault, request.visit)
  }

  /// Each refusal has the status 400, and a word alone.
  private func inOwnWords(_ answer: ResponseMessage) -> ResponseMessage {
    guard answer.status != 200, let word = (try? JSON(decoding: answer.body))?["error"]?.string else { return answer }
    return Self.refusal(word)
  }

  private static func refusal(_ word: String) -> ResponseMessage {
    ResponseMessage(.badRequest, json: ["error": .string(word)])
  }

  /// Ends all that the person has given the app; an unknown token is no error.
  private func revoke(_ request: EntryRequest) -> ResponseMessage {
    guard let client = request.play.registered(request.pair("client_id").map { ClientID($0) }),
      AppleSecret.isGood(
        request.pair("client_secret").map { Secret($0) }, of: client.id, at: request.play, request.visit.realNow)
    else { return refuse("invalid_client", request) }
    guard let text = request.pair("token") else { return refuse("invalid_request", request) }
    if let token = request.play.issued.goodToken(Secret(text), at: request.visit.now),
      token.client == request.play.granted(client.id)
    {
      request.play.end(.appRemoved) { $0.person == token.person && $0.client == token.client }
      request.context.note(.tokenRevoked, request.visit, client: client.id, person: token.person)
    }
    return ResponseMessage(HTTPResponse(status: .ok))
  }

  private func refuse(_ word: String, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal(word)
    return Self.refusal(word)
  }

  /// Name and address, as far as they were asked for, at the first consent alone.
  func profile(of person: PlaygroundPerson, for request: AuthorizationRequest, at play: EntryPlay) -> Form? {
    var user = JSON.Object()
    if request.scopes.contains("name") {
      user["name"] = ["firstName": .string(person.firstName), "lastName": .string(person.lastName)]
    }
    if request.scopes.contains("email") { user["email"] = .string(person.email) }
    guard !user.members.isEmpty, play.known.insert(person.id).inserted else { return Form() }
    return ["user": JSON.object(user).encodedText()]
  }

  /// No name; and what is true or false is a text for some, and is not for others.
  func change(_ claims: inout JSON.Object, for code: EntryCode, at play: EntryPlay) {
    claims["name"] = nil
    claims["nonce_supported"] = true
    guard code.request.scopes.contains("email") else {
      claims["email"] = nil
      claims["email_verified"] = nil
      return
    }
    claims["email_verified"] = code.person.hasPersonalAccount ? true : "true"
    claims["is_private_email"] = code.person.hasPersonalAccount ? false : "false"
  }
}
