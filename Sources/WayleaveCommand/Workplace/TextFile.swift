import WayleaveSystem
import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Small files that users write: provider entries, secrets, request bodies.
enum TextFile {
  /// The largest file that is read.
  static let maximumSize = 16 * 1024 * 1024

  /// The bytes of a file, or of standard input for `-`.
  static func bytes(_ path: String) throws(OAuthError) -> [UInt8] {
    let descriptor = path == "-" ? .standardInput : Descriptor(number: open(path, O_RDONLY | O_CLOEXEC))
    guard descriptor.number >= 0 else { throw .unreadableFile(path) }
    defer { if path != "-" { close(descriptor.number) } }
    var bytes: [UInt8] = []
    while true {
      // Standard input may wait for the user: Ctrl-C ends that.
      guard path != "-" || descriptor.waitForInput() else { throw .inputInterrupted() }
      guard let some = descriptor.readSome(), bytes.count <= maximumSize else { throw .unreadableFile(path) }
      guard !some.isEmpty else { return bytes }
      bytes += some
    }
  }

  /// Checks that only this user, or root, can have written a file.
  static func requireOwn(_ path: String) throws(OAuthError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadableFile(path) }
    guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 else {
      throw .foreignFile(path)
    }
  }

  /// The text of a file in UTF-8.
  static func read(_ path: String) throws(OAuthError) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else { throw .unreadableFile(path) }
    return text
  }

  /// The bytes of a file, or of standard input for `-`; at a terminal the user is asked, and the input is not shown.
  static func hiddenBytes(_ path: String, _ prompt: String, until end: HiddenInput.End) throws(OAuthError) -> [UInt8] {
    guard path == "-", Descriptor.standardInput.isTerminal else { return try bytes(path) }
    return try HiddenInput.read(prompt, until: end)
  }

  /// A private key in PEM, in a file or pasted at the terminal.
  static func key(_ path: String) throws(OAuthError) -> Secret {
    Secret(try hiddenBytes(path, "Paste the key, which is not shown, then press Ctrl-D:", until: .onlyControlD))
  }

  /// A secret from a file, without the line break at its end; or typed at the terminal.
  static func secret(_ path: String) throws(OAuthError) -> Secret {
    var bytes = try hiddenBytes(path, "Type the secret, which is not shown, then press Enter:", until: .line)
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else { throw .emptySecret(path) }
    return Secret(bytes)
  }

  /// The names in a folder, sorted; none when the folder, or a parent of it, does not exist or is not a folder.
  static func names(in folder: String) throws(OAuthError) -> [String] {
    guard let directory = opendir(folder) else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .unreadableFile(folder) }
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = name(of: entry)
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The name in an entry, read in place: an entry is often shorter than its type, and a copy would read beyond its end.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
    return String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
  }

  /// Writes a text by a new file and a rename, so that a reader never sees half of it.
  ///
  /// The bytes, and then the new name, are on the disk when this returns: after a loss of power the file is the old one or
  /// the new one, never an empty one.
  static func write(_ text: String, to path: String, in folder: String) throws(OAuthError) {
    do throws(SystemError) {
      try DurableFile.makeFolder(folder)
      try DurableFile.replace(path, in: folder, with: Array(text.utf8))
    } catch {
      errno = error.number
      throw .unwritableFile(path)
    }
  }

  /// Writes bytes to a file that must not exist yet, readable by its owner only.
  static func write(_ bytes: [UInt8], toNew path: String) throws(OAuthError) {
    try write(bytes, to: path, flags: O_EXCL | O_NOFOLLOW)
  }

  /// Writes bytes to a file, replacing what is there.
  static func write(_ bytes: [UInt8], over path: String) throws(OAuthError) {
    try write(bytes, to: path, flags: O_TRUNC)
  }

  /// Removes a file.
  static func remove(_ path: String) throws(OAuthError) {
    guard unlink(path) == 0 else { throw .unwritableFile(path) }
  }

  private static func write(_ bytes: [UInt8], to path: String, flags: Int32) throws(OAuthError) {
    let descriptor = Descriptor(number: open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600))
    guard descriptor.number >= 0 else { throw .unwritableFile(path) }
    defer { close(descriptor.number) }
    guard descriptor.writeAll(bytes) else { throw .unwritableFile(path) }
  }
}

extension OAuthError {
  fileprivate static func unreadableFile(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a file that is named can be read"), expected: "a readable file of at most 16 MiB",
      received: .text("\(path): \(String(cString: strerror(errno)))"), remedy: "Check the path and its permissions.")
  }

  fileprivate static func emptySecret(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a secret is not empty"), expected: "a secret",
      received: .described("an empty \(path == "-" ? "standard input" : "file")"),
      remedy: "Put the secret into it, on one line.")
  }

  fileprivate static func foreignFile(_ path: String) -> OAuthError {
    OAuthError(
      .malformedProvider, rule: .wayleave("a file that decides where tokens go is written by its owner alone"),
      expected: "a file of yours that no other user can write", received: .text(path),
      remedy: "Check its content; then run chmod go-w on it, or remove it.")
  }

  fileprivate static func unwritableFile(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a file that is named can be written"), expected: "a file that can be written",
      received: .text("\(path): \(String(cString: strerror(errno)))"),
      remedy: "Check the path, its permissions and the disk.")
  }
}
