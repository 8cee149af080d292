import WayleaveWire
import WayleaveSystem

/// A folder that no one else can reach, as was verified when it was opened, and the files in it.
///
/// Every file belongs to this user alone, has one name and is no link; anything else is refused and left as it is.
struct PrivateFolder: Sendable {
  let path: String
  private let folder: Folder
  /// Files of it that are open already, under the names that they had then.
  private var kept: [String: FileDescriptor] = [:]

  /// The largest file that is read or written.
  static let maximumSize = 4 * 1024 * 1024
  /// How often a file is opened that others replace each time.
  private static let mostAttempts = 100
  /// The name of a new version until it takes its own. Its writer holds the lock of the folder, so one is enough;
  /// the next writer removes what a crash left.
  static let unfinishedName = "unfinished"

  private init(path: String, folder: Folder) throws(OAuthError) {
    self.path = path
    self.folder = folder
    let status = try Self.reading(path) { () throws(SystemError) in try folder.status() }
    guard status.isPrivate else { throw .storeExposed(path, mode: "700") }
  }

  /// Opens the folder at a path; nil when there is none.
  static func open(_ path: String) throws(OAuthError) -> PrivateFolder? {
    try verifyAncestors(of: path)
    let folder: Folder
    do throws(SystemError) { folder = try Folder(opening: path) } catch {
      if error.isAbsence { return nil }
      throw isLink(path) ? .storeIsLink(path) : .storeUnreadable(path, error)
    }
    return try PrivateFolder(path: path, folder: folder)
  }

  /// Opens the folder at a path, and makes it and those above it when there is none.
  static func openOrCreate(_ path: String) throws(OAuthError) -> PrivateFolder {
    if let folder = try open(path) { return folder }
    do throws(Folder.CreationFailure) { try Folder.createWithParents(path) } catch {
      throw .storeUnwritable(error.path, error.error)
    }
    // Opening it says what is wrong with a name that was there already.
    guard let folder = try open(path) else { throw .storeUnwritable(path, SystemError(call: "open", number: 2)) }
    return folder
  }

  /// The bytes of a file; nil when there is none.
  func read(_ name: String) throws(OAuthError) -> [UInt8]? {
    guard let (file, status) = try open(name) else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.readAll(limit: Self.maximumSize, expecting: max(0, status.size))
    } catch { throw .storeFileUnreadable(path(of: name), error) }
    guard bytes.count <= Self.maximumSize else { throw .storeDamaged(path(of: name)) }
    return bytes
  }

  /// This folder with what a change of a file needs already open: its lock, the files that are read, and the room.
  ///
  /// What can fail then is to write, to synchronize and to rename: no descriptor and no path is needed. A file that
  /// another program has replaced meanwhile is opened again.
  func keeping(lock: String, _ names: [String], room: FileDescriptor, for name: String) throws(OAuthError) -> Self {
    var folder = self
    for read in names { folder.kept[read] = try open(read)?.file }
    folder.kept[Self.roomName(for: name)] = room
    folder.kept[lock] = try writing(lock) { () throws(SystemError) in try self.folder.openLockFile(lock) }
    return folder
  }

  /// Whether it is still the folder at its path; so too where the path cannot be followed at the moment.
  var isInPlace: Bool {
    do throws(SystemError) {
      return try FileStatus.of(path, followingLink: false).identity == folder.status().identity
    } catch { return !error.isAbsence }
  }

  /// A file that is open already and still has its name.
  private func keptFile(_ name: String) -> FileDescriptor? {
    guard let file = kept[name], let status = try? file.status(), (try? folder.isPresent(name, as: status)) == true,
      (try? file.rewind()) != nil
    else { return nil }
    return file
  }

  /// Opens a file to read it; nil when there is none.
  func open(_ name: String) throws(OAuthError) -> (file: FileDescriptor, status: FileStatus)? {
    // Each further attempt means that another program has changed the file in between.
    for _ in 0..<Self.mostAttempts {
      let file: FileDescriptor
      do throws(SystemError) { file = if let kept = keptFile(name) { kept } else { try folder.openFile(name) } } catch {
        if error.isAbsence { return nil }
        throw error.isSymbolicLink ? .storeIsLink(path(of: name)) : .storeFileUnreadable(path(of: name), error)
      }
      if let status = try verified(file, name) { return (file, status) }
    }
    throw .storeHasOtherNames(path(of: name))
  }

  /// Puts a file in place of the one of that name, in one step that a loss of power cannot halve.
  ///
  /// What was there before is saved under the name `earlier`, if one is given. Where it is not `awaited`, a loss of power
  /// can still bring back what was there before, whole.
  func replace(
    _ name: String, with bytes: [UInt8], savingAs earlier: String? = nil, through unfinished: String = unfinishedName,
    awaited: Bool = true
  ) throws(OAuthError) {
    guard bytes.count <= Self.maximumSize else { throw .storeRecordTooLarge(path(of: name), maximum: Self.maximumSize) }
    try writing(name) { () throws(SystemError) in
      let reserved = reservedFile(for: name)
      let temporary = reserved == nil ? unfinished : Self.roomName(for: name)
      try folder.replace(name, through: temporary, savingAs: earlier, awaited: awaited) { () throws(SystemError) in
        let file = if let reserved { reserved } else { try newFile(unfinished) }
        try file.writeAll(bytes)
        if reserved != nil { try file.cut(to: bytes.count) }
        return file
      }
    }
  }

  /// Puts a file in place of the one of that name that can be missed: a loss of power may damage it.
  ///
  /// Gives its state; nil where it cannot be written.
  func replaceCache(_ name: String, with bytes: [UInt8]) -> FileStatus? {
    do {
      let file = try newFile(Self.unfinishedName)
      try file.writeAll(bytes)
      try folder.rename(Self.unfinishedName, to: name)
      return try file.status()
    } catch {
      try? folder.remove(Self.unfinishedName)
      return nil
    }
  }

  /// Takes so much of the disk for the next version of a file; the next ``replace(_:with:through:)`` writes into it.
  func reserve(_ bytes: Int, for name: String) throws(OAuthError) -> FileDescriptor {
    let room = Self.roomName(for: name)
    return try writing(name) { () throws(SystemError) in
      do throws(SystemError) {
        let file = try newFile(room)
        try file.reserve(bytes)
        return file
      } catch {
        try? folder.remove(room)
        throw error
      }
    }
  }

  /// Gives back what was taken for a file, if it is still there.
  func releaseRoom(for name: String) { try? folder.remove(Self.roomName(for: name)) }

  private static func roomName(for name: String) -> String { name + ".room" }

  /// What was taken for a file, as far as it is ours.
  private func reservedFile(for name: String) -> FileDescriptor? {
    if let kept = keptFile(Self.roomName(for: name)) { return kept }
    guard let file = try? folder.openFileToWrite(Self.roomName(for: name)), let status = try? file.status(),
      status.isPrivate, status.kind == .file, status.linkCount == 1
    else { return nil }
    return file
  }

  /// A new file in the place of whatever has that name.
  private func newFile(_ name: String) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) { try folder.remove(name) } catch { guard error.isAbsence else { throw error } }
    return try folder.createFile(name)
  }

  /// Removes a file, and what was taken for it; false when there is none. Durably, unless it is not `awaited`.
  @discardableResult
  func remove(_ name: String, awaited: Bool = true) throws(OAuthError) -> Bool {
    releaseRoom(for: name)
    return try writing(name) { () throws(SystemError) in
      do throws(SystemError) { try folder.remove(name) } catch {
        guard error.isAbsence else { throw error }
        return false
      }
      if awaited { try folder.synchronize() }
      return true
    }
  }

  /// Waits until the names in it would survive a loss of power.
  func synchronize() throws(OAuthError) {
    do throws(SystemError) { try folder.synchronize() } catch { throw .storeUnwritable(path, error) }
  }

  /// The state of the folder, as far as the system says it.
  func status() -> FileStatus? { try? folder.status() }

  /// The state of what has a name in it.
  func status(of name: String) -> FileStatus? { try? folder.status(of: name) }

  /// Sets when the names in it were changed last, where that can be done.
  func setModified(_ time: FileTime) { try? folder.setModified(time) }

  /// Every name in the folder, in no order.
  func names() throws(OAuthError) -> [String] {
    try Self.reading(path) { () throws(SystemError) in try folder.names() }
  }

  /// Takes the lock of a name if it is free; nil when it is held.
  func takeLock(_ name: String) throws(OAuthError) -> FileLock? {
    let file: FileDescriptor
    do throws(SystemError) { file = if let kept = keptFile(name) { kept } else { try folder.openLockFile(name) } } catch
    {
      throw error.isSymbolicLink ? .storeIsLink(path(of: name)) : .storeUnwritable(path(of: name), error)
    }
    guard let status = try verified(file, name) else { return nil }
    let lock: FileLock?
    do throws(SystemError) { lock = try FileLock.take(file) } catch {
      throw error.isForWantOfLocks ? .storeWithoutLocks(path, error) : .storeUnwritable(path(of: name), error)
    }
    return try writing(name) { () throws(SystemError) in
      guard let lock else { return nil }
      // Another program may have removed the file meanwhile: then this lock excludes no one.
      guard try folder.isPresent(name, as: status) else { return nil }
      return lock
    }
  }

  /// Who holds the lock of a name, as far as the system says it.
  func lockHolder(_ name: String) -> LockHolder? { status(of: name).flatMap(LockHolder.init(of:)) }

  /// What an opened file is; nil where another program has replaced or removed it since.
  private func verified(_ file: FileDescriptor, _ name: String) throws(OAuthError) -> FileStatus? {
    let status = try Self.reading(path(of: name)) { () throws(SystemError) in try file.status() }
    guard status.isPrivate else { throw .storeExposed(path(of: name), mode: "600") }
    guard status.kind == .file, status.linkCount <= 1 else { throw .storeHasOtherNames(path(of: name)) }
    return status.linkCount == 0 ? nil : status
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  private func writing<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .storeUnwritable(path(of: name), error) }
  }

  private static func reading<Value>(
    _ path: @autoclosure () -> String, _ body: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .storeUnreadable(path(), error) }
  }
}

extension PrivateFolder {
  /// Verifies that no one else can put another folder in the place of one on the way to this path.
  private static func verifyAncestors(of path: String) throws(OAuthError) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else { throw .storePathNotAbsolute(path) }
    for ancestor in ancestors(of: path) {
      let status: FileStatus
      do throws(SystemError) { status = try FileStatus.of(ancestor, followingLink: true) } catch {
        guard error.isAbsence else { throw .storeUnreadable(ancestor, error) }
        return
      }
      guard status.kind == .folder else { throw .storeNotFolder(ancestor) }
      guard status.owner == ThisProcess.user || status.owner == 0 else { throw .storeUnderForeignFolder(ancestor) }
      guard status.isRuledByUser else { throw .storeUnderOpenFolder(ancestor) }
    }
  }

  private static func ancestors(of path: String) -> [String] {
    var (ancestors, ancestor): ([String], String) = ([], "")
    for name in path.split(separator: "/").dropLast() {
      ancestor += "/\(name)"
      ancestors.append(ancestor)
    }
    return ancestors
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileStatus.of(path, followingLink: false))?.kind == .symbolicLink
  }
}
