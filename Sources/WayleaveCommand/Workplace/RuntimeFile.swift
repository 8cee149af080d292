import WayleaveSystem
import WayleaveWire

/// A small file in a folder of this user alone: a lock, and what one process leaves in it for the next.
///
/// No sign-in fails where it cannot be used: what stands in it is a courtesy.
struct RuntimeFile {
  private let folder: Folder
  private let name: String

  private static let maximumSize = 4096

  /// Makes the folder where it is missing; nil where it cannot be used, or others can reach it.
  init?(_ name: String, in path: String) {
    guard (try? Folder.createWithParents(path)) != nil, let folder = try? Folder(opening: path),
      (try? folder.status())?.isPrivate == true
    else { return nil }
    (self.folder, self.name) = (folder, name)
  }

  /// The file, to lock it; nil where it cannot be opened.
  var opened: FileDescriptor? { try? folder.openLockFile(name) }

  /// Its lock, where it is free.
  func takeLock() -> FileLock? { opened.flatMap { try? FileLock.take($0) } }

  /// Whether a process has the lock.
  var isLocked: Bool { opened.flatMap { try? FileLock.isHeld($0) } ?? false }

  /// What was left in it; nil for nothing.
  func read() -> JSON? {
    guard let file = try? folder.openFile(name), let bytes = try? file.readAll(limit: Self.maximumSize) else {
      return nil
    }
    return try? JSON(decoding: bytes)
  }

  /// Leaves something in it. What cannot be left is not missed.
  func write(_ json: JSON) {
    guard let file = opened, (try? file.cut(to: 0)) != nil else { return }
    try? file.writeAll(json.encoded())
  }
}
