import Foundation
package import WayleaveWire

/// A file of `Tests/Vectors`.
package enum VectorFile {
  /// The file as our own reader of JSON sees it.
  package static func read(_ name: String) throws -> JSON { try JSON(decoding: Array(bytes(name))) }

  /// The cases of a file that has one list of them.
  package static func cases(_ name: String) throws -> [JSON] { try read(name)["cases"]?.array ?? [] }

  /// The file as Foundation's decoder sees it, for tests of our own reader.
  package static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    try JSONDecoder().decode(type, from: bytes(name))
  }

  private static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: TestsFolder.url.appending(path: "Vectors/\(name).json"))
  }
}
