import HTTPTypes
package import WayleaveWire

extension RecommendedAction {
  /// What an API's answer asks for: by its challenge, then by the words in its body, then by its status.
  ///
  /// RFC 6750 §3.1; RFC 9470 §3; RFC 9110 §10.2.3. Nil for an answer that refuses nothing. A 401 that gives no known
  /// reason asks for a fresh token; a 403 does not.
  package init?(reading response: ResponseMessage, dialect: OAuth2Dialect) {
    guard let (action, _) = Self.read(in: response, dialect: dialect) else { return nil }
    self = action
  }

  /// The same, with the refusal that asks for it.
  ///
  /// Where no word is known, the status asks; the refusal is then the first that the answer has, or nil.
  package static func read(
    in response: ResponseMessage, dialect: OAuth2Dialect
  ) -> (action: RecommendedAction, refusal: ProviderRefusal?)? {
    guard !(200..<400).contains(response.status) || response.isRefusedByOK(dialect.api) else { return nil }
    let response = response.withRefusalBody
    let refusals = [
      ResourceChallenge(reading: response)?.refusal(response),
      TokenAnswer(of: response).refusal ?? ProviderRefusal(sentenceIn: response),
    ].compactMap(\.self)
    for refusal in refusals {
      guard let action = dialect.refusalTable.action(for: refusal) else { continue }
      return (action.waiting(for: response), refusal)
    }
    return (byStatus(of: response), refusals.first)
  }

  /// Whether an answer of an API may say something about the credential: a 4xx, or a refusal with status 200.
  package static func mayConcernCredential(_ response: ResponseMessage, dialect: OAuth2Dialect) -> Bool {
    (400..<500).contains(response.status) || response.isRefusedByOK(dialect.api)
  }

  private static func byStatus(of response: ResponseMessage) -> RecommendedAction {
    let pause = response.retryAfter()
    return switch response.status {
    case 401: .refresh
    case 429: .wait(pause ?? RefusalTable.pauseAtLimit)
    case 500...599: .wait(pause ?? RefusalTable.pauseInTrouble)
    default: .giveUp
    }
  }

  /// The action, with the time to wait that the header names.
  private func waiting(for response: ResponseMessage) -> RecommendedAction {
    guard case .wait = self, self != .retry, let pause = response.retryAfter() else { return self }
    return .wait(pause)
  }
}

extension Message where Head == HTTPResponse {
  /// Whether a small body of a successful answer says that it is none, at a provider whose answers do: Slack's `"ok": false`.
  ///
  /// Elsewhere it is content, which anyone may have written.
  fileprivate func isRefusedByOK(_ dialect: APIDialect) -> Bool {
    guard dialect.refusesByOK, status == 200, body.count <= 4096, contentType == "application/json",
      let members = try? JSON(decoding: body)
    else { return false }
    return members["ok"]?.bool == false
  }
}
