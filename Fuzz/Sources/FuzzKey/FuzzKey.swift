import WayleaveJOSE
import WayleaveWire

/// Keys, as JSON and in PEM: whatever is read is written, and read again as the same key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKey(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  if let key = try? JSONWebKey(decoding: text) { check(key) }
  if let key = try? JSONWebKey(pem: Secret(text)) { check(key) }
  return 0
}

private func check(_ key: JSONWebKey) {
  let again = try? JSONWebKey(decoding: key.exposedJSON.exposedBytes)
  precondition(again == key, "a key is not read again as it was")
  if let open = key.publicKey {
    precondition((try? JSONWebKey(decoding: key.json.encoded())) == open || key.isPrivate, "another public key")
    precondition(!open.isPrivate && open.thumbprint == key.thumbprint, "the public key is another")
    precondition(
      ["d", "p", "q", "dp", "dq", "qi", "k"].allSatisfy { key.json[$0] == nil }, "a private number is shown")
  }
  for algorithm in SignatureAlgorithm.allCases {
    guard let text = try? JSONWebSignature.sign([1], with: key, algorithm: algorithm) else { continue }
    let token = try? JSONWebSignature(compact: text.exposedBytes)
    let payload = try? token?.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm])
    // A key may say that it signs and does not prove.
    precondition(payload == [1] || key.operations != nil, "a key does not prove what it signed")
  }
}
