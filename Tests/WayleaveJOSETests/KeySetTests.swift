import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7517 §5: a set of keys")
struct KeySetTests {
  private func read(_ keys: [JSON]) throws -> JSONWebKeySet {
    try JSONWebKeySet(decoding: JSON(dictionaryLiteral: ("keys", .array(keys))).encoded())
  }

  private func open(_ algorithm: SignatureAlgorithm, keyID: String? = nil) throws -> JSON {
    try JSONWebKey.generate(for: algorithm, keyID: keyID).json
  }

  @Test("keys that are unknown or unusable are left out")
  func unknown() throws {
    var weak = try open(.rs256).object.present()
    weak["n"] = .string(Base64.url.encodedText([UInt8](repeating: 0x81, count: 128)))
    let set = try read([
      ["kty": "AKP", "alg": "ML-DSA-44", "pub": "AA"], try open(.es256, keyID: "a"), .object(weak), [:],
      try open(.edDSA, keyID: "b"),
    ])
    #expect(set.keys.map(\.keyID) == ["a", "b"])
    #expect(try JSONWebKeySet(decoding: set.json.encoded()) == set)
  }

  @Test("attack 117, 8414-8: a private key or a shared secret among published keys is refused with all of them")
  func exposed() throws {
    for algorithm in [SignatureAlgorithm.es256, .rs256, .edDSA, .hs256] {
      let key = try JSON(decoding: JSONWebKey.generate(for: algorithm).exposedJSON.exposedBytes)
      #expect(try refusal { try read([open(.es256), key]) } == .malformedJOSE)
    }
  }

  @Test(
    "RFC 7518 §6: every private member of a JWK counts as exposed, and one that is null is none",
    arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
  func privateMembers(name: String) throws {
    for algorithm in [SignatureAlgorithm.es256, .rs256, .edDSA] {
      var members = try open(algorithm, keyID: "1").object.present()
      members[name] = .null
      #expect(try read([.object(members)]).keys.map(\.keyID) == ["1"])
      members[name] = "AQ"
      #expect(try refusal { try read([open(.es256), .object(members)]) } == .malformedJOSE)
    }
    #expect(JSONWebKey.privateMembers.contains(name))
  }

  @Test("RFC 7518 §6.3.1.1: a leading zero octet in the numbers of a published RSA key is passed over")
  func leadingZero() throws {
    let key = try JSONWebKey.generate(for: .rs256, keyID: "1")
    for name in ["n", "e"] {
      var members = try key.json.object.present()
      let number = try Base64.url.decode(members[name].present().string.present()).present()
      members[name] = .string(Base64.url.encodedText([0] + number))
      let read = try read([.object(members)]).keys[0]
      // What is held and written is canonical, the thumbprint included.
      #expect(read == key.publicKey && read.thumbprint == key.thumbprint && read.json == key.json)
      let token = try JSONWebSignature.sign([7], with: key, algorithm: .rs256)
      #expect(
        try JSONWebSignature(compact: token.exposedBytes).payload(verifiedBy: JSONWebKeySet([read]), allowing: .all)
          == [7])
      // A key that comes alone, such as that of a proof, has no such excuse.
      #expect(try refusal { try JSONWebKey(members) } == .unsupportedKey)
      members[name] = .string(Base64.url.encodedText([0, 0] + number))
      #expect(try refusal { try self.read([.object(members)]) } == .malformedJOSE)
    }
    var weak = try key.json.object.present()
    weak["n"] = .string(Base64.url.encodedText([0] + [UInt8](repeating: 0x81, count: 255)))
    #expect(try refusal { try read([.object(weak)]) } == .malformedJOSE)
  }

  @Test("RFC 7515 §2: padding in a published key is passed over where it fills a group of four, and nowhere else")
  func padding() throws {
    for (algorithm, name) in [(.rs256, "n"), (.es256, "x"), (.es256, "y"), (.edDSA, "x")]
      as [(SignatureAlgorithm, String)]
    {
      let key = try JSONWebKey.generate(for: algorithm, keyID: "1")
      var members = try key.json.object.present()
      let text = try members[name].present().string.present()
      let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      #expect(!padding.isEmpty)
      members[name] = .string(text + padding)
      let read = try read([.object(members)]).keys[0]
      #expect(read == key.publicKey && read.thumbprint == key.thumbprint && read.json == key.json)
      // A key that comes alone, such as that of a proof, has no such excuse.
      #expect(try refusal { try JSONWebKey(members) } == .malformedJOSE)
      for spoilt in [
        text + padding + "=", padding + text, text + "====", text + padding + " ", text + padding + "AAAA",
      ] {
        members[name] = .string(spoilt)
        #expect(try refusal { try self.read([.object(members)]) } == .malformedJOSE, "\(spoilt)")
      }
    }
  }

  @Test("a set of which no key is left says for each key why")
  func reasons() throws {
    var short = try open(.rs256, keyID: "short").object.present()
    short["n"] = .string(Base64.url.encodedText([UInt8](repeating: 0x81, count: 128)))
    var standard = try open(.es256, keyID: "k\u{1B}1").object.present()
    standard["x"] = "+/+/"
    let unknown: JSON = ["kty": "AKP"]
    let unnamed: JSON = ["kid": "x"]
    let keys: [JSON] = [.object(short), .object(standard), unknown, unnamed, unnamed, unnamed, unnamed]
    let error = #expect(throws: OAuthError.self) { try read(keys) }
    let message = error?.message ?? ""
    for part in ["“short”", "1024 bits", "base64url without padding as “x”", "key 3", "and 2 more"] {
      #expect(message.contains(part), "\(message)")
    }
    #expect(error?.code == .malformedJOSE && !message.contains("\u{1B}"))
  }

  @Test("a key of the token's “kid” that does not fit is named, with what it is for")
  func unfit() throws {
    let key = try JSONWebKey.generate(for: .es256, keyID: "k1")
    let token = try JSONWebSignature(compact: JSONWebSignature.sign([7], with: key, algorithm: .es256).exposedBytes)
    for (name, value, part) in [
      ("alg", "ES384", "“alg”: ES384"), ("use", "enc", "“use”: enc"), ("key_ops", ["sign"], "“key_ops”"),
      ("x", "+", "base64url without padding as “x”"), ("kid", "k2", "None of the sender's keys"),
    ] as [(String, JSON, String)] {
      var members = try key.json.object.present()
      members[name] = value
      let set = try read([.object(members), open(.edDSA, keyID: "other")])
      let error = #expect(throws: OAuthError.self) { try token.payload(verifiedBy: set, allowing: [.es256]) }
      #expect(error?.code == .unknownKey && error?.message.contains(part) == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("k1") == true)
    }
  }

  @Test("RFC 8259 §8.1: a byte order mark before a published set is passed over, and not before a key or a header")
  func byteOrderMark() throws {
    let key = try JSONWebKey.generate(for: .es256, keyID: "1")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let set = try JSONWebKeySet([key.publicKey.present()])
    #expect(try JSONWebKeySet(decoding: mark + set.json.encoded()) == set)
    #expect(try refusal { try JSONWebKey(decoding: mark + key.json.encoded()) } == .malformedJOSE)
    #expect(try refusal { try JOSEHeader(decoding: mark + Array(#"{"alg":"ES256"}"#.utf8)) } == .malformedJOSE)
    #expect(try refusal { try JOSEHeader(decoding: Array(#"{"alg":"ES256"}"#.utf8)) } == nil)
    #expect(
      try refusal { try JOSEHeader(decoding: Array(#"{"alg":"ES256","x":"\ud83d"}"#.utf8)) } == .malformedJOSE)
    #expect(try refusal { try JSONWebTokenClaims(decoding: Array(#"{"name":"\ud83d"}"#.utf8)) } != nil)
  }

  @Test("keys of one's own are all of one secrecy")
  func mixed() throws {
    let (hidden, shared) = (try JSONWebKey.generate(for: .es256), try JSONWebKey.generate(for: .hs256))
    let open = try hidden.publicKey.present()
    for keys in [[hidden, shared], [shared, open], [open, hidden], []] {
      #expect(try refusal { try JSONWebKeySet(keys) } == .malformedJOSE)
    }
    for keys in [[hidden, hidden], [shared], [open]] { #expect(try JSONWebKeySet(keys).keys == keys) }
  }

  @Test("a set has 1 to 100 keys")
  func count() throws {
    let key = try open(.es256)
    #expect(try read(.init(repeating: key, count: 100)).keys.count == 100)
    for count in [0, 101] {
      #expect(try refusal { try read(.init(repeating: key, count: count)) } == .malformedJOSE)
    }
    #expect(try refusal { try read([["kty": "AKP"]]) } == .malformedJOSE)
  }

  @Test(
    "what is no set is refused",
    arguments: ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#])
  func malformed(text: String) throws {
    #expect(try refusal { try JSONWebKeySet(decoding: Array(text.utf8)) } == .malformedJOSE)
  }
}

@Suite("RFC 7515 §6 and Appendix D: which key of a set")
struct KeyChoiceTests {
  private func token(_ key: JSONWebKey, _ algorithm: SignatureAlgorithm, keyID: String?) throws -> JSONWebSignature {
    let named = try JSON(decoding: key.exposedJSON.exposedBytes).object.present()
    var members = named
    members["kid"] = keyID.map(JSON.string)
    let text = try JSONWebSignature.sign([7], with: JSONWebKey(members), algorithm: algorithm)
    return try JSONWebSignature(compact: text.exposedBytes)
  }

  private func open(_ key: JSONWebKey, keyID: String? = nil, _ changes: [String: JSON] = [:]) throws -> JSONWebKey {
    var members = try key.json.object.present()
    members["kid"] = keyID.map(JSON.string)
    for name in ["alg", "use"] { members[name] = nil }
    for (name, value) in changes { members[name] = value }
    return try JSONWebKey(members)
  }

  @Test("the “kid” decides")
  func byKeyID() throws {
    let (first, second) = (try JSONWebKey.generate(for: .es256), try JSONWebKey.generate(for: .es256))
    let set = try JSONWebKeySet([open(first, keyID: "1"), open(second, keyID: "2")])
    #expect(try token(second, .es256, keyID: "2").payload(verifiedBy: set, allowing: .all) == [7])
    #expect(
      try refusal { try token(second, .es256, keyID: "3").payload(verifiedBy: set, allowing: .all) } == .unknownKey)
    #expect(
      try refusal { try token(second, .es256, keyID: "1").payload(verifiedBy: set, allowing: .all) }
        == .tokenSignatureMismatch)
    // Without a name either could be meant.
    #expect(
      try refusal { try token(second, .es256, keyID: nil).payload(verifiedBy: set, allowing: .all) } == .ambiguousKey)
  }

  @Test("without a “kid” the one key that fits is taken")
  func withoutKeyID() throws {
    let (curve, rsa) = (try JSONWebKey.generate(for: .es256), try JSONWebKey.generate(for: .rs256))
    let set = try JSONWebKeySet([open(curve, keyID: "1"), open(rsa, keyID: "2")])
    #expect(try token(rsa, .rs256, keyID: nil).payload(verifiedBy: set, allowing: .all) == [7])
    let other = try JSONWebKey.generate(for: .es384)
    #expect(
      try refusal { try token(other, .es384, keyID: nil).payload(verifiedBy: set, allowing: .all) } == .unknownKey)
  }

  @Test(
    "attack 116: of several keys with the “kid”, kind, “use”, “key_ops” and “alg” decide; two that fit are refused",
    arguments: [["use": "enc"], ["key_ops": ["encrypt"]], ["alg": "ES512"], [:]] as [[String: JSON]])
  func duplicates(changes: [String: JSON]) throws {
    let (key, twin) = (try JSONWebKey.generate(for: .es256), try JSONWebKey.generate(for: .es256))
    let curve = try JSONWebKey.generate(for: .es384)
    let set = try JSONWebKeySet([open(twin, keyID: "k", changes), open(curve, keyID: "k"), open(key, keyID: "k")])
    let token = try token(key, .es256, keyID: "k")
    if changes.isEmpty {
      #expect(try refusal { try token.payload(verifiedBy: set, allowing: .all) } == .ambiguousKey)
    } else {
      #expect(try token.payload(verifiedBy: set, allowing: .all) == [7])
    }
  }

  @Test("names are compared by bytes: “é” written in two ways is two names")
  func byBytes() throws {
    let key = try JSONWebKey.generate(for: .es256)
    let set = try JSONWebKeySet([open(key, keyID: "caf\u{E9}")])
    #expect(try token(key, .es256, keyID: "caf\u{E9}").payload(verifiedBy: set, allowing: .all) == [7])
    #expect(
      try refusal { try token(key, .es256, keyID: "cafe\u{301}").payload(verifiedBy: set, allowing: .all) }
        == .unknownKey)
  }
}
