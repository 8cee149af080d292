import Crypto
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveJOSE

@Suite("RFC 7516 §11 and RFC 8725: hostile encryptions")
struct HostileEncryptionTests {
  @Test("136: a text beyond the cap is refused before anything of it is decoded")
  func tooLarge() throws {
    // Not even its characters are base64url.
    let huge = [UInt8](repeating: UInt8(ascii: "!"), count: JSONWebEncryption.maximumLength + 1)
    #expect(try refusal { try JSONWebEncryption(compact: huge) } == .oversizedJOSE)
    #expect(try refusal { try JSONWebEncryption(compact: Array(huge.dropLast())) } == .malformedJOSE)
    let megabyte = [UInt8](repeating: UInt8(ascii: "."), count: 1 << 20)
    #expect(try refusal { try JSONWebEncryption(compact: megabyte) } == .oversizedJOSE)
  }

  @Test("137: compression is refused, in the header of an authentic text as well", arguments: ["DEF", "", "NONE"])
  func compression(name: String) throws {
    let sample = try EncryptionSample(.a128KW).changingHeader { $0["zip"] = .string(name) }
    #expect(try refusal { try sample.decrypted() } == .unsupportedAlgorithm)
  }

  @Test(
    "138, 140: RSA1_5, PBES2 and AES-GCM key wrapping are refused by name, before any key is touched",
    arguments: [
      "RSA1_5", "PBES2-HS256+A128KW", "PBES2-HS512+A256KW", "A128GCMKW", "A256GCMKW", "RSA-OAEP-512", "none", "",
      "rsa-oaep-256", "A192KW",
    ])
  func refusedAlgorithms(name: String) throws {
    let sample = try EncryptionSample(.rsaOAEP256).changingHeader {
      $0["alg"] = .string(name)
      $0["p2c"] = 2_147_483_647
      $0["p2s"] = "8Q1SzinasR3xchYz6ZZcHA"
    }
    #expect(try refusal { try sample.decrypted() } == .unsupportedAlgorithm)
  }

  @Test("RFC 8725 §3.1: what the caller does not allow is refused, though we know it")
  func notAllowed() throws {
    let sample = try EncryptionSample(.ecdhES, .a256GCM)
    #expect(try refusal { try sample.decrypted(allowing: [.ecdhES], content: [.a256GCM]) } == nil)
    #expect(try refusal { try sample.decrypted(allowing: [.ecdhESA128KW]) } == .unsupportedAlgorithm)
    #expect(try refusal { try sample.decrypted(allowing: []) } == .unsupportedAlgorithm)
    #expect(try refusal { try sample.decrypted(content: [.a128GCM]) } == .unsupportedAlgorithm)
    let unknown = try sample.changingHeader { $0["enc"] = "A256CTR" }
    #expect(try refusal { try unknown.decrypted() } == .unsupportedAlgorithm)
    let missing = try sample.changingHeader { $0["enc"] = nil }
    #expect(try refusal { try missing.decrypted() } == .unsupportedAlgorithm)
  }

  @Test("139: a point that is not on the curve is refused", arguments: ["P-256", "P-384", "P-521"])
  func invalidPoint(curve: String) throws {
    let sample = try EncryptionSample(.ecdhES, curve: curve)
    func code(_ change: (inout JSON.Object) -> Void) throws -> OAuthError.Code? {
      try refusal {
        try sample.changingHeader { header in
          var key = header["epk"]?.object ?? JSON.Object()
          change(&key)
          header["epk"] = .object(key)
        }.decrypted()
      }
    }
    let size = ["P-256": 32, "P-384": 48, "P-521": 66][curve] ?? 0
    func text(_ bytes: [UInt8]) -> JSON { .string(Base64.url.encodedText(bytes)) }
    let zero = [UInt8](repeating: 0, count: size)
    // The same key, written again: the header changed by nothing decrypts still.
    #expect(try code { _ in } == nil)
    #expect(try code { $0["y"] = $0["x"] } == .malformedJOSE)
    #expect(try code { $0["x"] = text(zero) } == .malformedJOSE)
    #expect(
      try code {
        $0["x"] = text(zero)
        $0["y"] = text(zero)
      } == .malformedJOSE)
    // A point of a weak twin curve: (x, y + 1).
    #expect(
      try code { key in
        var y = Base64.url.decode(key["y"]?.string ?? "") ?? []
        y[y.count - 1] ^= 1
        key["y"] = text(y)
      } == .malformedJOSE)
    #expect(try code { $0["x"] = text(zero + [0]) } == .malformedJOSE)
    #expect(try code { $0["y"] = nil } == .malformedJOSE)
    #expect(try code { $0["kty"] = "OKP" } == .malformedJOSE)
    #expect(try code { $0["crv"] = "secp256k1" } == .malformedJOSE)
    #expect(try code { $0["d"] = $0["x"] } == .malformedJOSE)
  }

  @Test("139: a point of X25519 that leads to zero gives nothing")
  func zeroSecret() throws {
    let sample = try EncryptionSample(.ecdhES, curve: "X25519")
    for u in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] {
      let changed = try sample.changingHeader {
        $0["epk"] = ["kty": "OKP", "crv": "X25519", "x": .string(Base64.url.encodedText(u))]
      }
      #expect(try refusal { try changed.decrypted() } == .undecryptable)
    }
  }

  @Test("a key on another curve than the sender's, no key at all, parties that are not base64url: refused by header")
  func agreementHeader() throws {
    let sample = try EncryptionSample(.ecdhES)
    let other = try EncryptionSample.key(for: .ecdhES, curve: "P-384")
    #expect(try refusal { try sample.decrypted(by: other) } == .unsupportedAlgorithm)
    let missing = try sample.changingHeader { $0["epk"] = nil }
    #expect(try refusal { try missing.decrypted() } == .malformedJOSE)
    for value in ["QWxpY2U=", "é", 7, .null] as [JSON] {
      for name in ["apu", "apv"] {
        let changed = try sample.changingHeader { $0[name] = value }
        #expect(try refusal { try changed.decrypted() } == .malformedJOSE)
      }
    }
  }

  @Test("140: whatever is wrong after the header is one and the same error", arguments: KeyManagementAlgorithm.allCases)
  func uniform(algorithm: KeyManagementAlgorithm) throws {
    for encryption in [ContentEncryption.a128GCM, .a128CBCHS256] {
      let sample = try EncryptionSample(algorithm, encryption)
      var errors: [OAuthError] = []
      func fail(_ sample: EncryptionSample) throws {
        do {
          _ = try sample.decrypted()
          Issue.record("a broken text was decrypted")
        } catch let error as OAuthError { errors.append(error) }
      }
      // The encrypted key: changed, cut, longer, empty, of another length of its own kind.
      if sample.texts[1].isEmpty {
        try fail(sample.changing(1) { $0 = [0] })
      } else {
        try fail(sample.changing(1) { $0[0] ^= 1 })
        try fail(sample.changing(1) { $0[$0.count - 1] ^= 1 })
        try fail(sample.changing(1) { $0.removeLast() })
        try fail(sample.changing(1) { $0 = [] })
      }
      try fail(sample.changing(1) { $0 += [UInt8](repeating: 1, count: 8) })
      // The vector, the text and the tag.
      try fail(sample.changing(2) { $0[0] ^= 1 })
      try fail(sample.changing(2) { $0.removeLast() })
      try fail(sample.changing(3) { $0[0] ^= 1 })
      try fail(sample.changing(3) { $0.removeLast() })
      try fail(sample.changing(4) { $0[0] ^= 1 })
      try fail(sample.changing(4) { $0 = Array($0.prefix(8)) })
      // The header is authenticated too.
      try fail(sample.changingHeader { $0["typ"] = "JWT" })
      #expect(errors.allSatisfy { $0.code == .undecryptable })
      #expect(Set(errors.map(\.description)).count == 1)
    }
  }

  @Test("140: an authentic text under a key of another length than “enc” has is as wrong as any")
  func wrongKeyLength() throws {
    let (rsa, shared) = (
      try EncryptionSample.key(for: .rsaOAEP256), try EncryptionSample.key(for: .a128KW)
    )
    for (key, algorithm) in [(rsa, KeyManagementAlgorithm.rsaOAEP256), (shared, .a128KW)] {
      for (encryption, claimed) in [(ContentEncryption.a128GCM, "A128GCM"), (.a128GCM, "A256GCM")] {
        let delivery = try SenderKey(key, for: algorithm, encryption).deliver(algorithm, encryption).present()
        let header: JSON = ["alg": .string(algorithm.rawValue), "enc": .string(claimed)]
        let authenticated = Base64.url.encode(header.encoded())
        let sealed = try encryption.seal(
          [1], key: delivery.contentKey, initializationVector: Array(0..<12), authenticating: authenticated
        ).present()
        let parts = [delivery.encryptedKey, sealed.initializationVector, sealed.ciphertext, sealed.tag]
        let text = ([authenticated] + parts.map { Base64.url.encode($0) }).joined(separator: [UInt8(ascii: ".")])
        let code = try refusal {
          try JSONWebEncryption(compact: Array(text))
            .plaintext(decryptedBy: key, allowing: [algorithm], content: [.a128GCM, .a256GCM])
        }
        #expect(code == (claimed == "A128GCM" ? nil : .undecryptable))
      }
    }
  }

  @Test("RFC 7516 §7.1: five parts in base64url, and nothing else")
  func shape() throws {
    let sample = try EncryptionSample(.a128KW)
    func code(_ text: String) throws -> OAuthError.Code? { try refusal { try JSONWebEncryption(compact: text) } }
    #expect(try code(sample.compact) == nil)
    #expect(try code("") == .malformedJOSE)
    #expect(try code("....") != nil)
    #expect(try code(sample.compact + ".") == .malformedJOSE)
    #expect(try code(sample.texts.dropLast().joined(separator: ".")) == .malformedJOSE)
    for index in 0..<5 {
      var padded = sample
      padded.texts[index] += "="
      #expect(try code(padded.compact) == .malformedJOSE)
    }
  }

  @Test("RFC 7516 §4.1.13: a critical member that we do not know is refused")
  func critical() throws {
    let sample = try EncryptionSample(.a128KW).changingHeader {
      $0["crit"] = ["exp"]
      $0["exp"] = 1
    }
    #expect(try refusal { try JSONWebEncryption(compact: sample.compact) } != nil)
  }
}
