/// `oauth1_encoding.json`, which the codecs and the signatures of OAuth 1.0a share.
package struct EncodingVectors: Decodable, Sendable {
  package struct Encoded: Decodable, Sendable {
    package let text: String
    package let encoded: String
  }
  package struct Address: Decodable, Sendable {
    package let url: String
    package let base_string_uri: String
  }
  package struct Normalized: Decodable, Sendable {
    package let form: String
    package let normalized: String
  }
  package struct Rejected: Decodable, Sendable {
    package let url: String
    package let why: String
  }
  package struct Header: Decodable, Sendable {
    package let header: String?
    package let realm: String?
    package let params: [[String]]
    package let serialized: String?
  }
  package struct Answer: Decodable, Sendable {
    package let body: String
    package let kind: String
  }

  package let percent_encode: [Encoded]
  package let base_string_uri: [Address]
  package let normalize: [Normalized]
  package let reject_url: [Rejected]
  package let authorization_header: [Header]
  package let credential_responses: [Answer]

  package static func read() throws -> EncodingVectors { try VectorFile.read("oauth1_encoding", as: Self.self) }
}
