/// How long the refusal of an API causes no renewal after another one, where its word alone says that a token is refused.
///
/// An API that is not the provider's, and a program that shows an answer to the agent, must not use up a refresh token
/// with each request.
package enum RefusalPause {
  /// From one renewal to the next.
  package static let duration = Duration.seconds(300)
}
