import Foundation
import WayleaveProgramRunning

/// A folder as `make install` fills it: with links to the built programs.
struct Installation: ~Copyable {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wayleave-\(UUID().uuidString)")

  init(with files: [String]) throws {
    let built = try Program.wayleave().executable.resolvingSymlinksInPath().deletingLastPathComponent()
    for path in files {
      let place = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      let file = built.appendingPathComponent(place.lastPathComponent)
      // A link of the file system, and a copy where that is another one.
      do { try FileManager.default.linkItem(at: file, to: place) } catch {
        try FileManager.default.copyItem(at: file, to: place)
      }
    }
  }

  var program: Program { Program(executable: folder.appendingPathComponent("bin/wayleave")) }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
