import WayleaveJOSE
import WayleaveWire

/// Signed tokens: whatever is read is written again as it was, and no made-up signature verifies anything.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignature(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  compact(text)
  serialised(text)
  // The same bytes as a header, which base64url would keep from most inputs.
  compact(Base64.url.encode(text) + Array(".e30.AA".utf8))
  claims(text)
  return 0
}

private func compact(_ text: [UInt8]) {
  if let token = try? JSONWebSignature(compact: text) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    precondition(parts.count == 3, "another number of parts than three is read")
    precondition(Base64.url.encode(token.unverifiedPayload).elementsEqual(parts[1]), "a payload has two texts")
    header(token.header, Base64.url.decode(parts[0]) ?? [])
    unverified(token)
  }
  if let token = try? JSONWebSignature(compact: text, unencodedPayload: true) { unverified(token) }
  if let token = try? JSONWebSignature(compact: text, detached: [1]) { unverified(token) }
}

private func serialised(_ text: [UInt8]) {
  for token in (try? JSONWebSignature.signatures(json: text)) ?? [] { unverified(token) }
  for token in (try? JSONWebSignature.signatures(json: text, detached: [1], unencodedPayload: true)) ?? [] {
    unverified(token)
  }
}

private func header(_ header: JOSEHeader, _ bytes: [UInt8]) {
  let again = try? JOSEHeader(decoding: JSON.object(header.members).encoded())
  precondition(again == header, "a header is not read again as it was")
  precondition((try? JSON(decoding: bytes))?.object == header.members, "the two readers of JSON disagree")
  precondition(
    header["alg"]?.string == header.algorithm && (header.keyID?.utf8.count ?? 0) <= 256, "a header that is none")
}

private func unverified(_ token: JSONWebSignature) {
  for key in keys {
    let payload = try? token.payload(verifiedBy: key, allowing: Set(SignatureAlgorithm.allCases))
    precondition(payload == nil, "what nobody signed is verified")
  }
}

private func claims(_ text: [UInt8]) {
  let whole = (try? JSON(decoding: text))?.object
  guard let claims = try? JSONWebTokenClaims(decoding: text) else { return }
  precondition(claims.members == whole, "the two readers of JSON disagree")
  for member in whole?.members ?? [] {
    precondition(claims[member.name] == member.value, "a claim is read in two ways")
    _ = try? claims.text(member.name)
    _ = try? claims.instant(member.name, textDates: true)
  }
}

/// Keys that nobody holds any more.
private let keys: [JSONWebKey] = [SignatureAlgorithm.hs256, .es256, .edDSA].compactMap {
  guard let key = try? JSONWebKey.generate(for: $0, keyID: "k") else { return nil }
  return key.publicKey ?? key
}
