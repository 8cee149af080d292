import HTTPTypes
package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// What a provider says about an access token by an endpoint of its own.
package struct TokenInspection: Sendable {
  private let rule: TokenInspectionRule
  private let answer: JSON

  /// Asks about a token; throws `configuration.invalid_client` where the client's secret is needed and missing.
  package static func request(
    about token: Secret, by rule: TokenInspectionRule, as client: Client, api: APIDialect
  ) throws(OAuthError) -> RequestMessage {
    let endpoint = try rule.endpoint.filled { $0 == "client_id" ? client.id.text : nil }
    var request = RequestMessage(.get, to: endpoint.url)
    switch rule.placement {
    case .query:
      var query = Form()
      query.append(rule.tokenParameter, token)
      if let name = rule.appTokenParameter {
        query.append(name, Secret(Array("\(client.id.text)|".utf8) + (try client.secretForHandOver.exposedBytes)))
      }
      request.appendQuery(query)
    case .bearer: try request.setHeader(.authorization, to: "Bearer \(token.exposedText)")
    case .json:
      _ = try client.secretForHandOver
      request = try client.request(.post, sending: [rule.tokenParameter: .string(token.exposedText)], to: endpoint)
    }
    request.head.headerFields[.accept] = ContentType.json
    try request.appendParameters(of: api, client: client)
    return request
  }

  /// Reads an answer; throws `hand_over.refused` for an error in it, and `answer.…` for one that cannot be used: what is
  /// not called JSON could be any page of that server.
  package init(reading response: ResponseMessage, by rule: TokenInspectionRule) throws(OAuthError) {
    try response.requireDirectAnswer()
    let answer = try? JSON(decodingAnswer: response.body)
    let error = rule.error.flatMap { answer?.value(at: $0) }
    guard response.status == 200, error == nil || error == .null else { throw .refusedHandOver(response) }
    guard response.isJSON, let answer, answer.object != nil else { throw .noInspection() }
    self.rule = rule
    self.answer = answer
  }

  /// Throws `hand_over.refused` where the answer does not say that the token is valid.
  package func requireValid() throws(OAuthError) {
    guard let path = rule.valid else { return }
    guard answer.value(at: path) == .bool(true) else { throw .refusedHandOver() }
  }

  /// The client to which the token was issued; Facebook wrote it as a number before it wrote it as a text.
  package var client: String? { text(at: rule.client) }

  /// The user that the token was issued for.
  package var user: String? { rule.user.flatMap(text) }

  /// When the token ends, nil for never; throws `access_token.expired` when that time has come, or is not said.
  package func end(at now: Instant) throws(OAuthError) -> Instant? {
    var ends: [Instant] = []
    for (index, path) in rule.expiresAt.enumerated() {
      guard let text = text(at: path) else {
        guard index > 0 else { throw .endedHandOver(nil) }
        continue
      }
      guard let seconds = Int64(text) else { throw .endedHandOver(nil) }
      if seconds != 0 { ends.append(Instant(secondsSinceEpoch: seconds)) }
    }
    if let path = rule.expiresIn {
      guard let seconds = text(at: path).flatMap({ Int64($0) }) else { throw .endedHandOver(nil) }
      ends.append(now + min(max(seconds, 0), TokenResponse.maximumExpiresIn))
    }
    let end = ends.min()
    if let end, end <= now { throw .endedHandOver(end) }
    return end
  }

  /// What the token allows; nil where the answer does not say.
  package var scopes: [String]? {
    switch rule.scopes.flatMap({ answer.value(at: $0) }) {
    case .array(let elements)?: elements.compactMap(\.string)
    case .string(let text)?: text.split { $0 == " " || $0 == "," }.map(String.init)
    default: nil
    }
  }

  private func text(at path: String) -> String? {
    switch answer.value(at: path) {
    case .string(let text)?: text.isEmpty ? nil : text
    case .number(let digits)?: digits
    default: nil
    }
  }
}

extension Client {
  fileprivate var secretForHandOver: Secret {
    get throws(OAuthError) {
      guard let secret else {
        throw OAuthError(
          .invalidClient,
          message: "The client “\(DisplayText.clean(id.text))” has no secret, and only with it the provider answers.",
          rule: .rfc(6749, "2.3"), remedy: .giveSecret)
      }
      return secret
    }
  }
}

extension OAuthError {
  fileprivate static func noInspection() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, rule: .wayleave("the provider says to which client a token was issued"),
      expected: "a JSON object", received: .described("another answer"),
      remedy: "Nothing was used. Check the endpoint in the provider's entry.")
  }
}
