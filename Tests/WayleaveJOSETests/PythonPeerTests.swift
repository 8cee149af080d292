import Foundation
import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7515: signed tokens that joserfc and PyJWT make and read", .enabled(if: TestsFolder.hasPeers))
struct PythonPeerTests {
  private static let payload = #"{"sub":"24400320","name":"Zoë"}"#

  /// Every algorithm with every peer that has it.
  private static func combinations() throws -> [(peer: String, algorithm: SignatureAlgorithm, key: JSONWebKey)] {
    try SignatureAlgorithm.allCases.flatMap { algorithm in
      let key = try JSONWebKey.generate(for: algorithm)
      // PyJWT knows Ed25519 by its first name only.
      let peers = algorithm == .ed25519 ? ["joserfc"] : ["joserfc", "pyjwt"]
      return peers.map { ($0, algorithm, key) }
    }
  }

  /// A key as these peers take it: they refuse an unknown `alg` or `use` of their own accord.
  private static func members(_ key: JSONWebKey) throws -> JSON {
    var members = try JSON(decoding: key.exposedJSON.exposedBytes).object ?? JSON.Object()
    for name in ["alg", "use", "kid"] { members[name] = nil }
    return .object(members)
  }

  @Test("what we sign they verify, and a changed token they do not")
  func verified() throws {
    let combinations = try Self.combinations()
    let tasks = try combinations.flatMap { peer, algorithm, key in
      let text = try JSONWebSignature.sign(Array(Self.payload.utf8), with: key, algorithm: algorithm).exposedText
      let parts = text.split(separator: ".")
      return try [text, "\(parts[0]).e30.\(parts[2])"].map { text in
        JSON(
          dictionaryLiteral: ("do", "verify"), ("by", .string(peer)), ("alg", .string(algorithm.rawValue)),
          ("key", try Self.members(key.publicKey ?? key)), ("compact", .string(text)))
      }
    }
    let answers = try Self.ask(tasks)
    #expect(answers.count == 2 * combinations.count)
    for (index, combination) in combinations.enumerated() {
      let (whole, changed) = (answers[2 * index].string, answers[2 * index + 1].string)
      #expect(whole == Self.payload, "\(combination.peer), \(combination.algorithm)")
      #expect(changed?.hasPrefix("refused") == true, "\(combination.peer), \(combination.algorithm)")
    }
  }

  @Test("what they sign we verify")
  func signed() throws {
    let combinations = try Self.combinations()
    let tasks = try combinations.map { peer, algorithm, key in
      JSON(
        dictionaryLiteral: ("do", "sign"), ("by", .string(peer)), ("alg", .string(algorithm.rawValue)),
        ("key", try Self.members(key)), ("payload", .string(Self.payload)))
    }
    let answers = try Self.ask(tasks)
    #expect(answers.count == combinations.count)
    for (combination, answer) in zip(combinations, answers) {
      let token = try JSONWebSignature(compact: Array((answer.string ?? "").utf8))
      let key = combination.key.publicKey ?? combination.key
      #expect(try token.payload(verifiedBy: key, allowing: [combination.algorithm]) == Array(Self.payload.utf8))
    }
  }

  @Test("RFC 7638: we agree on thumbprints")
  func thumbprints() throws {
    let keys = try [SignatureAlgorithm.rs256, .es256, .es384, .es512, .edDSA].map { try JSONWebKey.generate(for: $0) }
    let answers = try Self.ask(keys.map { ["do": "thumbprint", "key": try Self.members($0)] })
    #expect(answers.compactMap(\.string) == keys.map(\.thumbprint))
  }

  @Test("attacks 125 to 136: every token that they forge is refused, and the rule is named")
  func forged() throws {
    let key = try JSONWebKey.generate(for: .rs256)
    let open = try JSONWebKey(Self.members(#require(key.publicKey)).object ?? JSON.Object())
    let tokens = try Self.ask([["do": "forge", "key": Self.members(key)]]).first?.object?.members ?? []
    #expect(tokens.count == 20)
    var codes: Set<OAuthError.Code> = []
    for token in tokens {
      let code = try refusal {
        try JSONWebSignature(compact: Array((token.value.string ?? "").utf8))
          .payload(verifiedBy: open, allowing: Set(SignatureAlgorithm.allCases))
      }
      #expect(code != nil, "\(token.name)")
      if let code { codes.insert(code) }
    }
    #expect(codes == [.unsupportedAlgorithm, .malformedJOSE, .criticalHeader, .tokenSignatureMismatch])
  }

  /// Asks `Tests/Peers/jose/signatures.py`.
  private static func ask(_ tasks: [JSON]) throws -> [JSON] {
    // It warns of the name EdDSA, which RFC 9864 retires.
    try PythonPeer.answers(of: "jose/signatures.py", to: tasks, interpreterOptions: ["-W", "ignore"])
  }
}
