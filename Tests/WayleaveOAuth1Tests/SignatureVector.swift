import Foundation
import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

extension EncodingVectors.Header {
  var form: Form { Form(params.map { (name: $0[0], value: $0[1]) }) }
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
