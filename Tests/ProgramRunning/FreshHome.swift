public import Foundation

/// A user's folders, new and empty; they go when the last reference goes.
public final class FreshHome: Sendable {
  private let root: URL

  /// What `WAYLEAVE_HOME` names. It does not exist yet: the program makes it.
  public let wayleave: URL
  /// The folder the program is started in.
  public let work: URL

  /// Makes the folders.
  public init() throws {
    let name = "wayleave-test-\(UUID().uuidString)"
    root = FileManager.default.temporaryDirectory.appendingPathComponent(name).resolvingSymlinksInPath()
    wayleave = root.appendingPathComponent("wayleave")
    work = root.appendingPathComponent("work")
    for folder in [work, home, temporary] {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  private var home: URL { root.appendingPathComponent("home") }
  private var temporary: URL { root.appendingPathComponent("tmp") }

  /// The environment of a user who has set nothing but `WAYLEAVE_HOME`, with neither display nor browser.
  public var environment: [String: String] {
    let ours = ProcessInfo.processInfo.environment
    var environment = [
      "HOME": home.path,
      "PATH": ours["PATH"] ?? "/usr/bin:/bin",
      "TMPDIR": temporary.path,
      "WAYLEAVE_HOME": wayleave.path,
    ]
    // An instrumented program writes its counters where this says, and else into the folder it is started in.
    environment["LLVM_PROFILE_FILE"] = ours["LLVM_PROFILE_FILE"]
    environment["LD_LIBRARY_PATH"] = ours["LD_LIBRARY_PATH"]
    return environment
  }

  /// Every file that stands outside `WAYLEAVE_HOME`: a program that keeps its promise leaves none.
  public func strayFiles() -> [String] {
    [work, home, temporary].flatMap { folder in
      (FileManager.default.subpaths(atPath: folder.path) ?? []).map { "\(folder.lastPathComponent)/\($0)" }
    }
  }

  /// A handle that reads a text, from a file without a name: unlike a pipe it cannot break when nobody reads it.
  func reading(_ text: String) throws -> FileHandle {
    let file = root.appendingPathComponent("input-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try FileHandle(forReadingFrom: file)
  }
}
