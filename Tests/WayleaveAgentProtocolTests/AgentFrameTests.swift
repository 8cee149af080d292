import Testing
import WayleaveAgentProtocol

@Suite("The agent's protocol: a frame is read as it was written, or refused")
struct AgentFrameTests {
  private static let body: [UInt8] = [1, 6]

  @Test("the shortest frame has a version and a kind, and what it reads it writes")
  func shortest() throws {
    let frame = try AgentFrame(reading: Self.body[...])
    #expect(frame.kind == 6)
    #expect(frame.bytes == [0, 0, 0, 2, 1, 6])
  }

  @Test(
    "a length that no frame has is refused before anything else is read",
    arguments: [[0, 0, 0, 0], [0, 0, 0, 1], [0, 16, 0, 1], [255, 255, 255, 255], [0, 0, 2]] as [[UInt8]])
  func lengths(bytes: [UInt8]) {
    #expect(throws: AgentProtocolError.self) { try AgentFrame.length(reading: bytes) }
  }

  @Test("the longest frame is taken, and one byte more is not written")
  func longest() throws {
    #expect(try AgentFrame.length(reading: [0, 16, 0, 0] as [UInt8]) == AgentFrame.maximumLength)
    let room = AgentFrame.maximumLength - 2 - 5
    #expect(AgentAnswer.text([UInt8](repeating: 1, count: room)).frame.bytes?.count == AgentFrame.maximumLength + 4)
    #expect(AgentAnswer.text([UInt8](repeating: 1, count: room + 1)).frame.bytes == nil)
  }

  @Test("another version is named in the refusal", arguments: [0, 2, 255] as [UInt8])
  func version(version: UInt8) {
    #expect(throws: AgentProtocolError.unknownVersion(version)) { try AgentFrame(reading: [version, 6]) }
  }

  @Test("a field that is cut off is refused, wherever it is cut")
  func cutOff() throws {
    let whole = try #require(AgentRequest(.token(account: "x", minimumLifetime: 5, form: .header)).frame.bytes)
    for count in 4..<whole.count {
      let read = Result { try AgentRequest(reading: AgentFrame(reading: whole[4..<count])) }
      // Between two fields a shorter frame is another request, and a whole one.
      #expect((try? read.get()) != AgentRequest(.token(account: "x", minimumLifetime: 5, form: .header)))
    }
    #expect(throws: Never.self) { try AgentFrame(reading: whole[4...]) }
    #expect(throws: AgentProtocolError.malformed) { try AgentFrame(reading: whole[4..<whole.count - 3]) }
  }

  @Test("bytes that a seed chose are read or refused, and never end the program")
  func garbage() {
    var state: UInt64 = 20_261_123
    var next: () -> UInt8 = { 0 }
    next = {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for _ in 0..<20_000 {
      let count = Int(next() % 64)
      var bytes = (0..<count).map { _ in next() % 32 }
      if !bytes.isEmpty { bytes[0] = 1 }
      guard let frame = try? AgentFrame(reading: bytes[...]) else { continue }
      #expect(frame.bytes.map { Array($0.dropFirst(4)) } == bytes)
      if let request = try? AgentRequest(reading: frame) {
        #expect((try? AgentRequest(reading: request.frame)) == request)
      }
      _ = try? AgentAnswer(reading: frame)
    }
  }
}
