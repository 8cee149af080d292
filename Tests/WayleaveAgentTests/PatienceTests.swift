import Foundation
import Testing
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSystem

@testable import WayleaveAgent

@Suite("The agent's clients: who waits for it, and for how long")
struct AgentPatienceTests {
  private static let wish = AgentRequest.Wish.token(account: "ada", minimumLifetime: nil, form: .plain)

  @Test("an agent that hangs is not waited for, and the failure names the process to end")
  func hung() throws {
    let folder = TemporaryFolder()
    // It listens, and takes no connection.
    let socket = try UnixSocket(at: AgentPlace.socket(in: folder.path))
    folder.write(AgentPlace.lockName, "4711")
    let begin = ContinuousClock.now
    let connection = try AgentConnection(
      in: folder.path, withinMilliseconds: 60_000, patience: .milliseconds(100))
    #expect(throws: AgentConnectionError.timedOut) { try connection.ask(AgentRequest(Self.wish)) }
    #expect(.now - begin < .seconds(30))
    #expect(AgentFailure.noAnswer(in: folder.path).remedy.contains("`kill -9 4711`"))
    #expect(!AgentFailure.noAnswer(in: "/nonexistent").remedy.contains("kill"))
    _ = socket
  }

  @Test("one that lives is waited for, however long a person thinks")
  func alive() async throws {
    let scene = try await AgentScene([.sample("ada")])
    scene.person.isAway.withLock { $0 = true }
    try DetachedThread.start {
      Thread.sleep(forTimeInterval: 1)
      scene.person.isAway.withLock { $0 = false }
    }
    let connection = try AgentConnection(
      in: scene.folder.path + "/run", withinMilliseconds: 60_000, patience: .milliseconds(700))
    let answer = try? connection.ask(AgentRequest(Self.wish))
    #expect(answer == .text(Array("token-ada\n".utf8)))
  }
}
