import Foundation

/// A file of `Tests/Vectors`, read with Foundation's decoder, so that our own is not its own judge.
enum VectorFile {
  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: tests.appending(path: "Vectors/\(name).json")))
  }
}

/// What `oauth1_encoding.json` holds that belongs to this floor.
struct EncodingVectors: Decodable {
  struct Encoded: Decodable {
    let text: String
    let encoded: String
  }
  struct Address: Decodable {
    let url: String
    let base_string_uri: String
  }
  struct Normalized: Decodable {
    let form: String
    let normalized: String
  }
  struct Rejected: Decodable {
    let url: String
    let why: String
  }

  let percent_encode: [Encoded]
  let base_string_uri: [Address]
  let normalize: [Normalized]
  let reject_url: [Rejected]

  static func read() throws -> EncodingVectors { try VectorFile.read("oauth1_encoding", as: EncodingVectors.self) }
}
