import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// The requests of OpenID Connect: whatever is read is written and read again as it was.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClaims(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  claims(text)
  authentication(text)
  return 0
}

private func claims(_ text: String) {
  guard let request = try? ClaimsRequest(reading: text) else { return }
  let again = try? ClaimsRequest(reading: request.json.encodedText())
  precondition(again == request, "a claims request is not read again as it was")
}

private func authentication(_ text: String) {
  guard let form = try? Form(decoding: text),
    let request = try? AuthenticationRequest(reading: form, allowing: Set(ResponseType.allCases))
  else { return }
  guard let written = try? request.form() else { preconditionFailure("what was read cannot be written") }
  let again = try? AuthenticationRequest(reading: written, allowing: Set(ResponseType.allCases))
  precondition(again == request, "an authentication request is not read again as it was")
}
