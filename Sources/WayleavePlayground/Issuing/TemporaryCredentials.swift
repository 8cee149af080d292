import WayleaveWire

/// The temporary credentials of one provider of OAuth 1.0a: each is a sign-in until the person has answered.
///
/// RFC 5849 §2.1 to §2.3. What an application asks for beyond that is the provider's own.
struct TemporaryCredentials<Request: Sendable>: Sendable {
  /// One of them.
  struct Temporary: Sendable {
    let secret: Secret
    var request: Request
    /// Who allowed it, and the verifier that shows that the answer came back to the application.
    fileprivate var answer: (person: PlaygroundPerson, verifier: Secret)?
    fileprivate var wrongVerifiers = 0

    var isAnswered: Bool { answer != nil }
  }

  private static var lifetime: Duration { .seconds(600) }

  /// How often a verifier may be guessed: a PIN has seven digits only.
  private static var maximumWrongVerifiers: Int { 5 }

  private var table = ExpiringTable<Temporary>(capacity: IssuingLimits.capacity)

  mutating func save(_ request: Request, as token: Secret, secret: Secret, at now: Instant) {
    table.insertDroppingOldest(
      Temporary(secret: secret, request: request), for: token, until: now + Self.lifetime, at: now)
  }

  func temporary(_ token: Secret, at now: Instant) -> Temporary? { table.value(for: token, at: now) }

  /// One that no person has answered yet; nil for any other.
  func unanswered(_ token: Secret, at now: Instant) -> Temporary? {
    temporary(token, at: now).flatMap { $0.isAnswered ? nil : $0 }
  }

  /// Changes what is asked for.
  mutating func update(_ token: Secret, with change: (inout Request) -> Void) {
    table.update(token) { change(&$0.request) }
  }

  /// Saves who allowed it.
  mutating func answer(_ token: Secret, as person: PlaygroundPerson, verifier: Secret) {
    table.update(token) { $0.answer = (person, verifier) }
  }

  /// Takes one out for the person who allowed it, when the verifier is the one that went to the callback; compared in
  /// constant time. Nil for any other verifier, and none where it may not be left out.
  mutating func redeem(
    _ token: Secret, verifier: Secret?, isVerifierOptional: Bool = false, at now: Instant
  ) -> PlaygroundPerson? {
    guard let held = temporary(token, at: now), let answer = held.answer else { return nil }
    if verifier.map({ $0 == answer.verifier }) ?? isVerifierOptional {
      end(token, at: now)
      return answer.person
    }
    // What comes too early, or without a verifier, is no guess.
    guard verifier != nil else { return nil }
    table.update(token) { $0.wrongVerifiers += 1 }
    if held.wrongVerifiers + 1 >= Self.maximumWrongVerifiers { end(token, at: now) }
    return nil
  }

  mutating func end(_ token: Secret, at now: Instant) { _ = table.take(token, at: now) }
}
