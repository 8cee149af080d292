import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `/oauth2/v2.0/token`, and its numbered refusals.
///
/// https://learn.microsoft.com, "Microsoft Entra authentication and authorization error codes".
extension Microsoft {
  struct Refusal {
    let number: Int64
    let word: String
    var suberror: String?
    let sentence: String

    static let unknownClient = Refusal(
      number: 700_016, word: "unauthorized_client", sentence: "No app with this id is in the directory.")
    static let noSecret = Refusal(
      number: 7_000_218, word: "invalid_client", sentence: "The request must have a client secret or an assertion.")
    static let wrongSecret = Refusal(
      number: 7_000_215, word: "invalid_client", sentence: "This is not the value of a secret of the app.")
    static let unsupportedGrant = Refusal(
      number: 70_003, word: "unsupported_grant_type", sentence: "The app may not use this grant.")
    static let malformedCode = Refusal(
      number: 9_002_313, word: "invalid_request", sentence: "The request is malformed or not valid.")
    static let usedCode = Refusal(
      number: 54_005, word: "invalid_grant", sentence: "The code was redeemed already. Ask for another one.")
    static let oldCode = Refusal(number: 70_008, word: "invalid_grant", sentence: "The code has expired.")
    static let otherRedirectURI = Refusal(
      number: 500_112, word: "invalid_client", sentence: "The code was sent to another reply address.")
    static let wrongVerifier = Refusal(
      number: 501_481, word: "invalid_grant", sentence: "The verifier does not fit the code challenge.")
    static let unknownToken = Refusal(
      number: 70_000, word: "invalid_grant", suberror: "bad_token", sentence: "The refresh token is not valid.")

    /// Why a refresh token is no longer good.
    static func ended(_ reason: TokenEnding) -> Refusal {
      let (number, suberror, sentence): (Int64, String, String) =
        switch reason {
        case .appRemoved: (65_001, "consent_required", "The user has not consented to the app, or not any more.")
        case .passwordChanged: (50_173, "bad_token", "The grant was revoked: the user has another password.")
        case .loggedOut: (50_132, "bad_token", "The session of the user has ended.")
        case .accountSuspended: (50_057, "bad_token", "The user account is disabled.")
        case .expired: (700_082, "bad_token", "The refresh token was not used for too long.")
        }
      return Refusal(number: number, word: "invalid_grant", suberror: suberror, sentence: sentence)
    }

    /// A refusal that only the entry knows.
    static func other(_ word: String) -> Refusal {
      Refusal(number: 900_144, word: word, sentence: "The request lacks something that it must have.")
    }
  }

  func grantToken(_ request: EntryRequest) -> ResponseMessage {
    if let refusal = refusal(of: request) { return refuse(refusal, request) }
    let answer = request.answerOfEntry
    guard answer.status != 200, let word = (try? JSON(decoding: answer.body))?["error"]?.string else { return answer }
    return refuse(.other(word), request)
  }

  private func refusal(of request: EntryRequest) -> Refusal? {
    guard let shown = request.shownClient else { return .other("invalid_request") }
    guard let client = request.play.registered(shown.id) else { return .unknownClient }
    guard shown.secret != nil || client.secret == nil else { return .noSecret }
    guard request.showsSecret(of: client) else { return .wrongSecret }
    switch request.pair("grant_type") {
    case AuthorizationCodeGrant.grantType: return refusalOfCode(request)
    case RefreshTokenGrant.grantType: return refusalOfToken(request)
    case nil: return .other("invalid_request")
    default: return .unsupportedGrant
    }
  }

  private func refusalOfCode(_ request: EntryRequest) -> Refusal? {
    switch request.shownCode {
    case .malformed: return .malformedCode
    case .used, .unknown: return .usedCode
    case .expired: return .oldCode
    case .good(let code):
      guard request.repeats(code.request.redirectURI) else { return .otherRedirectURI }
      return request.verifies(code.request.codeChallenge) ? nil : .wrongVerifier
    }
  }

  private func refusalOfToken(_ request: EntryRequest) -> Refusal? {
    let text = Secret(request.pair("refresh_token") ?? "")
    guard let token = request.play.issued.token(text, at: request.visit.now), token.isRefresh else {
      return .unknownToken
    }
    return token.ending.map { .ended($0) }
  }

  private func refuse(_ refusal: Refusal, _ request: EntryRequest) -> ResponseMessage {
    request.noteRefusal("AADSTS\(refusal.number)")
    let (trace, correlation, time) = (Self.trace(request), Self.trace(request), "\(request.visit.now)")
    var members = JSON.Object()
    members["error"] = .string(refusal.word)
    members["error_description"] = .string(
      "AADSTS\(refusal.number): \(refusal.sentence) Trace ID: \(trace) Correlation ID: \(correlation) Timestamp: \(time)"
    )
    members["error_codes"] = [JSON(refusal.number)]
    members["timestamp"] = .string(time)
    members["trace_id"] = .string(trace)
    members["correlation_id"] = .string(correlation)
    members["error_uri"] = .string("https://login.microsoftonline.com/error?code=\(refusal.number)")
    members["suberror"] = refusal.suberror.map { .string($0) }
    return ResponseMessage(refusal.word == "invalid_client" ? .unauthorized : .badRequest, json: .object(members))
  }
}
