import Wayleave
import WayleaveBackport
import WayleaveOpenID
import WayleaveWire

/// The logout tokens that this process has obeyed: each counts once.
///
/// Another process may obey one again, which ends what is ended: only a sign-in of the two minutes between would suffer.
final class SeenLogoutTokens: Sendable {
  private let history = Lock(LogoutTokenHistory())

  /// Remembers a token that is verified, or throws `logout.replayed`.
  func admit(_ token: LogoutToken, at now: Instant) throws(OAuthError) {
    try history.withLock { (history) throws(OAuthError) in try history.admit(token, at: now) }
  }

  /// Takes back a token that could not be obeyed.
  func forget(_ token: LogoutToken) { history.withLock { $0.forget(token) } }
}
