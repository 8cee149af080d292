import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7519 §5.2: signed, then encrypted")
struct TokenDecryptionTests {
  private let signer: JSONWebKey
  private let signed: Secret

  init() throws {
    signer = try JSONWebKey.generate(for: .es256)
    signed = try JSONWebSignature.sign(Array("{}".utf8), with: signer, algorithm: .es256)
  }

  private func key(_ name: String?) throws -> JSONWebKey {
    var members = EncryptionSample.shared(16)
    members["kid"] = name.map(JSON.string)
    return try JSONWebKey(members)
  }

  private func encrypt(_ text: Secret, for key: JSONWebKey) throws -> Secret {
    try TokenEncryption(key: key, algorithm: .a128KW, encryption: .a128GCM).encrypt(text)
  }

  private func read(_ text: Secret, by keys: [JSONWebKey]?) throws -> JSONWebSignature {
    let decryption = keys.map { TokenDecryption(keys: $0, algorithms: [.a128KW], encryptions: [.a128GCM]) }
    return try JSONWebSignature(compact: text.exposedBytes, decryption: decryption)
  }

  @Test("what is inside is the signed token, and the header says so")
  func nested() throws {
    let key = try key(nil)
    let text = try encrypt(signed, for: key)
    #expect(try JSONWebEncryption(compact: text.exposedBytes).header.contentType == "JWT")
    let payload = try read(text, by: [key]).payload(verifiedBy: signer.publicKey.present(), allowing: [.es256])
    #expect(payload == Array("{}".utf8))
  }

  @Test("the key is the one that the header names; a lone key needs no name")
  func choice() throws {
    let (a, b, unnamed) = (try key("a"), try key("b"), try key(nil))
    let text = try encrypt(signed, for: b)
    #expect(try refusal { try read(text, by: [a, b]) } == nil)
    #expect(try refusal { try read(text, by: [b]) } == nil)
    #expect(try refusal { try read(text, by: [a]) } == .unknownKey)
    #expect(try refusal { try read(text, by: [b, b]) } == .unknownKey)
    #expect(try refusal { try read(text, by: []) } == .unknownKey)
    let bare = try encrypt(signed, for: unnamed)
    #expect(try refusal { try read(bare, by: [unnamed]) } == nil)
    #expect(try refusal { try read(bare, by: [a, unnamed]) } == .unknownKey)
    #expect(try refusal { try read(bare, by: [a]) } == .undecryptable)
  }

  @Test("OpenID Connect Core §3.1.3.7, rule 1: encrypted where we registered for it, and only there")
  func registered() throws {
    let key = try key(nil)
    let text = try encrypt(signed, for: key)
    #expect(try refusal { try read(signed, by: nil) } == nil)
    #expect(try refusal { try read(signed, by: [key]) } == .unsupportedAlgorithm)
    #expect(try refusal { try read(text, by: nil) } == .unsupportedAlgorithm)
  }

  @Test("JOSE-10: an encryption inside an encryption is refused")
  func depth() throws {
    let key = try key(nil)
    let twice = try encrypt(encrypt(signed, for: key), for: key)
    #expect(try refusal { try read(twice, by: [key]) } == .malformedJOSE)
  }

  @Test("136: a text beyond the cap is refused at once")
  func tooLarge() throws {
    let huge = Secret([UInt8](repeating: UInt8(ascii: "."), count: 1 << 20))
    #expect(try refusal { try read(huge, by: [key(nil)]) } != nil)
    #expect(try refusal { try read(huge, by: nil) } == .oversizedJOSE)
  }
}
