import WayleaveSystem

/// A file of lines that only its owner can read, and the one before it.
struct AuditFile {
  private let folder: String
  private let name: String
  private let largest: Int
  private var file: FileDescriptor?
  private var size = 0

  init(_ name: String, in folder: String, largest: Int) {
    (self.name, self.folder, self.largest) = (name, folder, largest)
  }

  /// Adds a line. A file that cannot be written stops nothing: the disk may be full.
  mutating func write(_ line: [UInt8]) {
    if size + line.count > largest || file == nil { reopen(for: line.count) }
    guard let file, (try? file.writeAll(line)) != nil else {
      self.file = nil
      return
    }
    size += line.count
  }

  private mutating func reopen(for count: Int) {
    file = nil
    try? Folder.createWithParents(folder)
    guard let folder = try? Folder(opening: folder, followingLink: true) else { return }
    if let status = try? folder.status(of: name), status.size + count > largest {
      try? folder.rename(name, to: "\(name).1")
    }
    guard let opened = try? folder.openFileToAppend(name), let status = try? opened.status(),
      status.kind == .file, status.isPrivate
    else { return }
    file = opened
    size = status.size
  }
}
