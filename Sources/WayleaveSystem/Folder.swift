#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open folder: names are looked up in it, not along a path that another program may redirect meanwhile.
package struct Folder: Sendable {
  private let descriptor: FileDescriptor

  /// Opens the folder at a path; a symbolic link at its end is followed only on request.
  package init(opening path: String, followingLink: Bool = false) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLink ? 0 : O_NOFOLLOW)
    descriptor = FileDescriptor(try SystemError.check("open") { openat(AT_FDCWD, path, flags) })
  }

  /// Makes a folder that only its owner can reach.
  package static func create(_ path: String) throws(SystemError) {
    try SystemError.check("mkdir") { mkdir(path, 0o700) }
    try Folder(opening: path).descriptor.setMode(0o700)
  }

  /// A folder that could not be made.
  package struct CreationFailure: Error {
    package let path: String
    package let error: SystemError
  }

  /// Makes the folder at an absolute path and those above it, durably; what is there already stays as it is.
  ///
  /// Root makes none in a folder of a user, as with the `HOME` that `sudo` may keep: that user could not use it.
  package static func createWithParents(_ path: String) throws(CreationFailure) {
    var parent = ""
    for name in path.split(separator: "/") {
      let folder = "\(parent)/\(name)"
      do throws(SystemError) {
        // A folder that may be written and not read cannot be synchronized.
        if try createIfMissing(folder, in: parent.isEmpty ? "/" : parent) {
          try (try? Folder(opening: parent.isEmpty ? "/" : parent, followingLink: true))?.synchronize()
        }
      } catch { throw CreationFailure(path: folder, error: error) }
      parent = folder
    }
  }

  private static func createIfMissing(_ path: String, in parent: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      if ThisProcess.user == 0, let above = try? FileStatus.of(parent, followingLink: true), above.owner != 0 {
        throw SystemError(call: "mkdir", number: EACCES)
      }
      try create(path)
    } catch {
      // A system can also answer for a folder that is there that it may not be made.
      guard error.isPresence || (try? FileStatus.of(path, followingLink: true))?.kind == .folder else { throw error }
      return false
    }
    return true
  }

  package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// Sets when the names in it were changed last, as programs see it.
  package func setModified(_ time: FileTime) throws(SystemError) { try descriptor.setModified(time) }

  /// The status of what has the name; of a symbolic link, its own.
  package func status(of name: String) throws(SystemError) -> FileStatus {
    var status = stat()
    try SystemError.check("fstatat") { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  /// Whether the name still belongs to the file of that status.
  package func isPresent(_ name: String, as status: FileStatus) throws(SystemError) -> Bool {
    do throws(SystemError) { return try self.status(of: name).identity == status.identity } catch {
      guard error.isAbsence else { throw error }
      return false
    }
  }

  /// Opens a file to read it. A pipe in its place cannot make the call wait.
  package func openFile(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDONLY)
  }

  /// Opens a file that is there to write it.
  package func openFileToWrite(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_WRONLY)
  }

  /// Opens a file to add to its end; makes it first when it is missing.
  package func openFileToAppend(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_WRONLY | O_CREAT | O_APPEND)
  }

  /// Makes a file that was not there; only its owner can read it, from the first moment.
  package func createFile(_ name: String) throws(SystemError) -> FileDescriptor {
    let file = try open(name, O_WRONLY | O_CREAT | O_EXCL)
    try file.setMode(0o600)
    return file
  }

  /// Opens a file to lock it; makes it first when it is missing.
  package func openLockFile(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR | O_CREAT)
  }

  package func rename(_ name: String, to newName: String) throws(SystemError) {
    try SystemError.check("renameat") { renameat(descriptor.number, name, descriptor.number, newName) }
  }

  /// Puts a file in place of the one of that name, in one step that a loss of power cannot halve.
  ///
  /// `write` makes the file under the temporary name. Its bytes, and then the new name, are on the disk when this
  /// returns. When something fails, the temporary file is removed. What was there before is saved under the name
  /// `earlier`, if one is given: for a moment the file has only that name. Where the name is not `awaited`, a loss of power
  /// may leave the file that was there before.
  package func replace(
    _ name: String, through temporary: String, savingAs earlier: String? = nil, awaited: Bool = true,
    write: () throws(SystemError) -> FileDescriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      try write().synchronize()
      if let earlier { try rename(name, to: earlier) }
      do throws(SystemError) { try rename(temporary, to: name) } catch {
        if let earlier { try? rename(earlier, to: name) }
        throw error
      }
    } catch {
      try? remove(temporary)
      throw error
    }
    if awaited { try synchronize() }
  }

  /// Puts these bytes in place of the file of that name, which only its owner can read.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(name).\(getpid()).new"
    try replace(name, through: temporary) { () throws(SystemError) in
      let file = try createFile(temporary)
      try file.writeAll(bytes)
      return file
    }
  }

  package func remove(_ name: String) throws(SystemError) {
    try SystemError.check("unlinkat") { unlinkat(descriptor.number, name, 0) }
  }

  /// Waits until the names in the folder would survive a loss of power.
  package func synchronize() throws(SystemError) { try descriptor.synchronize() }

  /// Every name in the folder but `.` and `..`, in no order.
  package func names() throws(SystemError) -> [String] {
    let listed = try SystemError.check("openat") { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(listed) else {
      let number = errno
      _ = close(listed)
      throw SystemError(call: "fdopendir", number: number)
    }
    defer { _ = closedir(stream) }
    var names: [String] = []
    while true {
      try SystemCalls.look(at: "readdir")
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = Self.name(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
    let number = errno
    guard number == 0 else { throw SystemError(call: "readdir", number: number) }
    return names
  }

  private func open(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      try SystemError.check("openat") {
        openat(descriptor.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      })
  }

  /// Reads the name in place: an entry is as long as its name, so that a copy of the whole type would read beyond it.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
    return String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }
}
