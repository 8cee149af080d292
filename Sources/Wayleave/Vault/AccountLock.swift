import WayleaveSystem

/// How long an operation waits for the lock of an account, which another process may hold.
enum AccountLock {
  /// For a refresh and a sign-out.
  static let wait = Patience.of(.seconds(60))
  /// For what a sign-in brings: longer than a refresh that waits for the lock itself.
  static let waitOfSignIn: Duration = wait + .seconds(10)
}
