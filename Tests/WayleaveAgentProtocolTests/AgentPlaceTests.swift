import Testing
import WayleaveAgentProtocol

@Suite("The agent's protocol: where the agent is")
struct AgentPlaceTests {
  @Test("the place follows from the home of Wayleave, then from the session, then from the user")
  func folder() {
    let cases: [([String: String], String?)] = [
      ([:], "/run/user/7/wayleave"), (["XDG_RUNTIME_DIR": "/r"], "/r/wayleave"),
      (["XDG_RUNTIME_DIR": ""], "/run/user/7/wayleave"), (["XDG_RUNTIME_DIR": "r"], nil),
      (["WAYLEAVE_HOME": "/h", "XDG_RUNTIME_DIR": "/r"], "/h/run"), (["WAYLEAVE_HOME": "h"], nil),
    ]
    for (variables, folder) in cases {
      #expect(AgentPlace.folder(user: 7) { variables[$0] } == folder, "\(variables)")
    }
  }

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
