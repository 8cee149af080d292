import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7518 §6.2 and §6.3, RFC 8037 §2: the numbers of a key")
struct KeyNumberTests {
  private static let rsa = Result { try JSONWebKey.generate(for: .rs256) }

  private static func members(_ algorithm: SignatureAlgorithm) throws -> JSON.Object {
    if algorithm == .rs256 { return try JSON(decoding: rsa.get().exposedJSON.exposedBytes).object.present() }
    return try JSON(decoding: JSONWebKey.generate(for: algorithm).exposedJSON.exposedBytes).object.present()
  }

  private func code(_ members: JSON.Object, ofAnyStrength: Bool = false) throws -> OAuthError.Code? {
    try refusal { ofAnyStrength ? try JSONWebKey(ofAnyStrength: members) : try JSONWebKey(members) }
  }

  private func publicMembers(_ members: JSON.Object) -> JSON.Object {
    var members = members
    for name in ["d", "p", "q", "dp", "dq", "qi"] { members[name] = nil }
    return members
  }

  @Test(
    "JOSE-6: RFC 8725 §3.5: an RSA modulus has 2048 to 8192 bits; test vectors may have 1024",
    arguments: [
      (1016, nil, nil), (1024, nil, 1024), (2040, nil, 2040), (2048, 2048, 2048), (8192, 8192, 8192), (8200, nil, nil),
    ]
      as [(Int, Int?, Int?)])
  func modulusSize(bits: Int, strong: Int?, any: Int?) throws {
    var modulus = [UInt8](repeating: 0xA5, count: bits / 8)
    modulus[0] = 0x80
    let members = JSON(
      dictionaryLiteral: ("kty", "RSA"), ("e", "AQAB"), ("n", .string(Base64.url.encodedText(modulus))))
    let object = try members.object.present()
    let tooShort = OAuthError.Code.weakKey, tooLong = OAuthError.Code.unsupportedKey
    #expect(try code(object) == (strong == nil ? (bits < 2048 ? tooShort : tooLong) : nil))
    #expect(try code(object, ofAnyStrength: true) == (any == nil ? (bits < 1024 ? tooShort : tooLong) : nil))
  }

  @Test(
    "an RSA exponent is odd and between 3 and 2³²",
    arguments: [
      ("Aw", true), ("AQAB", true), ("_____w", true), ("AQ", false), ("Ag", false), ("AQAA", false), ("AA", false),
      ("AQAAAAE", false), ("AAEAAQ", false), ("AQAAAAAAAAAB", false),
    ])
  func exponent(text: String, isTaken: Bool) throws {
    var members = publicMembers(try Self.members(.rs256))
    members["e"] = .string(text)
    #expect(try code(members) == (isTaken ? nil : .unsupportedKey))
  }

  @Test("an even modulus, and one with a leading zero, are refused")
  func modulusForm() throws {
    let members = publicMembers(try Self.members(.rs256))
    let modulus = try Base64.url.decode(members["n"].present().string.present()).present()
    for spoilt in [modulus.dropLast() + [modulus[255] & 0xFE], [0] + modulus] {
      var spoiltMembers = members
      spoiltMembers["n"] = .string(Base64.url.encodedText(spoilt))
      #expect(try code(spoiltMembers) == .unsupportedKey)
    }
  }

  @Test("JOSE-8: the private numbers of an RSA key belong to its public ones", arguments: ["n", "d", "p", "q"])
  func privateNumbers(name: String) throws {
    var members = try Self.members(.rs256)
    let other = try JSON(decoding: JSONWebKey.generate(for: .rs256).exposedJSON.exposedBytes)
    members[name] = other[name]
    #expect(try code(members) == .unsupportedKey)
    members[name] = nil
    // Without "d" it is a public key, and the rest of the private numbers says nothing.
    #expect(try code(members) == (name == "d" ? nil : .malformedJOSE))
  }

  @Test("RFC 7518 §6.3.2: an RSA key with “d” alone is well formed and not supported; with one prime it is malformed")
  func withoutPrimes() throws {
    var members = try Self.members(.rs256)
    for name in ["dp", "dq", "qi"] { members[name] = nil }
    #expect(try code(members) == nil)
    let whole = members
    for (p, q, expected) in [
      (nil, nil, .unsupportedKey), (.null, .null, .unsupportedKey), (nil, whole["q"], .malformedJOSE),
      (whole["p"], nil, .malformedJOSE),
    ] as [(JSON?, JSON?, OAuthError.Code)] {
      (members["p"], members["q"]) = (p, q)
      #expect(try code(members) == expected)
    }
    members = publicMembers(members)
    #expect(try code(members) == nil)
  }

  @Test("RFC 7518 §6.3.2.7: an RSA key of more than two primes is refused")
  func otherPrimes() throws {
    var members = try Self.members(.rs256)
    members["oth"] = [["r": "AQ", "d": "AQ", "t": "AQ"]]
    #expect(try code(members) == .unsupportedKey)
  }

  @Test(
    "JOSE-7: attack 139: a point off the curve is refused", arguments: [SignatureAlgorithm.es256, .es384, .es512])
  func offCurve(algorithm: SignatureAlgorithm) throws {
    let members = publicMembers(try Self.members(algorithm))
    #expect(try code(members) == nil)
    for name in ["x", "y"] {
      let coordinate = try Base64.url.decode(members[name].present().string.present()).present()
      let zeros = [UInt8](repeating: 0, count: coordinate.count)
      let ones = [UInt8](repeating: 0xFF, count: coordinate.count)
      var changed = coordinate
      changed[changed.count - 1] ^= 1
      for spoilt in [changed, zeros, ones, coordinate + [0], [0] + coordinate, Array(coordinate.dropLast()), []] {
        var spoiltMembers = members
        spoiltMembers[name] = .string(Base64.url.encodedText(spoilt))
        #expect(try code(spoiltMembers) == .unsupportedKey)
      }
    }
  }

  @Test(
    "a private number that does not belong to the point is refused",
    arguments: [SignatureAlgorithm.es256, .es384, .es512, .ed25519])
  func foreignPoint(algorithm: SignatureAlgorithm) throws {
    var members = try Self.members(algorithm)
    members["d"] = try Self.members(algorithm)["d"]
    #expect(try code(members) == .unsupportedKey)
    members["d"] = .string(Base64.url.encodedText([UInt8](repeating: 0, count: algorithm == .ed25519 ? 31 : 32)))
    #expect(try code(members) == .unsupportedKey)
  }

  @Test("an octet key pair has 32 bytes")
  func octetKeyPair() throws {
    for curve in ["Ed25519", "X25519"] {
      for (count, isTaken) in [(32, true), (31, false), (33, false), (0, false)] {
        let bytes = Base64.url.encodedText([UInt8](repeating: 9, count: count))
        let members = JSON(dictionaryLiteral: ("kty", "OKP"), ("crv", .string(curve)), ("x", .string(bytes)))
        #expect(try code(members.object.present()) == (isTaken ? nil : .unsupportedKey))
      }
    }
  }

  @Test("RFC 8037 A.6: an X25519 key is read, private and public, and signs nothing")
  func agreementKey() throws {
    let members = try JSON(
      decoding: Array(
        #"{"kty":"OKP","crv":"X25519","x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo","d":"dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo"}"#
          .utf8)
    ).object.present()
    let key = try JSONWebKey(members)
    #expect(key.isPrivate && key.publicKey?.isPrivate == false)
    #expect(try JSONWebKey(decoding: key.exposedJSON.exposedBytes) == key)
    #expect(try refusal { try JSONWebSignature.sign([], with: key, algorithm: .edDSA) } == .unsupportedAlgorithm)
    var foreign = members
    foreign["x"] = .string(Base64.url.encodedText([UInt8](repeating: 9, count: 32)))
    #expect(try code(foreign) == .unsupportedKey)
  }

  @Test("a key for RSA is generated with 2048 to 8192 bits")
  func generated() throws {
    #expect(try refusal { try JSONWebKey.generate(for: .rs256, rsaBits: 1024) } == .weakKey)
    #expect(try refusal { try JSONWebKey.generate(for: .rs256, rsaBits: 1 << 40) } == .weakKey)
    let modulus = try JSONWebKey.generate(for: .ps256, rsaBits: 3072).json["n"].present().string.present()
    #expect(Base64.url.decode(modulus)?.count == 384)
  }
}
