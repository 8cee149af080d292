import WayleaveBackport
import WayleaveSystem

/// The file of an index in the folder of a store, and what tells that it is current.
///
/// The time of the folder's last change is set to a mark: one hour before the file itself was changed. Any program that adds,
/// removes or renames a file sets another time, without knowing of the index. A copy of the folder, or an index that is
/// put back, has no mark either: the system alone sets when a file was changed. It is a mark of our own, and not a time
/// at which the index was written, since the clock of a file system can stand still for some milliseconds.
struct IndexFile: Sendable {
  static let name = "index"
  let folder: PrivateFolder

  /// The time that the folder has as long as the index is current; nil where it is not, or there is none.
  var mark: FileTime? {
    guard let file = folder.status(of: Self.name), let modified = folder.status()?.modified,
      modified == Self.mark(of: file)
    else { return nil }
    return modified
  }

  /// Opens the index, if it is current.
  func open() -> (file: FileDescriptor, size: Int)? {
    guard let (file, status) = try? folder.open(Self.name), folder.status()?.modified == Self.mark(of: status) else {
      return nil
    }
    return (file, status.size)
  }

  /// Puts an index in place of the one that is there, as the current one.
  ///
  /// The caller holds the lock of the folder. An index that cannot be written costs time, and nothing else.
  func write(_ bytes: [UInt8]) -> FileStatus? {
    guard let status = folder.replaceCache(Self.name, with: bytes) else { return nil }
    folder.setModified(Self.mark(of: status))
    return status
  }

  /// Whether the index in this state is the one that is there, and current.
  func isCurrent(as status: FileStatus) -> Bool {
    folder.status(of: Self.name)?.identity == status.identity && mark == Self.mark(of: status)
  }

  private static func mark(of file: FileStatus) -> FileTime { file.changed.earlier(by: 3600) }
}

/// What a change of a store does to its index.
///
/// Most changes are refreshes, which change the folder and no name: they put the mark back. After all others the index
/// is no longer current. What a program that takes no lock does between is not seen: for the few milliseconds of a
/// refresh, a file that someone copies into the folder by hand. A listing finds it.
final class IndexMark: Sendable {
  private let time: FileTime
  private let isLost = Lock(false)

  /// The mark of an index that is current now; nil where there is none.
  init?(of index: IndexFile) {
    guard let time = index.mark else { return nil }
    self.time = time
  }

  /// Notes that names of accounts change.
  func lose() { isLost.withLock { $0 = true } }

  /// Sets the mark again, if no name has changed.
  func restore(in folder: PrivateFolder) {
    if !isLost.withLock({ $0 }) { folder.setModified(time) }
  }
}
