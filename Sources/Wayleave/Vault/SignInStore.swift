package import WayleaveWire
import WayleaveSignIn

/// Where begun sign-ins wait for their callback.
///
/// Implementations are safe to use from any task and from several processes at once.
package protocol SignInStore: Sendable {
  /// Where the sign-ins are, for people: a path, or the name of a database.
  var location: String { get }

  /// Saves a sign-in until its time is over, under its state or its temporary token.
  func put(_ signIn: SignIn, under key: SignIn.Key, until end: Instant) async throws

  /// Hands over the sign-in of a key once, to the first caller in any process.
  ///
  /// Nil when there is none: never begun, taken already, or `now` is past its end.
  func take(_ key: SignIn.Key, at now: Instant) async throws -> SignIn?

  /// Forgets the sign-in of a key, if there is one.
  func remove(_ key: SignIn.Key) async throws

  /// Leaves what became of a sign-in to the process that began it and still waits; without an implementation, nothing.
  func leave(_ outcome: SignInOutcome, of key: SignIn.Key, until end: Instant) async throws

  /// Hands over what another process made of a sign-in, once; nil while none has. Without an implementation, nil.
  func takeOutcome(of key: SignIn.Key) async throws -> SignInOutcome?

  /// How often ``takeOutcome(of:)`` is asked while a process waits; without an implementation, once a second.
  ///
  /// The user looks at the terminal of that process: an outcome should be heard of at once where a look costs little.
  var pauseBetweenLooks: Duration { get }
}

extension SignInStore {
  /// Does nothing: the process that began the sign-in waits until its time is over.
  package func leave(_ outcome: SignInOutcome, of key: SignIn.Key, until end: Instant) async throws {}

  /// Gives nil: no other process is known of.
  package func takeOutcome(of key: SignIn.Key) async throws -> SignInOutcome? { nil }

  /// A second: a look may be a question to another machine.
  package var pauseBetweenLooks: Duration { .seconds(1) }
}
