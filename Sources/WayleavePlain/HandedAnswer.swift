package import WayleaveAgentProtocol
import WayleaveSystem

/// An answer of the agent that the front program leaves to the full one, which reports it: so no one is asked twice.
///
/// It holds no secret: what can be printed was printed.
package enum HandedAnswer {
  private static let variable = "WAYLEAVE_AGENT_ANSWER"
  /// What a pipe takes without a reader, on every system.
  private static let maximumSize = 4096

  /// Leaves an answer to the program that this one becomes.
  package static func leave(_ answer: AgentAnswer) {
    guard let bytes = answer.frame.bytes, bytes.count <= maximumSize, let pipe = try? FileDescriptor.pipe(),
      (try? pipe.writing.writeAll(bytes)) != nil, let number = pipe.reading.numberForNextProgram
    else { return }
    ProcessEnvironment.set(variable, to: "\(number)")
  }

  /// The answer that was left to this program; nil where there is none. Programs that this one starts do not see it.
  package static func take() -> AgentAnswer? {
    guard let text = ProcessEnvironment.variable(variable) else { return nil }
    ProcessEnvironment.unset(variable)
    guard let pipe = Int32(text).flatMap(FileDescriptor.inheritedPipe), pipe.isReadable(withinMilliseconds: 0),
      let bytes = try? pipe.readSome(), bytes.count > AgentFrame.lengthSize,
      let frame = try? AgentFrame(reading: bytes[AgentFrame.lengthSize...])
    else { return nil }
    return try? AgentAnswer(reading: frame)
  }
}
