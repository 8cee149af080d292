import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7517 §4: one key")
struct KeyTests {
  private static func members(_ algorithm: SignatureAlgorithm) throws -> JSON.Object {
    try JSON(decoding: JSONWebKey.generate(for: algorithm).exposedJSON.exposedBytes).object.present()
  }

  private func code(_ members: JSON.Object) throws -> OAuthError.Code? {
    try refusal { try JSONWebKey(members) }
  }

  @Test("what is written is read again, private and public", arguments: SignatureAlgorithm.allCases)
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm, keyID: "k")
    #expect(try JSONWebKey(decoding: key.exposedJSON.exposedBytes) == key)
    #expect(key.isPrivate && key.keyID == "k" && key.algorithm == algorithm.rawValue && key.use == "sig")
    guard let open = key.publicKey else { return }
    #expect(try JSONWebKey(decoding: key.json.encoded()) == open)
    #expect(!open.isPrivate && open.publicKey == open && open != key)
  }

  @Test("every published private key of the RFCs is the key it says", arguments: try VectorFile.cases("jws_rfc"))
  func published(vector: JSON) throws {
    for member in vector["key"]?.array ?? [vector["key"] ?? .null] {
      guard let members = member.object else { continue }
      let written = try JSON(decoding: JSONWebKey(members).exposedJSON.exposedBytes)
      for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi", "x", "y", "k", "crv", "kty"] {
        #expect(written[name] == members[name], "\(name)")
      }
    }
  }

  @Test(
    "promise 2: a key cannot be printed, and its public JSON has nothing private",
    arguments: SignatureAlgorithm.allCases)
  func unprintable(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    var dumped = ""
    dump(key, to: &dumped)
    let members = try JSON(decoding: key.exposedJSON.exposedBytes).object.present()
    for text in ["\(key)", String(reflecting: key), dumped, key.json.encodedText(), "\(Optional(key) as Any)"] {
      for name in ["d", "p", "q", "dp", "dq", "qi", "k"] {
        guard let number = members[name]?.string else { continue }
        #expect(!text.contains(number), "\(name)")
      }
    }
  }

  @Test("a key without what its kind needs is refused", arguments: ["RSA": "n", "EC": "y", "OKP": "x", "oct": "k"])
  func incomplete(kind: String, name: String) throws {
    let algorithms: [String: SignatureAlgorithm] = ["RSA": .rs256, "EC": .es256, "OKP": .edDSA, "oct": .hs256]
    var members = try Self.members(algorithms[kind].present())
    #expect(try code(members) == nil)
    let whole = members
    members[name] = nil
    #expect(try code(members) == .malformedJOSE)
    for spoilt in ["", "A", "AA==", "A A", "+/+/", "AB"] {
      members = whole
      members[name] = .string(spoilt)
      #expect(try code(members) != nil || (kind == "oct" && spoilt.isEmpty), "\(spoilt)")
    }
    members = whole
    members[name] = 1
    #expect(try code(members) == .malformedJOSE)
  }

  @Test(
    "a kind or curve that is not known here is refused",
    arguments: [
      #"{"kty":"AKP","alg":"ML-DSA-44"}"#, #"{"kty":"rsa"}"#, #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
      #"{"kty":"OKP","crv":"Ed448","x":"AA"}"#, #"{"kty":"EC"}"#,
    ])
  func unknownKind(text: String) throws {
    #expect(try refusal { try JSONWebKey(decoding: Array(text.utf8)) } == .unsupportedKey)
  }

  @Test(
    "what is no key at all is refused",
    arguments: [
      "", "[]", "1", "{}", #"{"kty":1}"#, #"{"kty":"oct","kty":"oct","k":"AA"}"#, #"{"kty":"oct","k":"AA","kid":1}"#,
      #"{"kty":"oct","k":"AA","alg":1}"#, #"{"kty":"oct","k":"AA","use":[]}"#,
      #"{"kty":"oct","k":"AA","key_ops":"sign"}"#,
      #"{"kty":"oct","k":"AA","key_ops":["sign","sign"]}"#, #"{"kty":"oct","k":"AA","key_ops":[1]}"#,
    ])
  func malformed(text: String) throws {
    #expect(try refusal { try JSONWebKey(decoding: Array(text.utf8)) } == .malformedJOSE)
  }

  @Test("attack 131: a “kid” of 256 bytes is read, a longer one is refused")
  func longKeyID() throws {
    for (count, expected) in [(256, nil), (257, OAuthError.Code.malformedJOSE), (1 << 20, .malformedJOSE)] {
      let kid = String(repeating: "k", count: count)
      #expect(try code((["kty": "oct", "k": "AAAA", "kid": .string(kid)] as JSON).object.present()) == expected)
    }
  }
}
