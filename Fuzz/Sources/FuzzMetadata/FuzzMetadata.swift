import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Metadata documents: whatever is taken names the issuer that was asked for, and nothing that is sent in clear text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = Array(UnsafeBufferPointer(start: start, count: count))
  guard let issuer = try? AbsoluteURL("https://as.example") else { return 0 }
  let response = ResponseMessage(HTTPResponse(status: .ok), body: body)
  guard let metadata = try? AuthorizationServerMetadata(reading: response, for: issuer) else { return 0 }
  precondition(metadata.issuer == Issuer(issuer), "another issuer was taken")
  let endpoints = [
    metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.revocationEndpoint, metadata.userInfoEndpoint,
  ]
  for case let endpoint? in endpoints { precondition(endpoint.url.scheme == "https", "an endpoint in clear text") }
  _ = metadata.preferredClientAuthentication
  let again = ResponseMessage(.ok, json: .object(metadata.raw))
  precondition((try? AuthorizationServerMetadata(reading: again, for: issuer)) == metadata, "read again, it differs")
  return 0
}
