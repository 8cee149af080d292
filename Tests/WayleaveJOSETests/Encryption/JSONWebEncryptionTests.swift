import Crypto
import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7516 §5: encryption and decryption")
struct JSONWebEncryptionTests {
  @Test("what is encrypted for a key is decrypted by it", arguments: KeyManagementAlgorithm.allCases)
  func roundTrip(algorithm: KeyManagementAlgorithm) throws {
    for encryption in ContentEncryption.allCases {
      let sample = try EncryptionSample(algorithm, encryption)
      #expect(try sample.decrypted() == EncryptionSample.plaintext)
    }
  }

  @Test("RFC 7518 §4.6 and RFC 8037 §3.2: on every curve", arguments: ["P-256", "P-384", "P-521", "X25519"])
  func curves(curve: String) throws {
    for algorithm in [KeyManagementAlgorithm.ecdhES, .ecdhESA128KW, .ecdhESA256KW] {
      let sample = try EncryptionSample(algorithm, .a256CBCHS512, curve: curve)
      #expect(try sample.decrypted() == EncryptionSample.plaintext)
      let other = try EncryptionSample.key(for: algorithm, curve: curve)
      #expect(try refusal { try sample.decrypted(by: other) } == .undecryptable)
    }
  }

  @Test("two encryptions of one text share nothing but the algorithm", arguments: KeyManagementAlgorithm.allCases)
  func fresh(algorithm: KeyManagementAlgorithm) throws {
    let key = try EncryptionSample.key(for: algorithm)
    func parts() throws -> [Substring] {
      try JSONWebEncryption.encrypt(EncryptionSample.plaintext, for: key, by: algorithm, content: .a128GCM)
        .exposedText.split(separator: ".", omittingEmptySubsequences: false)
    }
    let (first, second) = (try parts(), try parts())
    for index in 2..<5 { #expect(first[index] != second[index]) }
    #expect(first[1].isEmpty ? [.ecdhES, .direct].contains(algorithm) : first[1] != second[1])
  }

  @Test("the key's name and the caller's members stand in the header, and ours cannot be overwritten")
  func header() throws {
    let key = try EncryptionSample.key(for: .direct, adding: try #require(JSON(dictionaryLiteral: ("kid", "7")).object))
    let members = try #require(JSON(dictionaryLiteral: ("cty", "JWT")).object)
    let text = try JSONWebEncryption.encrypt([1], for: key, by: .direct, content: .a128GCM, members: members)
    let read = try JSONWebEncryption(compact: text.exposedBytes)
    #expect(read.header.keyID == "7")
    #expect(read.header.algorithm == "dir")
    #expect(read.header.members["cty"] == "JWT")
    for name in ["alg", "enc", "kid", "epk", "apu", "apv", "zip", "crit"] {
      var forbidden = JSON.Object()
      forbidden[name] = "x"
      let code = try refusal {
        try JSONWebEncryption.encrypt([1], for: key, by: .direct, content: .a128GCM, members: forbidden)
      }
      #expect(code == .invalidValue)
    }
  }

  @Test("RFC 7516 §4.1.6: a text for another of our keys has an error of its own, so that the right one can be tried")
  func otherKeyID() throws {
    func key(_ name: String) throws -> JSONWebKey {
      var members = EncryptionSample.shared(16)
      members["kid"] = .string(name)
      return try JSONWebKey(members)
    }
    let text = try JSONWebEncryption.encrypt([1], for: key("a"), by: .direct, content: .a128GCM)
    let code = try refusal {
      try JSONWebEncryption(compact: text.exposedBytes).plaintext(
        decryptedBy: key("b"), allowing: [.direct], content: [.a128GCM])
    }
    #expect(code == .unknownKey)
  }

  @Test("RFC 7517 §4.2 to §4.4: a key for another purpose decrypts and encrypts nothing")
  func purpose() throws {
    let members = EncryptionSample.shared(16)
    func code(_ name: String, _ value: JSON) throws -> OAuthError.Code? {
      var own = members
      own[name] = value
      let key = try JSONWebKey(own)
      let made = try refusal { try JSONWebEncryption.encrypt([1], for: key, by: .a128KW, content: .a128GCM) }
      let text = try JSONWebEncryption.encrypt([1], for: JSONWebKey(members), by: .a128KW, content: .a128GCM)
      let read = try refusal {
        try JSONWebEncryption(compact: text.exposedBytes).plaintext(
          decryptedBy: key, allowing: [.a128KW], content: [.a128GCM])
      }
      #expect(made == read)
      return read
    }
    #expect(try code("use", "enc") == nil)
    #expect(try code("use", "sig") == .unsupportedAlgorithm)
    #expect(try code("key_ops", ["wrapKey", "unwrapKey"]) == nil)
    #expect(try code("key_ops", ["sign", "verify"]) == .unsupportedAlgorithm)
    #expect(try code("alg", "A128KW") == nil)
    #expect(try code("alg", "A256KW") == .unsupportedAlgorithm)
  }

  @Test("a key of another kind or length is refused", arguments: KeyManagementAlgorithm.allCases)
  func otherKind(algorithm: KeyManagementAlgorithm) throws {
    let sample = try EncryptionSample(algorithm)
    let others: [KeyManagementAlgorithm: JSONWebKey] = [
      .rsaOAEP: try EncryptionSample.key(for: .rsaOAEP),
      .ecdhES: try EncryptionSample.key(for: .ecdhES, curve: "P-384"),
      .direct: try JSONWebKey(EncryptionSample.shared(24)),
    ]
    let own: KeyManagementAlgorithm? = algorithm == .rsaOAEP256 ? .rsaOAEP : algorithm == .rsaOAEP ? .rsaOAEP : nil
    for (kind, other) in others where kind != own {
      #expect(try refusal { try sample.decrypted(by: other) } == .unsupportedAlgorithm)
    }
    let short = try JSONWebKey(EncryptionSample.shared(24))
    #expect(
      try refusal { try JSONWebEncryption.encrypt([1], for: short, by: algorithm, content: .a128GCM) }
        == .unsupportedAlgorithm)
  }

  @Test("a public key encrypts, and decrypts nothing", arguments: [KeyManagementAlgorithm.rsaOAEP256, .ecdhES])
  func publicKey(algorithm: KeyManagementAlgorithm) throws {
    let key = try EncryptionSample.key(for: algorithm)
    let text = try JSONWebEncryption.encrypt([1], for: key.publicKey.present(), by: algorithm, content: .a128GCM)
    func decrypt(by key: JSONWebKey) throws -> [UInt8] {
      try JSONWebEncryption(compact: text.exposedBytes).plaintext(
        decryptedBy: key, allowing: [algorithm], content: [.a128GCM])
    }
    #expect(try decrypt(by: key) == [1])
    #expect(try refusal { try decrypt(by: key.publicKey.present()) } == .unsupportedAlgorithm)
  }
}
