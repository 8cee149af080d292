import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// The `Authorization` header: whatever is read from one is written and read again as it was.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  // A realm beyond ASCII is read and never written.
  if let header = try? AuthorizationHeader(reading: text),
    let written = try? AuthorizationHeader.value(of: header.parameters, realm: header.realm)
  {
    if written.utf8.count <= AuthorizationHeader.maximumLength {
      let again = try? AuthorizationHeader(reading: written)
      precondition(again == header, "a header is not read again as it was")
    }
  }
  var request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "example.com", path: "/a?b=c"))
  request.head.headerFields[.authorization] = text
  if let signed = try? SignedRequest(reading: request) {
    precondition(!signed.parameters.contains("oauth_signature"), "a signature counts as a parameter")
    try? signed.verify(consumerSecret: Secret("c"), tokenSecret: Secret("t"))
  }
  _ = try? ReverseAuthParameters(text)
  var response = ResponseMessage(HTTPResponse(status: .unauthorized))
  response.head.headerFields[.wwwAuthenticate] = text
  _ = ProviderRefusal(reading: response)
  return 0
}
