import WayleaveSystem

/// Says that a sign-in of this user waits for a provider's app that was started: only then is an answer without a state
/// taken, since any website can send one.
///
/// The system frees the lock when the process ends, however it ends.
struct AppWait: Sendable {
  private let lock: FileLock

  private static let file = "app.lock"

  /// Begins to wait; nil where another process waits for an app, or the folder cannot be used.
  static func begin(in path: String) -> AppWait? { RuntimeFile(file, in: path)?.takeLock().map(AppWait.init) }

  /// Whether a process waits.
  static func isHeld(in path: String) -> Bool { RuntimeFile(file, in: path)?.isLocked ?? false }

  func end() { lock.release() }
}
