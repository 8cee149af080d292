import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// The requests of OpenID Connect, and the claims of tokens: whatever is read is written and read again as it was, and
/// whatever is verified says what it must.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClaims(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let text = String(decoding: bytes, as: UTF8.self)
  claims(text)
  authentication(text)
  tokens(bytes)
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

private let key = JSONWebKey(sharedSecret: Secret([UInt8](repeating: 7, count: 32)))
private let issuer: Issuer = "https://op.example"
private let now = Instant(secondsSinceEpoch: 1_700_000_000)

/// The input as what a provider or a client signed.
private func tokens(_ payload: [UInt8]) {
  guard let keys = try? JSONWebKeySet([key]),
    let text = try? JSONWebSignature.sign(payload, with: key, algorithm: .hs256)
  else { preconditionFailure("the key does not sign") }
  if let token = try? LogoutToken(text, verifiedBy: keys, allowing: [.hs256], from: issuer, to: "c", at: now) {
    precondition(
      token.claims["nonce"] == nil && (token.subject ?? token.sessionID) != nil, "a token without its claims")
    precondition(now <= token.usableUntil, "a token that is expired")
  }
  if let object = try? RequestObject(
    verifying: text, verifiedBy: keys, allowing: [.hs256], from: "c", to: issuer, at: now)
  {
    precondition(!object.parameters.contains("request"), "a request inside a request")
    _ = try? AuthorizationRequest(reading: object.parameters)
    if let again = try? object.sign(for: issuer, id: nil, at: now, with: key, by: .hs256) {
      let read = try? RequestObject(
        verifying: again, verifiedBy: keys, allowing: [.hs256], from: "c", to: issuer, at: now)
      precondition(read == object, "a request object is not read again as it was")
    }
  }
  var form = Form()
  form.append("response", text)
  guard let response = try? SecuredResponse(reading: form) else { return }
  let parameters = try? response.parameters(from: issuer, to: "c", verifiedBy: keys, allowing: [.hs256], at: now)
  if let parameters, let callback = try? AuthorizationCallback(reading: parameters) {
    precondition(callback.issuer == issuer, "a callback of another issuer")
  }
}
