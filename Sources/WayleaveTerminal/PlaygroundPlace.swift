package import WayleaveConsole
package import WayleaveProvider
import WayleaveSystem
package import WayleaveWire

/// Where a running playground leaves its description for the other commands of this user.
///
/// The playground holds a lock as long as it runs, and names its run in the locked file. A description without a holder of
/// the lock is left over, and counts for nothing.
package struct PlaygroundPlace: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The file with the description, while one runs.
  package var file: String { "\(path)/\(Self.name)" }

  private static let lockName = "playground.lock"
  private static let name = "playground.json"
  /// No description of ours is near this size.
  private static let maximumSize = 256 * 1024

  /// The place, for as long as this process holds it.
  package struct Claim: Sendable {
    fileprivate let folder: Folder
    fileprivate let lock: FileLock
    fileprivate let path: String

    /// Lets other commands of this user find the playground.
    package func publish(_ description: PlaygroundDescription) throws(OAuthError) {
      do throws(SystemError) {
        try folder.replace(PlaygroundPlace.name, with: description.exposedJSON.encoded())
      } catch { throw .unusablePlace(path, error.words) }
    }

    /// Gives the place up.
    package func end() {
      try? folder.remove(PlaygroundPlace.name)
      lock.release()
    }
  }

  /// Claims the place; nil when another playground has it.
  package func claim() async throws -> Claim? {
    do throws(Folder.CreationFailure) { try Folder.createWithParents(path) } catch {
      throw OAuthError.unusablePlace(error.path, error.error.words)
    }
    // A command that looks whether the lock is held holds up the claim for a moment.
    for _ in 1...10 {
      if let claim = try lock() { return claim }
      try await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }

  private func lock() throws(OAuthError) -> Claim? {
    let (folder, status) = try attempt { () throws(SystemError) in
      let folder = try Folder(opening: path)
      return (folder, try folder.status())
    }
    guard status.isPrivate else { throw .exposedPlace(path) }
    return try attempt { () throws(SystemError) in
      let file = try folder.openLockFile(Self.lockName)
      guard let lock = try FileLock.take(file) else { return nil }
      // What a killed playground left must not count because this one runs.
      try? folder.remove(Self.name)
      var random = SystemRandomNumberGenerator()
      try file.cut(to: 0)
      try file.writeAll(Array(RandomText.base64URL(bytes: 16, using: &random).utf8))
      return Claim(folder: folder, lock: lock, path: path)
    }
  }

  /// What the running playground is, or, with a name, what it is for that entry; nil when none runs.
  ///
  /// Tokens go where it says: what another user could have written is not used.
  package func running(only name: ProviderName? = nil) throws(OAuthError) -> PlaygroundDescription? {
    guard let lock = openIfHeld(), let file = try? lock.folder.openFile(Self.name) else { return nil }
    guard let status = try? file.status(), status.isPrivate, status.kind == .file,
      (try? lock.folder.status())?.isPrivate == true
    else { throw .exposedPlace(path) }
    let bytes = try attempt { () throws(SystemError) in try file.readAll(limit: Self.maximumSize) }
    guard bytes.count <= Self.maximumSize else { throw .unusablePlace(path, "it is larger") }
    return try PlaygroundDescription(exposedJSON: try JSON(decoding: bytes), run: Self.run(in: lock.file), only: name)
  }

  /// What the running playground is; nil also where its description cannot be used.
  package var runningOrNil: PlaygroundDescription? { (try? running()) ?? nil }

  /// Which run of a playground it is; nil when none runs.
  package var run: String? { openIfHeld().flatMap { Self.run(in: $0.file) } }

  private static func run(in lock: FileDescriptor) -> String? {
    guard let bytes = try? lock.readAll(limit: 64), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The locked file of a playground that still runs; nil when there is none, or none that this user can reach.
  private func openIfHeld() -> (folder: Folder, file: FileDescriptor)? {
    guard let folder = try? Folder(opening: path), let lock = try? folder.openFile(Self.lockName),
      (try? FileLock.isHeld(lock)) == true
    else { return nil }
    return (folder, lock)
  }

  private func attempt<Value>(_ body: () throws(SystemError) -> Value) throws(OAuthError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .unusablePlace(path, error.words) }
  }
}

extension OAuthError {
  fileprivate static func unusablePlace(_ path: String, _ reason: String) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "The folder of the running playground, \(DisplayText.clean(path)), cannot be used: \(reason).",
      rule: .wayleave("a running playground is found by a file"), remedy: "Check the path and its permissions.")
  }

  fileprivate static func exposedPlace(_ path: String) -> OAuthError {
    OAuthError(
      .malformedProvider,
      message: "Other users can reach \(DisplayText.clean(path)), which decides where tokens for the playground go.",
      rule: .wayleave("a file that decides where tokens go is written by its owner alone"),
      remedy: "Remove the folder \(DisplayText.clean(path)), and start the playground again.")
  }
}
