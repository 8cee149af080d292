import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The record of the last sign-in, which `wayleave trace save` hands out.
///
/// It has what `login --trace-save` writes, and no secret. No sign-in fails where it cannot be written.
struct LastSignIn {
  private let folder: String

  private static let name = "last-sign-in.json"

  init(in folder: String) { self.folder = folder }

  /// Puts a record in place of the one before. It does not wait for the disk.
  func replace(with record: [UInt8]) {
    guard (try? Folder.createWithParents(folder)) != nil, let folder = opened else { return }
    let temporary = "\(Self.name).\(ThisProcess.identifier).new"
    do {
      try folder.createFile(temporary).writeAll(record)
      try folder.rename(temporary, to: Self.name)
    } catch { try? folder.remove(temporary) }
  }

  /// The folder; nil where it is none of this user alone.
  private var opened: Folder? {
    guard let folder = try? Folder(opening: folder, followingLink: true), (try? folder.status())?.isPrivate == true
    else { return nil }
    return folder
  }

  /// The record as a file has it; throws `sign_in.out_of_order` where there is none.
  func read() throws(OAuthError) -> [UInt8] {
    guard let file = try? opened?.openFile(Self.name), let bytes = try? file.readAll(limit: TraceRecord.largestFile)
    else { throw .noRecord() }
    _ = try TraceRecord(reading: bytes, at: "\(folder)/\(Self.name)")
    return bytes
  }
}

extension OAuthError {
  fileprivate static func noRecord() -> OAuthError {
    OAuthError(
      .outOfOrder, message: "No sign-in is recorded here yet.", rule: .wayleave("each login records its steps"),
      remedy: "Sign in first: `wayleave login PROVIDER`. Then: `wayleave trace save FILE`")
  }
}
