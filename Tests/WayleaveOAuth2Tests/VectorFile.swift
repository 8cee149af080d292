import Foundation

/// A file of `Tests/Vectors`, read with Foundation's decoder, so that our own is not its own judge.
enum VectorFile {
  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: tests.appending(path: "Vectors/\(name).json")))
  }
}
