import WayleaveWire
import WayleaveSystem

/// A folder that nobody else can reach, proved when it was opened, and the files in it.
///
/// Every file is one that this user owns alone, has one name and is no link; anything else is refused untouched.
struct PrivateFolder: Sendable {
  let path: String
  private let folder: Folder

  /// The largest file that is read or written.
  static let maximumSize = 4 * 1024 * 1024
  /// Where a new version stands until it takes its name. Its writer holds the lock of the folder, so that one is
  /// enough; what a crash left is removed by the next writer.
  static let unfinishedName = "unfinished"

  private init(path: String, folder: Folder) throws(OAuthError) {
    self.path = path
    self.folder = folder
    let status = try Self.reading(path) { () throws(SystemError) in try folder.status() }
    guard status.isPrivate else { throw .storeExposed(path, mode: "700") }
  }

  /// Opens the folder at a path; nil when there is none.
  static func open(_ path: String) throws(OAuthError) -> PrivateFolder? {
    try proveAncestors(of: path)
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
    for ancestor in ancestors(of: path) + [path] {
      do throws(SystemError) {
        try Folder.create(ancestor)
        try Folder(opening: parent(of: ancestor)).synchronize()
      } catch {
        // The last step, opening it, says what is wrong with a name that was there already.
        guard error.isPresence || (try? FileStatus.of(ancestor, followingLink: true))?.kind == .folder else {
          throw .storeUnwritable(ancestor, error)
        }
      }
    }
    guard let folder = try open(path) else { throw .storeUnwritable(path, SystemError(call: "open", number: 2)) }
    return folder
  }

  /// The bytes of a file; nil when there is none.
  func read(_ name: String) throws(OAuthError) -> [UInt8]? {
    let file: FileDescriptor
    do throws(SystemError) { file = try folder.openFile(name) } catch {
      if error.isAbsence { return nil }
      throw error.isSymbolicLink ? .storeIsLink(path(of: name)) : .storeUnreadable(path(of: name), error)
    }
    try prove(file, name)
    let bytes = try Self.reading(path(of: name)) { () throws(SystemError) in
      try file.readAll(limit: Self.maximumSize)
    }
    guard bytes.count <= Self.maximumSize else { throw .storeDamaged(path(of: name)) }
    return bytes
  }

  /// Puts a file in place of the one of that name, in one step that a loss of power cannot halve.
  func replace(
    _ name: String, with bytes: [UInt8], through unfinished: String = unfinishedName
  ) throws(OAuthError) {
    guard bytes.count <= Self.maximumSize else { throw .storeRecordTooLarge(path(of: name), maximum: Self.maximumSize) }
    try writing(name) { () throws(SystemError) in
      do throws(SystemError) { try folder.remove(unfinished) } catch { guard error.isAbsence else { throw error } }
      do throws(SystemError) {
        let file = try folder.createFile(unfinished)
        try file.writeAll(bytes)
        try file.synchronize()
        try folder.rename(unfinished, to: name)
      } catch {
        try? folder.remove(unfinished)
        throw error
      }
      try folder.synchronize()
    }
  }

  /// Removes a file, durably; false when there is none.
  @discardableResult
  func remove(_ name: String) throws(OAuthError) -> Bool {
    try writing(name) { () throws(SystemError) in
      do throws(SystemError) { try folder.remove(name) } catch {
        guard error.isAbsence else { throw error }
        return false
      }
      try folder.synchronize()
      return true
    }
  }

  /// Every name in the folder, in no order.
  func names() throws(OAuthError) -> [String] {
    try Self.reading(path) { () throws(SystemError) in try folder.names() }
  }

  /// Takes the lock of a name if it is free; nil when somebody holds it.
  func takeLock(_ name: String) throws(OAuthError) -> FileLock? {
    let file: FileDescriptor
    do throws(SystemError) { file = try folder.openLockFile(name) } catch {
      throw error.isSymbolicLink ? .storeIsLink(path(of: name)) : .storeUnwritable(path(of: name), error)
    }
    let status = try prove(file, name)
    return try writing(name) { () throws(SystemError) in
      guard let lock = try FileLock.take(file) else { return nil }
      // Somebody who tidied up may have removed the file meanwhile: then this lock excludes nobody.
      guard try folder.status(of: name).identity == status.identity else { return nil }
      return lock
    }
  }

  @discardableResult
  private func prove(_ file: FileDescriptor, _ name: String) throws(OAuthError) -> FileStatus {
    let status = try Self.reading(path(of: name)) { () throws(SystemError) in try file.status() }
    guard status.isPrivate else { throw .storeExposed(path(of: name), mode: "600") }
    guard status.kind == .file, status.linkCount == 1 else { throw .storeHasOtherNames(path(of: name)) }
    return status
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  private func writing<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .storeUnwritable(path(of: name), error) }
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .storeUnreadable(path, error) }
  }
}

extension PrivateFolder {
  /// Proves that nobody else can put another folder in the place of one on the way to this path.
  private static func proveAncestors(of path: String) throws(OAuthError) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else { throw .storePathNotAbsolute(path) }
    for ancestor in ancestors(of: path) {
      guard let status = try? FileStatus.of(ancestor, followingLink: true) else { return }
      guard !status.isOpenToAll else { throw .storeUnderOpenFolder(ancestor) }
    }
  }

  private static func ancestors(of path: String) -> [String] {
    let names = path.split(separator: "/").dropLast()
    return names.indices.map { "/" + names[...$0].joined(separator: "/") }
  }

  private static func parent(of path: String) -> String { ancestors(of: path).last ?? "/" }

  private static func isLink(_ path: String) -> Bool {
    (try? FileStatus.of(path, followingLink: false))?.kind == .symbolicLink
  }
}
