package import Wayleave
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// The chain by which a sign-in at an API by its URL comes to a server, a client and scopes, step by step.
///
/// RFC 9728 §3 and §5; Model Context Protocol 2025-11-25, Authorization. No token is sent for it, and no one is signed in.
package struct APICheck: Sendable {
  /// A request of the search, and its answer.
  package struct Step: Sendable {
    package let request: RequestMessage
    package let response: ResponseMessage

    package init(_ request: RequestMessage, _ response: ResponseMessage) {
      (self.request, self.response) = (request, response)
    }
  }

  private let api: AbsoluteURL
  private let subject: String

  package init(of api: AbsoluteURL, subject: String) { (self.api, self.subject) = (api, subject) }

  /// Whether a server has answered at its own URL, and each time that there is nothing.
  package static func hasFoundNothing(at server: AbsoluteURL, after steps: [Step]) -> Bool {
    let own = steps.filter { $0.request.url?.hasSameBytes(as: server.text) ?? false }
    return !own.isEmpty && own.allSatisfy { [404, 410].contains($0.response.status) }
  }

  /// What was asked, in its order, and what came.
  package func findings(of steps: [Step]) -> [Finding] { steps.map { found(.api, sentence(of: $0)) } }

  /// What the API says of itself.
  package func finding(for found: FoundAPI) -> Finding {
    let server = DisplayText.clean(found.provider.name.text)
    let origin =
      found.isItsOwnServer
      ? "It names no server, so the one of its own host counts: \(server)." : "Its server is \(server)."
    let binding = found.requiresDPoP ? " It takes only tokens that are bound to a key." : ""
    return self.found(
      .api, "The API is named \(URLRedaction.redact(found.resource.text)) in requests (resource). \(origin)\(binding)")
  }

  /// What the server offers, and the API needs: PKCE by S256. That it is not offered is said by ``MetadataCheck``.
  package func findings(of server: AuthorizationServerMetadata) -> [Finding] {
    server.supportsS256 == true ? [found(.api, "The server takes PKCE with S256.")] : []
  }

  /// The client that a sign-in would have, where the user has none for this API.
  ///
  /// § Client Registration Approaches. `published` are the user's client ids that are URLs, `isReading` says whether the
  /// server reads these, and `isRegistering` whether it registers clients.
  package func client(
    among published: [RegisteredClient], isReading: Bool, isRegistering: Bool
  ) -> Finding? {
    if isReading, let first = published.first {
      guard published.count == 1 else {
        let names = published.map { "“\($0.name)”" }.joined(separator: ", ")
        return Finding(
          .client, of: subject, .warning, "You have several client ids that are URLs: \(names).",
          remedy: "Choose one at the sign-in, with --client.")
      }
      return found(.client, "The server reads client ids that are URLs: a sign-in has yours, \(first.client.id.text).")
    }
    return isRegistering ? found(.client, "A sign-in registers this program at the server, for this API alone.") : nil
  }

  private func found(_ check: Checkpoint, _ message: String) -> Finding {
    Finding(check, of: subject, .good, message)
  }

  private func sentence(of step: Step) -> String {
    let url = step.request.url ?? ""
    let answer = "\(step.request.head.method) \(URLRedaction.redact(url)) answers \(step.response.status)"
    guard url.hasSameBytes(as: api.text), step.response.status == 401 else { return answer + "." }
    let schemes = step.response.challenges.map { DisplayText.clean($0.scheme, limit: 40) }
    guard !schemes.isEmpty else { return "\(answer), without a challenge." }
    let metadata = ProtectedResourceMetadata.address(in: step.response, to: api).map {
      " Its metadata is at \(URLRedaction.redact($0.text))."
    }
    let scopes = ResourceChallenge(reading: step.response).flatMap { challenge in
      challenge.scopes.isEmpty ? nil : " It wants \(DisplayText.quoted(challenge.scopes))."
    }
    return "\(answer), with a challenge (\(schemes.joined(separator: ", "))).\(metadata ?? "")\(scopes ?? "")"
  }
}
