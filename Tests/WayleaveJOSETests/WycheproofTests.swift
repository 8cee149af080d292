import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// One case of Wycheproof with the keys of its group.
struct WycheproofCase: Sendable, CustomTestStringConvertible {
  let number: Int64
  let what: String
  let token: [UInt8]
  let isValid: Bool
  let key: JSON

  var testDescription: String { "\(number) \(what)" }

  /// The cases of a file but for those that it says are faulty; the public keys verify, where there are some.
  static func all(_ file: String) throws -> [WycheproofCase] {
    let json = try VectorFile.read(file)
    let skipped = json["skip"]?.array?.compactMap(\.integer) ?? []
    return try json["groups"].present().array.present().flatMap { group in
      let keys = try group["keys"].present()
      let key = try (keys["public"] ?? keys["private"]).present()
      return try group["cases"].present().array.present().map { entry in
        WycheproofCase(
          number: try entry["n"].present().integer.present(), what: try entry.text("what"),
          token: Array((entry["token"]?.string ?? "").utf8), isValid: entry["expect"] == "valid", key: key)
      }
    }.filter { !skipped.contains($0.number) }
  }
}

@Suite("Wycheproof: JSON Web Signature")
struct WycheproofSignatureTests {
  /// The key's “alg” is not the token's (PS256 and PS384), or no name at all (“ES521”): RFC 7517 §4.4 and RFC 8725
  /// §3.1 have such a key refused, and cases 331 to 340 of the same file ask for it.
  static let otherAlgorithm: Set<Int64> = [346, 347, 350, 351]

  @Test("valid is verified, invalid is refused", arguments: try WycheproofCase.all("wycheproof_jws"))
  func verdict(vector: WycheproofCase) throws {
    let code = try refusal { try payload(of: vector, key: vector.key) }
    if Self.otherAlgorithm.contains(vector.number) {
      #expect(code == .unsupportedAlgorithm)
    } else {
      #expect((code == nil) == vector.isValid, "\(code?.rawValue ?? "verified")")
    }
  }

  @Test(
    "a signature that was refused for its key's “alg” alone is verified without it",
    arguments: try WycheproofCase.all("wycheproof_jws").filter { otherAlgorithm.contains($0.number) })
  func withoutAlgorithm(vector: WycheproofCase) throws {
    var key = try vector.key.object.present()
    key["alg"] = nil
    #expect(try !payload(of: vector, key: .object(key)).isEmpty)
  }

  private func payload(of vector: WycheproofCase, key: JSON) throws -> [UInt8] {
    try JSONWebSignature(compact: vector.token)
      .payload(verifiedBy: JSONWebKey(key.object.present()), allowing: .all)
  }
}

@Suite("Wycheproof: JSON Web Key")
struct WycheproofKeyTests {
  @Test("valid is verified, invalid is refused", arguments: try WycheproofCase.all("wycheproof_jwk"))
  func verdict(vector: WycheproofCase) throws {
    let code = try refusal {
      try JSONWebSignature(compact: vector.token).payload(verifiedBy: keys(of: vector), allowing: .all)
    }
    #expect((code == nil) == vector.isValid, "\(code?.rawValue ?? "verified")")
  }

  /// A published set is read as one; shared secrets are a party's own.
  private func keys(of vector: WycheproofCase) throws -> JSONWebKeySet {
    let list = try vector.key["keys"].present().array.present()
    guard list.contains(where: { $0["kty"] == "oct" }) else { return try JSONWebKeySet(vector.key.object.present()) }
    return try JSONWebKeySet(list.map { try JSONWebKey($0.object.present()) })
  }
}

@Suite("Wycheproof: HMAC")
struct WycheproofCodeTests {
  private static func sets() throws -> [JSON] {
    try VectorFile.read("wycheproof_hmac")["sets"].present().array.present()
      .filter { $0["algorithm"] != "HMACSHA1" }
  }

  /// Tags that are cut short are refused: JWS has none.
  @Test("a whole tag of a key that is long enough is verified; nothing else is", arguments: try sets())
  func verdicts(set: JSON) throws {
    let algorithm: SignatureAlgorithm =
      switch try set.text("algorithm") {
      case "HMACSHA256": .hs256
      case "HMACSHA384": .hs384
      default: .hs512
      }
    let length = [.hs256: 32, .hs384: 48, .hs512: 64][algorithm] ?? 0
    var verified = 0
    for row in try set["rows"].present().array.present() {
      let row = try row.array.present()
      let (key, message, tag) = (try bytes(row[1]), try bytes(row[2]), try bytes(row[3]))
      let secret = JSONWebKey(sharedSecret: Secret(key))
      if key.count < length {
        #expect(try refusal { try secret.isSignature(tag, of: message[...], algorithm) } == .weakKey)
      } else {
        let isVerified = try secret.isSignature(tag, of: message[...], algorithm)
        #expect(isVerified == (row[4] == "valid" && tag.count == length), "\(row[0])")
        verified += isVerified ? 1 : 0
      }
    }
    #expect(verified >= 20)
  }

  private func bytes(_ hexadecimal: JSON) throws -> [UInt8] {
    let digits = Array(try hexadecimal.string.present())
    return try stride(from: 0, to: digits.count, by: 2).map {
      try UInt8(String(digits[$0...($0 + 1)]), radix: 16).present()
    }
  }
}
