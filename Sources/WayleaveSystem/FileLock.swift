#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock on a file that excludes other processes and other openings of the file in this one.
///
/// The kernel frees it when the process ends, however it ends: a lock file that is left behind blocks no one.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  private init(_ file: FileDescriptor) { self.file = file }

  /// Takes the lock if it is free; nil when it is held.
  package static func take(_ file: FileDescriptor) throws(SystemError) -> FileLock? {
    do throws(SystemError) {
      try SystemError.check("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
      return FileLock(file)
    } catch {
      guard error.isDelay else { throw error }
      return nil
    }
  }

  /// Whether a process holds the lock now. Any number can ask at once, and none of them takes it for one that holds it.
  package static func isHeld(_ file: FileDescriptor) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try SystemError.check("flock") { flock(file.number, LOCK_SH | LOCK_NB) }
      _ = flock(file.number, LOCK_UN)
      return false
    } catch {
      guard error.isDelay else { throw error }
      return true
    }
  }

  /// Frees the lock.
  package func release() { _ = flock(file.number, LOCK_UN) }
}
