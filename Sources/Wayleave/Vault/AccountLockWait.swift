import WayleaveSystem

/// How long an operation waits for the lock of an account, which another process may hold.
enum AccountLockWait {
  /// For a refresh and a sign-out.
  static let ofRefresh = Patience.of(.seconds(60))
  /// For what a sign-in brings: longer than a refresh that waits for the lock itself.
  static let ofSignIn: Duration = ofRefresh + .seconds(10)
}
