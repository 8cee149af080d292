/// How macOS names a process: what it was when the token was made, and never another one.
///
/// libbsm's `audit_token_to_au32` has the places of the eight numbers. The version is another one in each process, and
/// after each execve(2).
struct AuditToken: Sendable, Equatable {
  static let count = 8

  let numbers: [UInt32]
  let process: Int32
  /// The effective user.
  let user: UInt32
  let version: UInt32

  /// Reads the numbers; nil where they are not eight, or name no process of a user.
  init?(_ numbers: [UInt32]) {
    guard numbers.count == Self.count, let process = Int32(exactly: numbers[5]), process > 0 else { return nil }
    self.numbers = numbers
    (self.process, user, version) = (process, numbers[1], numbers[7])
  }
}
