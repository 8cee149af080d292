import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// Bodies: forms that are signed, and answers of providers in every shape.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForm(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = Array(UnsafeBufferPointer(start: start, count: count))
  signed(body)
  answers(body)
  return 0
}

private func signed(_ body: [UInt8]) {
  var request = RequestMessage(HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/"))
  request.head.headerFields[.contentType] = ContentType.form
  request.body = body
  let baseString = try? SignatureBaseString(of: request, protocolParameters: Form())
  let form = try? Form(decoding: body)
  precondition((baseString == nil) == (form == nil), "the two readers of forms disagree")
  if let baseString, let form {
    // The pairs in another order are the same request.
    var reversed = Form()
    reversed.fields = form.fields.reversed()
    request.body = reversed.encoded()
    let again = try? SignatureBaseString(of: request, protocolParameters: Form())
    precondition(again == baseString, "the order of the pairs changes the base string")
    _ = baseString.difference(from: body)
    if let difference = baseString.difference(from: body + [0]) { _ = difference.description }
  }
  if let read = try? SignedRequest(reading: request) {
    _ = try? TemporaryCredentialRequest(reading: read, of: request)
    _ = try? TokenCredentialRequest.verifier(in: read, of: request)
    _ = try? PasswordCredentialRequest(reading: read, of: request)
    _ = try? ReverseAuthGrant(reading: read, of: request)
  }
}

private func answers(_ body: [UInt8]) {
  for status in [200, 401] {
    let response = ResponseMessage(HTTPResponse(status: .init(code: status)), body: body)
    if let credential = try? TokenCredentialResponse(reading: response).credential {
      let again = try? TokenCredentialResponse(reading: TokenCredentialResponse(credential).response())
      precondition(again?.credential == credential, "a credential is not read again as it was")
      _ = credential.lifetime
    }
    _ = try? TemporaryCredentialResponse(reading: response)
    _ = ProviderRefusal(reading: response)
    if let theirs = ReportedProblem(reading: response)?.baseString {
      _ = BaseStringDifference(between: body, and: theirs)
    }
    var clock = SigningClock()
    _ = clock.correct(by: response, at: Instant(secondsSinceEpoch: 1_700_000_000))
  }
  _ = try? TokenCredentialRequest.verifier(typed: String(decoding: body, as: UTF8.self))
}
