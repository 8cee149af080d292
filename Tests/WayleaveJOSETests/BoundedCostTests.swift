import Foundation
import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// The longest inputs that are read at all, in the shapes that cost most: for a token 64 KiB, for a document 1 MiB.
private enum Shape: String, CaseIterable {
  case oneByte, randomBytes, deepLists, deepObjects, manyMembers, oneNameTwice, manyElements, longNumber, manyEscapes
  case manyKeys, manyAudiences, manyCriticalNames, manySignatures

  func text(_ length: Int) -> [UInt8] {
    switch self {
    case .oneByte: [UInt8](repeating: UInt8(ascii: "a"), count: length)
    case .randomBytes: randomBytes(length)
    case .deepLists: filled(length, with: "[")
    case .deepObjects: filled(length, with: #"{"a":"#)
    case .manyMembers: members(length)
    case .oneNameTwice: filled(length, "{", with: #""a":1,"#, #""a":1}"#)
    case .manyElements: filled(length, #"{"a":["#, with: "[],", "[]]}")
    case .longNumber: filled(length, #"{"exp":"#, with: "9", "}")
    case .manyEscapes: filled(length, #"{"iss":""#, with: #"\u00e9"#, #""}"#)
    case .manyKeys: filled(length, #"{"keys":["#, with: #"{"kty":"oct"},"#, "{}]}")
    case .manyAudiences: filled(length, #"{"aud":["#, with: #""a","#, #""a"]}"#)
    case .manyCriticalNames: filled(length, #"{"alg":"RS256","crit":["#, with: #""a","#, #""b"]}"#)
    case .manySignatures:
      filled(length, #"{"payload":"","signatures":["#, with: #"{"signature":"AA"},"#, #"{"signature":"AA"}]}"#)
    }
  }

  /// The text as the header, the payload and the signature of a compact token.
  func token(_ length: Int) -> [UInt8] {
    let part = Base64.url.encode(text(length / 4))
    return part + [UInt8(ascii: ".")] + part + [UInt8(ascii: ".")] + part
  }

  private func randomBytes(_ length: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 64)
    return random.bytes(length)
  }

  private func members(_ length: Int) -> [UInt8] {
    Array("{".utf8) + (0..<(length / 12)).flatMap { Array(#""m\#($0)":1,"#.utf8) }.prefix(length)
      + Array(#""z":1}"#.utf8)
  }

  private func filled(_ length: Int, _ start: String = "", with middle: String, _ end: String = "") -> [UInt8] {
    let count = max(0, length - start.utf8.count - end.utf8.count) / middle.utf8.count
    return Array((start + String(repeating: middle, count: count) + end).utf8)
  }
}

@Suite("Any bytes at all cost a bounded time and memory")
struct BoundedCostTests {
  /// What reading may cost in a debug build, three times what it was measured to cost at most: processor time, and memory
  /// beyond what was there before.
  private struct Bounds {
    let seconds: Double
    let bytes: Int

    static let token = Bounds(seconds: 0.25, bytes: 16 << 20)
    static let document = Bounds(seconds: 5, bytes: 96 << 20)
  }

  @Test("a token of any shape is read or refused in a quarter of a second and 16 MiB", arguments: Shape.allCases)
  fileprivate func token(shape: Shape) throws {
    let texts = [shape.text(65536), shape.token(65000), Array(shape.token(65000) + shape.token(60000))]
    for text in texts {
      try expect(.token, "\(shape)") {
        [
          try refusal { try JSONWebSignature(compact: text) },
          try refusal { try JSONWebSignature.signatures(json: text) },
          try refusal { try JSONWebEncryption(compact: text) },
        ]
      }
    }
  }

  @Test(
    "a document of any shape, up to 1 MiB, is read or refused in five seconds and 96 MiB", arguments: Shape.allCases)
  fileprivate func document(shape: Shape) throws {
    let text = shape.text(1 << 20)
    try expect(.document, "\(shape)") {
      [
        try refusal { try JSONWebKeySet(decoding: text) }, try refusal { try JSONWebKey(decoding: text) },
        try refusal { try JSONWebTokenClaims(decoding: text) }, try refusal { try JOSEHeader(decoding: text) },
        try refusal { try JSONWebKey(pem: Secret(text)) },
      ]
    }
  }

  private func expect(_ bounds: Bounds, _ what: String, _ body: () throws -> [OAuthError.Code?]) throws {
    let before = Cost.now()
    // At least one reader takes no text of this shape: what is measured is no empty path.
    #expect(try body().contains { $0 != nil })
    let cost = Cost.now()
    #expect(cost.seconds - before.seconds < bounds.seconds, "\(what): \(cost.seconds - before.seconds) s")
    #expect(cost.peak - before.resident < bounds.bytes, "\(what): \(cost.peak - before.resident) bytes")
  }
}

/// What this thread, and the memory of this process, have cost so far.
private struct Cost {
  let seconds: Double
  let resident: Int
  let peak: Int

  static func now() -> Cost {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    let cost = Cost(
      seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, resident: memory("VmRSS:"), peak: memory("VmHWM:"))
    // Sets the peak back to what is there now, so that it tells of what comes next. Not all kernels allow it.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    return cost
  }

  /// A line of /proc/self/status in bytes; 0 where there is no such thing.
  private static func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 10 } ?? 0
  }
}
