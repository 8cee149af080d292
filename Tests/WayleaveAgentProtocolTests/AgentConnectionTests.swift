import Testing
import WayleaveAgentProtocol

@Suite("The agent's protocol: which agent is asked")
struct AgentConnectionTests {
  @Test("where no agent listens, the client says so at once")
  func absent() {
    #expect(throws: AgentConnectionError.notRunning) {
      try AgentConnection(in: "/nonexistent/wayleave", withinMilliseconds: 1000)
    }
  }

  @Test("a folder that others can reach is refused before anything is sent")
  func exposed() {
    #expect(throws: AgentConnectionError.exposed("/tmp")) { try AgentConnection(in: "/tmp", withinMilliseconds: 1000) }
  }
}
