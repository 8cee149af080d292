import WayleaveSystem

/// Says that a sign-in of this user waits for a provider's app that was started: only then is an answer without a state
/// taken, since any website can send one.
///
/// The system frees the lock when the process ends, however it ends.
struct AppWait: Sendable {
  private let lock: FileLock

  private static let file = "app.lock"

  /// Begins to wait; nil where another process waits for an app, or the folder cannot be used.
  static func begin(in path: String) -> AppWait? {
    guard (try? Folder.createWithParents(path)) != nil, let file = lockFile(in: path) else { return nil }
    return (try? FileLock.take(file)).flatMap { $0.map(AppWait.init) }
  }

  /// Whether a process waits.
  static func isHeld(in path: String) -> Bool {
    guard let file = lockFile(in: path) else { return false }
    return (try? FileLock.isHeld(file)) ?? false
  }

  func end() { lock.release() }

  private static func lockFile(in path: String) -> FileDescriptor? {
    guard let folder = try? Folder(opening: path), (try? folder.status())?.isPrivate == true else { return nil }
    return try? folder.openLockFile(file)
  }
}
