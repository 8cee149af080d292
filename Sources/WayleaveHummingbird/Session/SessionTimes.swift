/// For how long a visitor stays signed in.
///
/// OWASP Session Management Cheat Sheet, "Session Expiration". Each end is checked by the server.
public struct SessionTimes: Sendable, Equatable {
  /// How long without a request.
  public var idle: Duration
  /// How long in all, however many requests come.
  public var absolute: Duration

  /// Eight hours without a request, and a week in all, unless something else is said.
  public init(idle: Duration = .seconds(8 * 3600), absolute: Duration = .seconds(7 * 86_400)) {
    self.idle = idle
    self.absolute = absolute
  }
}
