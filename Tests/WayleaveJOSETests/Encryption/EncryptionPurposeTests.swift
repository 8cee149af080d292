import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveJOSE

@Suite("RFC 7517 §4 and RFC 7518 §4: which keys encrypt and decrypt")
struct EncryptionPurposeTests {
  private func codes(
    _ changes: [String: JSON], bytes: Int = 16, by algorithm: KeyManagementAlgorithm = .a128KW,
    content: ContentEncryption = .a128GCM
  ) throws -> (encrypting: OAuthError.Code?, decrypting: OAuthError.Code?) {
    let secret = Base64.url.encodedText([UInt8](repeating: 5, count: bytes))
    var members = try (["kty": "oct", "k": .string(secret)] as JSON).object.present()
    let plain = try JSONWebKey(members)
    for (name, value) in changes { members[name] = value }
    let key = try JSONWebKey(members)
    let encrypting = try refusal { try JSONWebEncryption.encrypt([1], for: key, by: algorithm, content: content) }
    guard let text = try? JSONWebEncryption.encrypt([1], for: plain, by: algorithm, content: content) else {
      return (encrypting, encrypting)
    }
    let decrypting = try refusal {
      try JSONWebEncryption(compact: text.exposedBytes).plaintext(
        decryptedBy: key, allowing: [algorithm], content: [content])
    }
    return (encrypting, decrypting)
  }

  @Test(
    "§4.3: one operation of “key_ops” allows one direction; deriving allows both",
    arguments: [
      ("encrypt", true, false), ("decrypt", false, true), ("wrapKey", true, false), ("unwrapKey", false, true),
      ("deriveKey", true, true),
      ("deriveBits", true, true), ("sign", false, false), ("verify", false, false), ("Encrypt", false, false),
    ])
  func operations(name: String, encrypts: Bool, decrypts: Bool) throws {
    let (encrypting, decrypting) = try codes(["key_ops": .array([.string(name)])])
    #expect(
      encrypting == (encrypts ? nil : .unsupportedAlgorithm) && decrypting == (decrypts ? nil : .unsupportedAlgorithm))
    let forSignatures = try codes(["key_ops": .array([.string(name)]), "use": "sig"])
    #expect(forSignatures == (.unsupportedAlgorithm, .unsupportedAlgorithm))
  }

  @Test(
    "RFC 7520 §5.6.1: a key for direct encryption may name what it encrypts with, and a wrapping key may not",
    arguments: [
      ("dir", KeyManagementAlgorithm.direct, true), ("A128GCM", .direct, true), ("A256GCM", .direct, false),
      ("A128KW", .direct, false), ("DIR", .direct, false),
      ("A128KW", .a128KW, true), ("A128GCM", .a128KW, false), ("dir", .a128KW, false), ("", .a128KW, false),
    ])
  func names(name: String, algorithm: KeyManagementAlgorithm, isTaken: Bool) throws {
    let expected: OAuthError.Code? = isTaken ? nil : .unsupportedAlgorithm
    let (encrypting, decrypting) = try codes(["alg": .string(name)], by: algorithm)
    #expect(encrypting == expected && decrypting == expected)
  }

  @Test(
    "RFC 7518 §4.4 and §4.5: a shared key is exactly as long as its algorithm needs",
    arguments: ContentEncryption.allCases)
  func sizes(content: ContentEncryption) throws {
    for (algorithm, size) in [(KeyManagementAlgorithm.a128KW, 16), (.a256KW, 32), (.direct, content.keySize)] {
      for bytes in [size - 1, size, size + 1, size * 2, 0] {
        let expected: OAuthError.Code? = bytes == size ? nil : .unsupportedAlgorithm
        #expect(
          try codes([:], bytes: bytes, by: algorithm, content: content) == (expected, expected),
          "\(algorithm), \(bytes)")
      }
    }
  }

  @Test(
    "RFC 7518 §4.6.1.1: an ephemeral key is written and read on every curve, without a private part",
    arguments: AgreementCurve.allCases)
  func ephemeralKeys(curve: AgreementCurve) throws {
    let (hidden, open) = curve.generate()
    let key = EphemeralKey(curve: curve, raw: open)
    #expect(open.count == curve.coordinateSize * (curve.hasTwoCoordinates ? 2 : 1) && curve.isPublicKey(open))
    let read = try EphemeralKey(reading: key.json).present()
    #expect(read.curve == curve && read.raw == open)
    for (name, value) in [
      ("d", .string(Base64.url.encodedText(hidden))), ("d", .null), ("kty", "oct"), ("crv", "X448"), ("x", 1),
      ("x", ""), ("crv", nil), ("kty", nil), ("x", nil),
    ] as [(String, JSON?)] {
      var members = try key.json.object.present()
      members[name] = value
      #expect(EphemeralKey(reading: .object(members)) == nil, "\(name)")
    }
    for other in AgreementCurve.allCases where other != curve {
      var members = try key.json.object.present()
      members["crv"] = .string(other.rawValue)
      #expect(EphemeralKey(reading: .object(members)) == nil, "\(other)")
      #expect(
        other.secret(of: other.generate().privateKey, with: open) == nil
          || curve.coordinateSize == other.coordinateSize && !curve.hasTwoCoordinates == !other.hasTwoCoordinates)
    }
    for json in [nil, .null, "x", [], [:]] as [JSON?] { #expect(EphemeralKey(reading: json) == nil) }
    // Both sides agree on one secret.
    let (ours, theirs) = curve.generate()
    #expect(try curve.secret(of: hidden, with: theirs).present() == curve.secret(of: ours, with: open).present())
  }

  @Test("RFC 7516 §7.1: a text of 131072 bytes is looked at, one more is not")
  func length() throws {
    let most = [UInt8](repeating: UInt8(ascii: "A"), count: JSONWebEncryption.maximumLength)
    #expect(JSONWebEncryption.maximumLength == 131_072)
    #expect(try refusal { try JSONWebEncryption(compact: most) } == .malformedJOSE)
    #expect(try refusal { try JSONWebEncryption(compact: most + [UInt8(ascii: "A")]) } == .oversizedJOSE)
  }
}
