import WayleaveBackport
import WayleaveWire

/// What the user sees of a program's sign-ins: one at a time, so that repeated prompts make no one say yes.
///
/// Safe to use from any thread.
final class VisibleSignIn: Sendable {
  private let isTaken = Lock(false)

  /// Takes the place before the user; throws `sign_in.already_in_progress` while another has it.
  func take() throws(OAuthError) {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else { throw .alreadyInProgress() }
  }

  /// Gives the place to the next.
  func leave() { isTaken.withLock { $0 = false } }
}

extension OAuthError {
  fileprivate static func alreadyInProgress() -> OAuthError {
    OAuthError(
      .alreadyInProgress, rule: .wayleave("one sign-in at a time is before the user"),
      expected: "no other sign-in that waits for the user", received: .described("one that waits"),
      remedy: "Finish or cancel the sign-in that is open, then begin this one.")
  }
}
