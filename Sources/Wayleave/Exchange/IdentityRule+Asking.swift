import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension IdentityRule {
  /// Asks who a user is, by each request in turn; `known` is what came with the tokens, and `ask` sends one.
  ///
  /// The first must be answered. What a later one would add, such as an email address that no scope allows, is left out
  /// where it is refused, and `leaveOut` is given the reason.
  func answers(
    knowing known: IdentityAnswers, at origin: Origin?, api: APIDialect, as client: Client,
    asking ask: (RequestMessage) async throws(OAuthError) -> JSON, leavingOut leaveOut: (String, OAuthError) -> Void
  ) async throws(OAuthError) -> IdentityAnswers {
    var answers = known
    for request in allRequests {
      let message = try request.message(knowing: answers, at: origin, api: api, client: client)
      do throws(OAuthError) {
        let answer = try await ask(message)
        if request.name.isEmpty { answers.first = answer } else { answers.named[request.name] = answer }
      } catch {
        guard !request.name.isEmpty else { throw error }
        leaveOut(request.name, error)
      }
    }
    return answers
  }
}
