import Crypto
import Testing
import struct WayleaveTestSupport.SeededGenerator
import enum WayleaveTestSupport.VectorFile
import WayleaveWire

@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("C2SP age: a file that a passphrase encrypts")
struct AgeFileTests {
  static let passphrase = Secret("canary passphrase of four words")
  static let content = Secret(Array("what no one else may read\n".utf8))

  /// A file with a low cost, so that a guess takes milliseconds.
  static func sealed(_ content: Secret = content, workFactor: Int = 2, seed: UInt64 = 1) throws -> AgeFile {
    var random = SeededGenerator(seed: seed)
    return try AgeFile(sealing: content, by: passphrase, workFactor: workFactor, using: &random)
  }

  private func opened(_ file: [UInt8], by passphrase: Secret = passphrase) throws -> Secret {
    try AgeFile(reading: file).content(by: passphrase)
  }

  @Test("the file armor_scrypt of the project's own test kit opens with its passphrase, and with no other")
  func testKit() throws {
    let vector = try VectorFile.read("age_armor_scrypt")
    let lines = try #require(vector["file_lines"]?.array).compactMap(\.string)
    let file = Array((lines.joined(separator: "\n") + "\n").utf8)
    let content = try opened(file, by: Secret(try #require(vector["passphrase"]?.string)))
    #expect(SHA256.hash(data: content.exposedBytes).hexadecimal == vector["payload_sha256"]?.string)
    #expect(refusal { try opened(file, by: Secret("Password")) } == .undecryptableAccountFile)
  }

  @Test("what is written is read again, in both forms", arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
  func roundTrip(count: Int) throws {
    var random = SeededGenerator(seed: 7)
    let content = Secret(random.bytes(count))
    let file = try Self.sealed(content)
    #expect(try opened(file.bytes) == content)
    #expect(try opened(Array(file.armored.utf8)) == content)
  }

  @Test("the head is that of the specification, and no two files share a key")
  func head() throws {
    let lines = String(decoding: try Self.sealed(workFactor: 12).bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "age-encryption.org/v1")
    #expect(lines[1].hasPrefix("-> scrypt ") && lines[1].hasSuffix(" 12") && lines[1].utf8.count == 35)
    #expect(lines[2].utf8.count == 43 && lines[3].hasPrefix("--- "))
    #expect(AgeFile.usualWorkFactor == 18)
    #expect(try Self.sealed(seed: 1).bytes.dropFirst(36) != Self.sealed(seed: 2).bytes.dropFirst(36))
  }

  @Test("attack 185: another passphrase is refused with a code of its own, and an empty one is never used")
  func anotherPassphrase() throws {
    let file = try Self.sealed().bytes
    for passphrase in ["", "canary passphrase of four word", "canary passphrase of four words "] {
      #expect(refusal { try opened(file, by: Secret(passphrase)) } == .undecryptableAccountFile)
    }
    var random = SeededGenerator()
    #expect(
      refusal { try AgeFile(sealing: Self.content, by: Secret(""), workFactor: 2, using: &random) }
        == .invalidValue)
  }

  @Test("attack 185: any byte that is changed is noticed, and so is a file that is cut or longer")
  func damaged() throws {
    let file = try Self.sealed().bytes
    #expect(try opened(file) == Self.content)
    for place in file.indices {
      for bit in [UInt8(0x01), 0x80] {
        var changed = file
        changed[place] ^= bit
        // A change of the work factor may make the key expensive; that it is another one is seen all the same.
        #expect(refusal { try opened(changed) } != nil, "byte \(place)")
      }
    }
    for length in 0..<file.count { #expect(refusal { try opened(Array(file[..<length])) } != nil, "\(length)") }
    #expect(refusal { try opened(file + [0]) } == .undecryptableAccountFile)
  }

  @Test("attack 185: chunks that are moved, left out or repeated are noticed")
  func chunks() throws {
    var random = SeededGenerator(seed: 3)
    let file = try Self.sealed(Secret(random.bytes(3 * 65_536))).bytes
    let sealedChunk = 65_536 + 16
    let start = file.count - 3 * sealedChunk
    let chunks = (0..<3).map { Array(file[(start + $0 * sealedChunk)..<(start + ($0 + 1) * sealedChunk)]) }
    let head = Array(file[..<start])
    #expect(refusal { try opened(head + chunks.joined()) } == nil)
    for order in [[1, 0, 2], [0, 2], [0, 1], [0, 1, 1], [0, 1, 2, 2], [2], []] {
      #expect(
        refusal { try opened(head + order.flatMap { chunks[$0] }) } == .undecryptableAccountFile, "\(order)")
    }
  }

  @Test("a last chunk that is empty is refused, but for an empty content")
  func emptyLastChunk() throws {
    let (fileKey, nonce) = (Secret([UInt8](repeating: 7, count: 16)), [UInt8](repeating: 9, count: 16))
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: fileKey.exposedBytes), salt: nonce, info: Array("payload".utf8),
      outputByteCount: 32)
    func chunk(_ text: [UInt8], _ number: UInt8, isLast: Bool) throws -> [UInt8] {
      let counter = [UInt8](repeating: 0, count: 10) + [number, isLast ? 1 : 0]
      let box = try ChaChaPoly.seal(text, using: key, nonce: ChaChaPoly.Nonce(data: counter))
      return Array(box.ciphertext + box.tag)
    }
    let full = [UInt8](repeating: 1, count: 65_536)
    let first = try nonce + chunk(full, 0, isLast: false)
    #expect(try AgePayload.open(nonce + chunk([], 0, isLast: true), under: fileKey) == [])
    #expect(try AgePayload.open(nonce + chunk(full, 0, isLast: true), under: fileKey) == full)
    #expect(try AgePayload.open(first + chunk([5], 1, isLast: true), under: fileKey) == full + [5])
    #expect(try AgePayload.open(first + chunk([], 1, isLast: true), under: fileKey) == nil)
  }

  /// A head with one line that the test has changed.
  private static func changed(_ line: Int, _ change: (String) -> String) throws -> [UInt8] {
    let file = try sealed().bytes
    var rest = file[...]
    var lines: [String] = []
    for _ in 0..<4 {
      let end = try #require(rest.firstIndex(of: UInt8(ascii: "\n")))
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    lines[line] = change(lines[line])
    return Array((lines.joined(separator: "\n") + "\n").utf8) + rest
  }

  @Test(
    "attack 185: a work factor is a plain number of at most 20",
    arguments: ["0", "02", "+2", "-2", "0x2", "2 ", "", "2\u{0664}", "21", "23", "64", "18446744073709551618"])
  func workFactor(text: String) throws {
    let file = try Self.changed(1) { String($0.dropLast()) + text }
    #expect(refusal { try AgeFile(reading: file) } == .malformedAccountFile)
    #expect(refusal { try AgeFile(reading: try Self.changed(1) { String($0.dropLast()) + "20" }) } == nil)
  }

  @Test("the head has exactly four lines, each as it is written")
  func lines() throws {
    let changes: [(Int, (String) -> String)] = [
      (0, { _ in "age-encryption.org/v2" }), (0, { $0 + "\r" }), (0, { _ in "" }),
      (0, { $0 + String(repeating: "x", count: 200) }),
      (1, { $0.replacing("scrypt", with: "Scrypt") }),
      (1, { _ in "-> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc" }),
      (1, { $0.replacing("-> scrypt ", with: "-> scrypt  ") }), (1, { $0 + " x" }),
      (1, { $0.replacing(" 2", with: "= 2") }),
      (1, { "-> scrypt AA" + $0.dropFirst(10) }), (1, { $0 + "\n-> scrypt " + $0.dropFirst(10) }),
      (2, { $0 + "=" }), (2, { String($0.dropLast()) }), (2, { $0 + String(repeating: "A", count: 22) + "\n" }),
      (2, { $0 + "\n" + $0 }),
      (2, { String($0.dropLast()) + "B" }), (3, { "-> x\n\n" + $0 }), (3, { "---" + $0.dropFirst(4) }),
      (3, { $0 + " " }),
      (3, { String($0.dropLast()) + "B" }), (3, { _ in "--- " }), (3, { $0 + "=" }),
    ]
    for (number, (line, change)) in changes.enumerated() {
      let file = try Self.changed(line, change)
      #expect(refusal { try AgeFile(reading: file) } == .malformedAccountFile, "change \(number)")
    }
    #expect(refusal { try opened(try Self.changed(0) { $0 }) } == nil)
  }

  @Test("a file of more than 16 MiB is not read")
  func large() throws {
    let large = [UInt8](repeating: UInt8(ascii: "A"), count: AgeFile.maximumSize + 1)
    #expect(refusal { try AgeFile(reading: large) } == .malformedAccountFile)
  }
}
