import WayleaveBackport
import WayleaveConsole
package import WayleaveSystem
package import WayleaveWire

/// Small files that users write: provider entries, secrets, request bodies.
package enum TextFile {
  /// The largest file that is read.
  package static let maximumSize = 16 * 1024 * 1024

  /// The bytes of a file, or of standard input for `-`.
  ///
  /// A pipe, such as a shell makes of `<(COMMAND)`, is read to its end. One that no program writes to is refused.
  package static func bytes(_ path: String) throws(OAuthError) -> [UInt8] {
    guard path != "-" else { return try bytes(of: .standardInput, at: path) }
    let file = try reading(path) { () throws(SystemError) in try FileDescriptor(readingAtOnce: path) }
    return try bytes(of: file, at: path)
  }

  private static func bytes(of file: FileDescriptor, at path: String) throws(OAuthError) -> [UInt8] {
    let kind = try reading(path) { () throws(SystemError) in try file.status().kind }
    var bytes = kind == .other && path != "-" ? try beginning(ofPipe: file, at: path) : []
    while true {
      // What is no file may wait for the user, or for another program: Ctrl-C ends that.
      guard kind == .file || kind == .folder || file.waitForInput() else { throw .inputInterrupted() }
      let some = try reading(path) { () throws(SystemError) in try file.readSome() }
      guard !some.isEmpty else { return bytes }
      bytes += some
      guard bytes.count <= maximumSize else { throw .oversizedFile(path) }
    }
  }

  /// What a pipe has, or nothing yet; throws where no program has its other end open: then there may never be anything.
  private static func beginning(ofPipe pipe: FileDescriptor, at path: String) throws(OAuthError) -> [UInt8] {
    // A shell may start the program that writes a moment after this one.
    guard !pipe.isReadable(withinMilliseconds: 500) else { return [] }
    // “If no process has the pipe open for writing, read() shall return 0”, and else it fails: POSIX, read().
    let some = try reading(path) { () throws(SystemError) in try pipe.readAtOnce() }
    guard some?.isEmpty != true else {
      throw .unreadableFile(
        path, "no program writes to this pipe", remedy: "Start the program that writes to it first, or name a file.")
    }
    return some ?? []
  }

  /// The bytes of a file of at most so many: a pipe or a device, which may never end, is refused.
  package static func bytes(ofRegularFile path: String, atMost limit: Int) throws(OAuthError) -> [UInt8] {
    let bytes = try reading(path) { () throws(SystemError) -> [UInt8]? in
      let file = try FileDescriptor(readingAtOnce: path)
      let kind = try file.status().kind
      // Reading says of a folder that it is one.
      return kind == .file || kind == .folder ? try file.readAll(limit: limit) : nil
    }
    guard let bytes else { throw .unreadableFile(path, "it is not a file") }
    guard bytes.count <= limit else { throw .unreadableFile(path, "it is larger than \(limit) bytes") }
    return bytes
  }

  /// The text of a file that only this user, or root, can have written; nil where there is none.
  package static func readOwn(_ path: String) throws(OAuthError) -> String? {
    let file: FileDescriptor
    let status: FileStatus
    do throws(SystemError) {
      // What is opened is looked at: the name can mean something else a moment later.
      file = try FileDescriptor(readingAtOnce: path)
      status = try file.status()
    } catch {
      guard error.isAbsence || error.isNotFolder else { throw .unreadableFile(path, error) }
      return nil
    }
    guard status.isWrittenByOwnerAlone else { throw .foreignFile(path) }
    // Something else, such as a pipe, may never end.
    guard status.kind == .file else { throw .unreadableFile(path, "it is not a file") }
    return try text(try bytes(of: file, at: path), at: path)
  }

  /// The text of a file in UTF-8.
  package static func read(_ path: String) throws(OAuthError) -> String { try text(try bytes(path), at: path) }

  private static func text(_ bytes: [UInt8], at path: String) throws(OAuthError) -> String {
    guard let text = String(utf8: bytes) else { throw .notUTF8(path) }
    return text
  }

  /// Checks that a file can be read.
  package static func requireReadable(_ path: String) throws(OAuthError) { _ = try bytes(path) }

  /// Checks that a path is no pipe and no device, which a library would wait for without an end.
  package static func requireNoPipe(_ path: String) throws(OAuthError) {
    guard (try? FileStatus.of(path, followingLink: true))?.kind == .other else { return }
    throw .unreadableFile(path, "it is not a file")
  }

  /// The bytes of a file, or of standard input for `-`; at a terminal the user is asked, and the input is not shown.
  package static func hiddenBytes(_ path: String, _ prompt: String, until end: HiddenInput.End) throws(OAuthError)
    -> [UInt8]
  {
    guard path == "-", FileDescriptor.standardInput.isTerminal else { return try bytes(path) }
    return try HiddenInput.read(prompt, until: end)
  }

  /// A private key in PEM, in a file or pasted at the terminal.
  package static func key(_ path: String) throws(OAuthError) -> Secret {
    Secret(try hiddenBytes(path, "Paste the key, which is not shown, then press Ctrl-D:", until: .onlyControlD))
  }

  /// A secret from a file, without the line break at its end; or typed at the terminal.
  package static func secret(_ path: String) throws(OAuthError) -> Secret {
    var bytes = try hiddenBytes(path, "Type the secret, which is not shown, then press Enter:", until: .line)
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else { throw .emptySecret(path) }
    return Secret(bytes)
  }

  /// The names in a folder, sorted; none when the folder, or a parent of it, does not exist or is not a folder.
  package static func names(in folder: String) throws(OAuthError) -> [String] {
    try reading(folder) { () throws(SystemError) in
      do throws(SystemError) {
        return try Folder(opening: folder, followingLink: true).names().filter { !$0.hasPrefix(".") }.sorted()
      } catch {
        guard error.isAbsence || error.isNotFolder else { throw error }
        return []
      }
    }
  }

  /// Writes a text by a new file and a rename, so that a reader never sees half of it.
  ///
  /// The bytes, and then the new name, are on the disk when this returns: after a loss of power the file is the old one or
  /// the new one, never an empty one.
  package static func write(_ text: String, as name: String, in path: String) throws(OAuthError) {
    do throws(Folder.CreationFailure) { try Folder.createWithParents(path) } catch {
      throw .unwritableFile(error.path, error.error)
    }
    try writing("\(path)/\(name)") { () throws(SystemError) in
      try Folder(opening: path, followingLink: true).replace(name, with: Array(text.utf8))
    }
  }

  /// A new file that only its owner can read; throws `configuration.invalid_value` where there is a file already.
  package static func create(_ path: String) throws(OAuthError) -> FileDescriptor {
    do throws(SystemError) { return try FileDescriptor(creating: path) } catch {
      throw error.isPresence ? .fileExists(path) : .unwritableFile(path, error)
    }
  }

  /// Writes bytes to a file that is open; `path` is for the error.
  package static func write(_ bytes: [UInt8], to file: FileDescriptor, at path: String) throws(OAuthError) {
    try writing(path) { () throws(SystemError) in try file.writeAll(bytes) }
  }

  /// Waits until what was written to a file would survive a loss of power; `path` is for the error.
  package static func synchronize(_ file: FileDescriptor, at path: String) throws(OAuthError) {
    try writing(path) { () throws(SystemError) in try file.synchronize() }
  }

  /// A file that is empty, whatever was there.
  package static func replacing(_ path: String) throws(OAuthError) -> FileDescriptor {
    try writing(path) { () throws(SystemError) in try FileDescriptor(replacing: path) }
  }

  /// Writes bytes to a file, replacing what is there; a pipe that no program reads is refused.
  package static func write(_ bytes: [UInt8], over path: String) throws(OAuthError) {
    try writing(path) { () throws(SystemError) in try FileDescriptor(replacing: path).writeAll(bytes) }
  }

  /// Finds out whether a file with so many bytes could be written into a folder; where there is none yet, into the one in
  /// which it would be made. Nothing is left there.
  package static func probe(_ folder: String, reserving bytes: Int) throws(OAuthError) {
    var path = folder
    while path.contains("/"), (try? FileStatus.of(path, followingLink: true)) == nil {
      path = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }
    let name = ".wayleave-\(ThisProcess.identifier).probe"
    do throws(SystemError) {
      let place = try Folder(opening: path.isEmpty ? "/" : path, followingLink: true)
      defer { try? place.remove(name) }
      let file = try place.createFile(name)
      try file.reserve(bytes)
      try file.writeAll(Array("a record could stand here".utf8))
      try file.synchronize()
    } catch { throw .unwritableFile(folder, error).remedied(by: .useWritableFolder) }
  }

  /// Removes a file.
  package static func remove(_ name: String, in folder: String) throws(OAuthError) {
    try writing("\(folder)/\(name)") { () throws(SystemError) in
      try Folder(opening: folder, followingLink: true).remove(name)
    }
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unreadableFile(path, error) }
  }

  private static func writing<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(OAuthError) -> Result {
    do throws(SystemError) { return try body() } catch { throw .unwritableFile(path, error) }
  }
}

extension OAuthError {
  /// A failure of the system, by what can be done about it.
  fileprivate static func unreadableFile(_ path: String, _ failure: SystemError) -> OAuthError {
    let file = Remedy.argument(path) ?? "FILE"
    if failure.isFolder {
      return unreadableFile(path, "it is a folder", remedy: .advice("Name a file that is in it: `ls \(file)`."))
    }
    let remedy =
      failure.isAbsence || failure.isNotFolder
      ? "Check the name. List the files: `ls \(folder(of: path))`."
      : failure.isForbidden ? "See who may read it: `ls -l \(file)`." : "Name another file."
    return unreadableFile(path, failure.words, remedy: .advice(remedy))
  }

  fileprivate static func unreadableFile(
    _ path: String, _ reason: String, remedy: Remedy = "Name another file."
  ) -> OAuthError {
    OAuthError(
      .invalidValue, message: "\(title(of: path)) cannot be read: \(reason).",
      rule: .wayleave("a file that is named can be read"), remedy: remedy)
  }

  /// The folder in which a file would be, as a shell takes it.
  private static func folder(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let folder = String(path.dropLast(name.count))
    return Remedy.argument(folder.isEmpty ? "." : folder) ?? "FOLDER"
  }

  fileprivate static func notUTF8(_ path: String) -> OAuthError {
    let source = path == "-" ? "FILE" : Remedy.argument(path) ?? "FILE"
    return unreadableFile(
      path, "it is not UTF-8",
      remedy: .advice("Save it as UTF-8. If it is Latin-1: `iconv -f latin1 -t utf-8 \(source) > NEWFILE`."))
  }

  fileprivate static func fileExists(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "There is a file “\(DisplayText.clean(path))” already.",
      rule: .wayleave("no file of the user is overwritten"),
      remedy: .advice(
        "Name a new file" + (Remedy.argument(path).map { ", or remove this one: `rm \($0)`." } ?? ".")))
  }

  /// What people call a file; `-` is standard input.
  private static func title(of path: String) -> String {
    path == "-" ? "Standard input" : "The file “\(DisplayText.clean(path))”"
  }

  fileprivate static func oversizedFile(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "\(title(of: path)) cannot be read: it is larger than 16 MiB.",
      rule: .wayleave("a file that is named can be read"), remedy: "Give a smaller one.")
  }

  fileprivate static func emptySecret(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "\(title(of: path)) is empty: it has to be the secret.", rule: .wayleave("a secret is not empty"),
      remedy: "Put the secret into it, on one line.")
  }

  fileprivate static func foreignFile(_ path: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "Other users can write “\(DisplayText.clean(path))”, which decides where tokens go.",
      rule: .wayleave("a file that decides where tokens go is written by its owner alone"),
      remedy: .advice("Check its content; then `chmod go-w \(Remedy.argument(path) ?? "FILE")`, or remove it."))
  }

  fileprivate static func unwritableFile(_ path: String, _ failure: SystemError) -> OAuthError {
    let remedy: Remedy =
      failure.hasNoReader
      ? "Start the program that reads this pipe first, or name a file."
      : failure.isAbsence || failure.isNotFolder
        ? .advice("Create its folder first: `mkdir -p \(folder(of: path))`.")
        : failure.isFolder
          ? "Name a file that is in it."
          : failure.isForbidden
            ? .advice("See who may write there: `ls -ld \(folder(of: path))`.")
            : "Check the disk with `df`, or name a file elsewhere."
    return OAuthError(
      .invalidValue, message: "The file “\(DisplayText.clean(path))” cannot be written: \(failure.words).",
      rule: .wayleave("a file that is named can be written"), remedy: remedy)
  }
}
