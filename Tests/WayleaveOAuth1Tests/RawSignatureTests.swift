import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.4.2 to §3.4.4: signatures of a given text")
struct RawSignatureTests {
  private struct Vectors: Decodable {
    struct Mac: Decodable {
      let id: String
      let algorithm: String
      let text: String
      let client_secret: String
      let token_secret: String
      let signature: String
    }
    struct RSA: Decodable {
      let id: String
      let algorithm: String
      let text: String
      let test_private_key_pem: String
      let public_key_pem: String
      let signature: String
    }
    let hmac: [Mac]
    let rsa: [RSA]

    static func read() throws -> Vectors { try VectorFile.read("oauth1_raw_mac_and_rsa", as: Vectors.self) }
  }

  @Test("each published text gives the published signature with shared secrets")
  func sharedSecrets() throws {
    let vectors = try Vectors.read().hmac
    #expect(vectors.count == 8)
    for vector in vectors {
      let method = try #require(SignatureMethod(rawValue: vector.algorithm))
      let key = try SignatureKey(
        method, consumerSecret: Secret(vector.client_secret), tokenSecret: Secret(vector.token_secret))
      #expect(try key.signature(of: Array(vector.text.utf8)) == Array(vector.signature.utf8), "\(vector.id)")
    }
  }

  @Test("5849-18: each published text gives the published signature with a private key, and the public key verifies it")
  func privateKeys() throws {
    let vectors = try Vectors.read().rsa
    #expect(vectors.count == 5)
    for vector in vectors {
      let method = try #require(SignatureMethod(rawValue: vector.algorithm))
      let privateKey = try RSAPrivateKey(pemOfAnyStrength: Secret(vector.test_private_key_pem))
      let publicKey = try RSAPublicKey(pemOfAnyStrength: vector.public_key_pem)
      #expect(privateKey.publicKey == publicKey)
      let (text, signature) = (Array(vector.text.utf8), Array(vector.signature.utf8))
      #expect(try SignatureKey(method, privateKey: privateKey).signature(of: text) == signature, "\(vector.id)")
      let verifying = try SignatureKey(method, publicKey: publicKey)
      #expect(try verifying.isSignature(signature, of: text), "\(vector.id)")
      #expect(try !verifying.isSignature(signature, of: text + [0]))
      #expect(try !verifying.isSignature(Array(signature.dropLast()), of: text))
      #expect(try !verifying.isSignature([], of: text))
      #expect(try refusal { try verifying.signature(of: text) } == .unsupportedSignatureMethod)
    }
  }

  @Test("a key under 2048 bits is refused, one of another kind too, and one of 2048 bits is taken")
  func keyStrength() throws {
    let vector = try #require(try Vectors.read().rsa.first)
    #expect(try refusal { try RSAPrivateKey(pem: Secret(vector.test_private_key_pem)) } == .weakKey)
    #expect(try refusal { try RSAPublicKey(pem: vector.public_key_pem) } == .weakKey)
    for pem in ["", "hello", SampleKeys.ellipticCurve, vector.public_key_pem] {
      #expect(try refusal { try RSAPrivateKey(pem: Secret(pem)) } == .unsupportedKey)
    }
    for pem in ["", "hello", vector.test_private_key_pem] {
      #expect(try refusal { try RSAPublicKey(pem: pem) } == .unsupportedKey)
    }
    let key = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    #expect(try RSAPublicKey(pem: key.publicKey.pem) == key.publicKey)
    #expect("\(key) \(String(reflecting: key))".contains("BEGIN") == false)
  }

  @Test("a method takes only the kind of key that it needs")
  func kindsOfKeys() throws {
    let privateKey = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    for method in SignatureMethod.allCases {
      let withSecret = try refusal { try SignatureKey(method, consumerSecret: Secret("s")) }
      let withPrivate = try refusal { try SignatureKey(method, privateKey: privateKey) }
      let withPublic = try refusal { try SignatureKey(method, publicKey: privateKey.publicKey) }
      #expect(withSecret == (method.usesPrivateKey ? .unsupportedSignatureMethod : nil))
      #expect(withPrivate == (method.usesPrivateKey ? nil : .unsupportedSignatureMethod))
      #expect(withPublic == (method.usesPrivateKey ? nil : .unsupportedSignatureMethod))
    }
  }
}
