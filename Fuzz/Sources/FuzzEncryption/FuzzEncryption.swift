import WayleaveJOSE
import WayleaveWire

/// Encrypted tokens: any bytes, and any header above parts that are well formed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEncryption(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  decrypt(input)
  // The input as the header: a text that nobody encrypted must never be taken for authentic.
  let parts = ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAA", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA"]
  decrypt(Array(([Base64.url.encodedText(input)] + parts).joined(separator: ".").utf8))
  return 0
}

private func decrypt(_ compact: [UInt8]) {
  guard let encryption = try? JSONWebEncryption(compact: compact) else { return }
  for key in keys {
    let plaintext = try? encryption.plaintext(
      decryptedBy: key, allowing: Set(KeyManagementAlgorithm.allCases), content: Set(ContentEncryption.allCases))
    precondition(plaintext == nil, "a text of no sender was decrypted")
  }
}

/// A key of each kind: the shared one, one of RFC 7518 Appendix C and one of RFC 7748 §6.1.
private let keys: [JSONWebKey] = [
  #"{"kty":"oct","k":"GawgguFyGrWKav7AX4VKUg"}"#,
  """
  {"kty":"EC","crv":"P-256","x":"weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",\
  "y":"e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck","d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"}
  """,
  """
  {"kty":"OKP","crv":"X25519","x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",\
  "d":"dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo"}
  """,
].compactMap { try? JSONWebKey(decoding: Array($0.utf8)) }
