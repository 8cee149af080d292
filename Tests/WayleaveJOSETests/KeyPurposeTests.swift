import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7517 §4 and RFC 8725 §3.1: what a key may be used for")
struct KeyPurposeTests {
  private static let families: [[SignatureAlgorithm]] = [
    [.hs256, .hs384, .hs512], [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512], [.es256], [.es384], [.es512],
    [.edDSA, .ed25519],
  ]

  private func family(of algorithm: SignatureAlgorithm) -> [SignatureAlgorithm] {
    Self.families.first { $0.contains(algorithm) } ?? []
  }

  @Test(
    "RFC 7518 §3.1: a key signs and verifies by the algorithms of its kind and curve, and by no other",
    arguments: families.compactMap(\.first))
  func kinds(algorithm: SignatureAlgorithm) throws {
    let key = try SampleKey.key(algorithm)
    let own = try JSONWebSignature(compact: JSONWebSignature.sign([7], with: key, algorithm: algorithm).exposedBytes)
    #expect(try own.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm]) == [7])
    for other in SignatureAlgorithm.allCases {
      let isOfKind = family(of: algorithm).contains(other)
      #expect(
        try refusal { try JSONWebSignature.sign([7], with: key, algorithm: other) }
          == (isOfKind ? nil : .unsupportedAlgorithm), "\(other)")
      if !isOfKind, family(of: other).first == other {
        // The token says one algorithm, the key is for another: nothing is computed.
        let foreign = try SampleKey.key(other)
        #expect(
          try refusal { try own.payload(verifiedBy: foreign, allowing: .all) } == .unsupportedAlgorithm, "\(other)")
      }
    }
  }

  @Test(
    "§4.4: a key that names an algorithm is for that one; the two names of Ed25519 are one",
    arguments: [SignatureAlgorithm.hs384, .ps256, .es512, .edDSA, .ed25519])
  func named(algorithm: SignatureAlgorithm) throws {
    let key = try SampleKey.key(algorithm, ["alg": .string(algorithm.rawValue)])
    for other in SignatureAlgorithm.allCases {
      let isSame =
        other == algorithm || ([.edDSA, .ed25519].contains(algorithm) && [.edDSA, .ed25519].contains(other))
      #expect(
        try refusal { try JSONWebSignature.sign([7], with: key, algorithm: other) }
          == (isSame ? nil : .unsupportedAlgorithm), "\(other)")
    }
    for name in ["", algorithm.rawValue.lowercased(), algorithm.rawValue + " ", "none", "dir"]
    where name != algorithm.rawValue {
      let other = try SampleKey.key(algorithm, ["alg": .string(name)])
      #expect(
        try refusal { try JSONWebSignature.sign([7], with: other, algorithm: algorithm) } == .unsupportedAlgorithm,
        "\(name)")
    }
  }

  private static let operations: [KeyOperation] = [
    .sign, .verify, .encrypt, .decrypt, .wrapKey, .unwrapKey, .deriveKey, .deriveBits,
  ]

  @Test(
    "§4.2 and §4.3: “use” and “key_ops” must both allow what a key is used for",
    arguments: [nil, "sig", "enc", "SIG", "other"] as [String?])
  func permits(use: String?) throws {
    for operation in Self.operations {
      let isOfUse = use == nil || use == ([.sign, .verify].contains(operation) ? "sig" : "enc")
      let others = Self.operations.map(\.rawValue).filter { $0 != operation.rawValue }
      for (list, isListed) in [
        (nil, true), ([], false), ([operation.rawValue], true), (others, false), (others + [operation.rawValue], true),
        ([operation.rawValue.uppercased()], false),
      ] as [([String]?, Bool)] {
        var changes: [String: JSON] = [:]
        changes["use"] = use.map(JSON.string)
        changes["key_ops"] = list.map { JSON($0) }
        let key = try SampleKey.key(.hs256, changes)
        #expect(key.permits(operation) == (isOfUse && isListed), "\(operation), \(list ?? [])")
      }
    }
  }

  @Test(
    "RFC 7638 §3: a thumbprint depends on the required members alone",
    arguments: [SignatureAlgorithm.es256, .es384, .es512, .edDSA, .rs256])
  func thumbprints(algorithm: SignatureAlgorithm) throws {
    let members = try SampleKey.members(algorithm)
    let thumbprint = try JSONWebKey(members).thumbprint
    for (name, value) in [
      ("kid", "k"), ("alg", "X"), ("use", "enc"), ("key_ops", ["sign"]), ("x5t", "AA"), ("ext", true),
    ] as [(String, JSON)] {
      var changed = JSON.Object()
      changed[name] = value
      for member in members.members.reversed() { changed[member.name] = member.value }
      #expect(try JSONWebKey(changed).thumbprint == thumbprint, "\(name)")
    }
    if algorithm != .rs256 { #expect(try SampleKey.key(algorithm).thumbprint != thumbprint) }
  }

  @Test("RFC 8037 §2: the same bytes on two curves are two keys")
  func curves() throws {
    let x = Base64.url.encodedText([UInt8](repeating: 9, count: 32))
    let keys = try ["Ed25519", "X25519"].map {
      try JSONWebKey((["kty": "OKP", "crv": .string($0), "x": .string(x)] as JSON).object.present())
    }
    #expect(keys[0].thumbprint != keys[1].thumbprint && keys[0] != keys[1])
    for algorithm in SignatureAlgorithm.allCases {
      #expect(
        try refusal { try JSONWebSignature.sign([], with: keys[1], algorithm: algorithm) } == .unsupportedAlgorithm)
    }
    // A public key is for an algorithm, and has nothing to sign by.
    #expect(try refusal { try JSONWebSignature.sign([], with: keys[0], algorithm: .edDSA) } == .unsupportedKey)
  }

  @Test(
    "RFC 7515 §4.1.4 and §6: a key is chosen by its name, and a lone key by its kind",
    arguments: [
      (nil, nil, nil, nil), ("a", "a", nil, nil), ("a", nil, nil, nil), (nil, "a", nil, OAuthError.Code.unknownKey),
      ("a", "b", OAuthError.Code.unknownKey, .unknownKey), ("a", "A", .unknownKey, .unknownKey),
      ("a", "", .unknownKey, .unknownKey),
    ] as [(String?, String?, OAuthError.Code?, OAuthError.Code?)])
  func choice(own: String?, named: String?, alone: OAuthError.Code?, inSet: OAuthError.Code?) throws {
    let members = try SampleKey.members(.es256)
    func key(_ name: String?) throws -> JSONWebKey {
      var named = members
      named["kid"] = name.map(JSON.string)
      return try JSONWebKey(named)
    }
    let token = try JSONWebSignature(
      compact: JSONWebSignature.sign([7], with: key(named), algorithm: .es256).exposedBytes)
    let open = try key(own).publicKey.present()
    #expect(try refusal { try token.payload(verifiedBy: open, allowing: .all) } == alone)
    #expect(try refusal { try token.payload(verifiedBy: JSONWebKeySet([open]), allowing: .all) } == inSet)
    // A key of another kind changes nothing, whatever its name.
    let other = try SampleKey.key(.es384, ["kid": .string(named ?? "a")]).publicKey.present()
    #expect(try refusal { try token.payload(verifiedBy: JSONWebKeySet([other, open]), allowing: .all) } == inSet)
    #expect(
      try refusal { try token.payload(verifiedBy: JSONWebKeySet([open, open]), allowing: .all) }
        == (inSet ?? .ambiguousKey))
  }

  @Test("a set that is made here has 1 to 100 keys")
  func counts() throws {
    let open = try SampleKey.key(.edDSA).publicKey.present()
    for (count, code) in [(0, OAuthError.Code.malformedJOSE), (1, nil), (100, nil), (101, .malformedJOSE)]
      as [(Int, OAuthError.Code?)]
    {
      #expect(try refusal { try JSONWebKeySet(Array(repeating: open, count: count)) } == code, "\(count)")
    }
  }
}
