import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveJOSE

@Suite("X.690 §8: the numbers of a key in DER")
struct DERTests {
  @Test(
    "§8.3: a number whose first bit is set has a zero before it, and nothing is one zero",
    arguments: [
      ([], [2, 1, 0]), ([0], [2, 1, 0]), ([0x7F], [2, 1, 0x7F]), ([0x80], [2, 2, 0, 0x80]),
      ([0xFF, 1], [2, 3, 0, 0xFF, 1]),
      ([1, 0x80], [2, 2, 1, 0x80]),
    ] as [([UInt8], [UInt8])])
  func integers(number: [UInt8], encoded: [UInt8]) {
    #expect(DER.integer(number) == encoded)
    #expect(DER.integers(in: DER.sequence([encoded])) == [number.drop { $0 == 0 }].map { Array($0) })
  }

  @Test(
    "§8.1.3: the length is as short as it can be",
    arguments: [
      (127, [0x7F]), (128, [0x81, 0x80]), (255, [0x81, 0xFF]), (256, [0x82, 1, 0]), (65535, [0x82, 0xFF, 0xFF]),
      (65536, [0x83, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func lengths(count: Int, encoded: [UInt8]) {
    let number = [1] + [UInt8](repeating: 0xAB, count: count - 1)
    #expect(Array(DER.integer(number).prefix(encoded.count + 1)) == [2] + encoded)
    #expect(DER.integers(in: DER.sequence([DER.integer(number), DER.integer([5])])) == [number, [5]])
  }

  @Test(
    "what is no sequence of numbers is none",
    arguments: [
      [], [0x30], [0x31, 0], [0x30, 1], [0x30, 0, 0], [0x30, 2, 3, 0], [0x30, 3, 2, 2, 1], [0x30, 4, 2, 1, 1, 2],
      [0x30, 0x80, 0, 0],
      [0x30, 0x84, 0, 0, 0, 0], [0x30, 0xFF], [0x30, 0x81], [0x30, 0x82, 0], [0x30, 0x83, 0, 0], [0x30, 3, 2, 1, 1, 0],
      [2, 1, 1], [0x30, 4, 2, 1, 1, 5],
    ] as [[UInt8]])
  func none(bytes: [UInt8]) {
    #expect(DER.integers(in: bytes) == nil)
  }

  @Test("an empty sequence has no number, and a sequence that is cut anywhere is none")
  func cut() {
    #expect(DER.integers(in: [0x30, 0]) == [])
    let whole = DER.sequence([DER.integer([1, 2, 3]), DER.integer([UInt8](repeating: 0x80, count: 200))])
    #expect(DER.integers(in: whole)?.count == 2)
    for length in whole.indices { #expect(DER.integers(in: Array(whole[..<length])) == nil, "\(length)") }
    #expect(DER.integers(in: whole + [0]) == nil)
  }
}

@Suite("RFC 7468 §2 and §10: the text around a key")
struct PEMTextTests {
  /// The texts that hold one key and nothing else; those for RSA are left out, since reading them takes long.
  private static func first(_ kind: String) throws -> [String] {
    let texts = try VectorFile.cases("pem_keys").flatMap { vector in
      try vector[kind].present().array.present().map { try $0.string.present() }
    }
    return texts.filter { !$0.contains("PARAMETERS") && $0.utf8.count < 500 }
  }

  private func code(_ pem: String) throws -> OAuthError.Code? { try refusal { try JSONWebKey(pem: Secret(pem)) } }

  @Test("§2: line ends, spaces, empty lines and text around the key do not count", arguments: ["private", "public"])
  func lenience(kind: String) throws {
    for pem in try Self.first(kind) {
      let key = try JSONWebKey(pem: Secret(pem))
      let lines = pem.split(separator: "\n")
      let body = lines.dropFirst().dropLast().joined()
      for other in [
        pem.replacing("\n", with: "\r\n"), pem.replacing("\n", with: "\n\n"),
        lines.map { "\t \($0) " }.joined(separator: "\n"),
        "Bag Attributes\n  name: x\n" + pem + "\nmore text\n", "\(lines[0])\n\(body)\n\(lines[lines.count - 1])",
        pem.replacing("\n", with: "\r"),
      ] { #expect(try JSONWebKey(pem: Secret(other)) == key, "\(other)") }
    }
  }

  @Test("§2: a key has both of its lines, with one label, and its text is base64", arguments: ["private", "public"])
  func labels(kind: String) throws {
    for pem in try Self.first(kind) {
      let lines = pem.split(separator: "\n").map(String.init)
      let body = Array(lines.dropFirst().dropLast())
      let (begin, end) = (lines[0], lines[lines.count - 1])
      let cut = Array(body.dropFirst())
      var others: [[String]] = [body, [begin] + body, body + [end], [end] + body + [begin], [begin] + cut + [end]]
      others.append([begin] + body + ["-----END CERTIFICATE-----"])
      others.append([begin] + body + [end.replacing("-----END", with: "----END")])
      others.append([begin] + body + ["=", end])
      others.append([begin, "!"] + body + [end])
      others.append(lines.map { $0.replacing("KEY-----", with: "CERTIFICATE-----") })
      for other in others { #expect(try code(other.joined(separator: "\n")) == .unsupportedKey, "\(other)") }
    }
  }

  @Test("a private key does not pass as a public one, and no public one as a private")
  func otherLabel() throws {
    for pem in try Self.first("private") {
      #expect(try code(pem.replacing("PRIVATE", with: "PUBLIC")) == .unsupportedKey)
    }
    for pem in try Self.first("public") {
      #expect(try code(pem.replacing("PUBLIC", with: "PRIVATE")) == .unsupportedKey)
    }
  }

  @Test("the caller names the key")
  func names() throws {
    let pem = try Self.first("private")[0]
    let key = try JSONWebKey(pem: Secret(pem), keyID: "k", algorithm: "ES256")
    #expect(key.keyID == "k" && key.algorithm == "ES256" && key.use == nil && key.operations == nil)
    #expect(try JSONWebKey(pem: Secret(pem)).keyID == nil)
  }
}

@Suite("CVE-2017-15361: RSA keys whose primes can be found")
struct ROCATests {
  private static let primes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157]

  /// A number of 2048 bits that leaves `rest` for each of the primes.
  private func modulus(leaving rest: UInt8) -> [UInt8] {
    var product: [UInt8] = [1]
    for prime in Self.primes { product = multiplied(product, by: prime) }
    while product[0] < 0x80 { product = multiplied(product, by: 2) }
    return product + [UInt8](repeating: 0, count: 255 - product.count) + [rest]
  }

  private func multiplied(_ number: [UInt8], by factor: Int) -> [UInt8] {
    var (bytes, carry) = ([UInt8](), 0)
    for byte in number.reversed() {
      let sum = Int(byte) * factor + carry
      bytes.append(UInt8(sum & 0xFF))
      carry = sum >> 8
    }
    while carry > 0 {
      bytes.append(UInt8(carry & 0xFF))
      carry >>= 8
    }
    return bytes.reversed()
  }

  @Test(
    "a modulus that is a power of 65537 for all of the primes is refused, one that is none for one of them is taken")
  func marked() throws {
    func code(_ modulus: [UInt8]) throws -> OAuthError.Code? {
      let members = JSON(
        dictionaryLiteral: ("kty", "RSA"), ("e", "AQAB"), ("n", .string(Base64.url.encodedText(modulus))))
      return try refusal { try JSONWebKey(members.object.present()) }
    }
    #expect(
      ROCAFingerprint.marks(modulus(leaving: 1)) && ROCAFingerprint.marks([1]) && ROCAFingerprint.marks([1, 0, 1]))
    #expect(try code(modulus(leaving: 1)) == .unsupportedKey)
    // Modulo 11 only 1 and 10 are powers of 65537.
    for rest in [3, 5, 7, 9] as [UInt8] {
      #expect(!ROCAFingerprint.marks(modulus(leaving: rest)))
      #expect(try code(modulus(leaving: rest)) == nil, "\(rest)")
    }
    #expect(!ROCAFingerprint.marks([0]) && !ROCAFingerprint.marks([]))
  }

  @Test("each of the primes counts: one for which a number is no power of 65537 clears it", arguments: primes)
  func everyPrime(prime: Int) throws {
    var powers: Set<Int> = []
    var power = 1
    while powers.insert(power).inserted { power = power * 65537 % prime }
    let others = Self.primes.filter { $0 != prime }.reduce([1] as [UInt8]) { multiplied($0, by: $1) }
    // One more than an even multiple of the others: it leaves one for each of them.
    func number(_ factor: Int) -> [UInt8] {
      var number = multiplied(others, by: 2 * factor)
      number[number.count - 1] |= 1
      return number
    }
    func rest(_ number: [UInt8]) -> Int { number.reduce(0) { ($0 << 8 | Int($1)) % prime } }
    for factor in 1...prime {
      #expect(ROCAFingerprint.marks(number(factor)) == powers.contains(rest(number(factor))), "\(factor)")
    }
    #expect((1...prime).contains { !powers.contains(rest(number($0))) })
  }

  @Test(
    "a length for a new RSA key is a number of whole bytes from 2048 to 8192 bits",
    arguments: [0, -8, 2040, 2047, 2049, 2052, 8193, 8200])
  func lengths(bits: Int) throws {
    #expect(try refusal { try JSONWebKey.generate(for: .rs256, rsaBits: bits) } == .weakKey)
  }
}
