import Foundation
import HTTPTypes
import Testing
import WayleaveWire

/// A file of `Tests/Vectors`, read with Foundation's decoder, so that our own is not its own judge.
enum VectorFile {
  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: tests.appending(path: "Vectors/\(name).json")))
  }
}

/// `oauth1_encoding.json`, but for the percent-encoding, which is tested on its own floor.
struct EncodingVectors: Decodable {
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
  struct Header: Decodable {
    let header: String?
    let realm: String?
    let params: [[String]]
    let serialized: String?

    var form: Form { Form(params.map { (name: $0[0], value: $0[1]) }) }
  }
  struct Answer: Decodable {
    let body: String
    let kind: String
  }

  let base_string_uri: [Address]
  let normalize: [Normalized]
  let reject_url: [Rejected]
  let authorization_header: [Header]
  let credential_responses: [Answer]

  static func read() throws -> EncodingVectors { try VectorFile.read("oauth1_encoding", as: EncodingVectors.self) }
}

/// One request of `oauth1_signatures.json`.
struct SignatureVector: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let method: String
  let url: String
  let form_body: String
  let oauth_params: [[String]]
  let client_secret: String
  let token_secret: String
  let algorithm: String
  let normalized: String
  let base_string: String
  let signature: String

  var testDescription: String { id }

  var protocolParameters: Form { Form(oauth_params.map { (name: $0[0], value: $0[1]) }) }

  func parameter(_ name: String) -> String? { oauth_params.first { $0[0] == name }?[1] }

  /// The request as it is before it is signed.
  func request() throws -> RequestMessage {
    guard let method = HTTPRequest.Method(method) else { throw CocoaError(.coderReadCorrupt) }
    var request = RequestMessage(method, to: try AbsoluteURL(url))
    if !form_body.isEmpty {
      request.head.headerFields[.contentType] = ContentType.form
      request.body = Array(form_body.utf8)
    }
    return request
  }

  private struct File: Decodable { let cases: [SignatureVector] }

  static func all() throws -> [SignatureVector] { try VectorFile.read("oauth1_signatures", as: File.self).cases }
}
