import Foundation
import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// Our two sides may be wrong in the same way: joserfc is not.
@Suite("RFC 7516 and RFC 7518: encrypted tokens that joserfc makes and reads", .enabled(if: TestsFolder.hasPeers))
struct EncryptionPeerTests {
  private struct Combination {
    let algorithm: KeyManagementAlgorithm
    let encryption: ContentEncryption
    let key: JSONWebKey

    func task(_ verb: String, _ name: String, _ text: String) throws -> JSON {
      [
        "do": .string(verb), "alg": .string(algorithm.rawValue), "enc": .string(encryption.rawValue),
        "key": try JSON(decoding: key.exposedJSON.exposedBytes), name: .string(text),
      ]
    }
  }

  private static let plaintext = "Live long and prosper. é"

  /// Every algorithm with every encryption, and every curve with every way to agree.
  private static func combinations() throws -> [Combination] {
    var combinations: [Combination] = []
    for algorithm in KeyManagementAlgorithm.allCases {
      let agrees = [KeyManagementAlgorithm.ecdhES, .ecdhESA128KW, .ecdhESA256KW].contains(algorithm)
      for curve in agrees ? ["P-256", "P-384", "P-521", "X25519"] : [""] {
        for encryption in ContentEncryption.allCases {
          combinations.append(
            Combination(
              algorithm: algorithm, encryption: encryption,
              key: try EncryptionSample.key(for: algorithm, encryption, curve: curve)))
        }
      }
    }
    return combinations
  }

  @Test("what we encrypt it decrypts, by every algorithm, encryption and curve")
  func decrypted() throws {
    let tasks = try Self.combinations().map { combination in
      let text = try JSONWebEncryption.encrypt(
        Array(Self.plaintext.utf8), for: combination.key, by: combination.algorithm, content: combination.encryption)
      return try combination.task("decrypt", "compact", text.exposedText)
    }
    let answers = try Self.ask(tasks)
    #expect(answers == Array(repeating: Self.plaintext, count: tasks.count))
  }

  @Test("what it encrypts we decrypt, by every algorithm, encryption and curve")
  func encrypted() throws {
    let combinations = try Self.combinations()
    let answers = try Self.ask(combinations.map { try $0.task("encrypt", "plaintext", Self.plaintext) })
    #expect(answers.count == combinations.count)
    for (combination, text) in zip(combinations, answers) {
      let plaintext = try JSONWebEncryption(compact: text).plaintext(
        decryptedBy: combination.key, allowing: [combination.algorithm], content: [combination.encryption])
      #expect(plaintext == Array(Self.plaintext.utf8))
    }
  }

  /// Asks `Tests/Peers/jose/encryption.py`.
  private static func ask(_ tasks: [JSON]) throws -> [String] {
    try PythonPeer.answers(of: "jose/encryption.py", to: tasks).compactMap(\.string)
  }
}
