import Foundation
import WayleaveWire

/// A file of `Tests/Vectors`.
enum VectorFile {
  static func read(_ name: String) throws -> JSON {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try JSON(decoding: Array(Data(contentsOf: tests.appending(path: "Vectors/\(name).json"))))
  }
}
