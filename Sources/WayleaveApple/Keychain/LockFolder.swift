public import Wayleave
import WayleaveSystem
public import WayleaveWire

/// Locks that are files in a folder, which several processes of one user can reach: an app and its extensions in the
/// container of their group.
///
/// The system frees a lock when its process ends. It also ends an app that is suspended while it holds one in a group's
/// container (`0xdead10cc`): an app that refreshes while it leaves the foreground asks for time, with
/// `beginBackgroundTask` or `performExpiringActivity`.
public struct LockFolder: RecordLocks {
  /// The folder, which is made when the first lock is taken.
  public let path: String

  /// Locks in a folder; the path is absolute.
  public init(directory path: String) { self.path = path }

  /// Runs a function while no other process or task is inside this one for the same name; throws `store.busy` at the
  /// deadline, and `store.unwritable` where the folder cannot be used.
  public func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant,
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withLock(named: name.text, until: deadline, body)
  }

  func withLock<Value: Sendable>(
    named name: String, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = try await lock(name, until: deadline)
    defer { lock.release() }
    return try await body()
  }

  private func lock(_ name: String, until deadline: ContinuousClock.Instant) async throws(OAuthError) -> FileLock {
    var pace = RetryPace()
    while true {
      if let lock = try take(name) { return lock }
      let mayGoOn: Bool
      do throws(CancellationError) { mayGoOn = try await pace.wait(until: deadline) } catch {
        throw .storeWaitCancelled()
      }
      guard mayGoOn else { throw .storeBusy("\(path)/\(name)") }
    }
  }

  /// The lock, if it is free.
  private func take(_ name: String) throws(OAuthError) -> FileLock? {
    do throws(SystemError) {
      let folder = try openedFolder()
      let file = try folder.openLockFile(name)
      let status = try file.status()
      guard let lock = try FileLock.take(file) else { return nil }
      // Another program may have removed the file meanwhile: then this lock excludes no one.
      guard try folder.isPresent(name, as: status) else { return nil }
      return lock
    } catch { throw .storeUnwritable("\(path)/\(name)", error) }
  }

  private func openedFolder() throws(SystemError) -> Folder {
    do throws(SystemError) { return try Folder(opening: path) } catch { guard error.isAbsence else { throw error } }
    do throws(Folder.CreationFailure) { try Folder.createWithParents(path) } catch { throw error.error }
    return try Folder(opening: path)
  }
}
