import Foundation
import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: locked, it gives nothing")
struct AgentLockTests {
  @Test("lock drops everything, and unlock opens a store with a key file again")
  func keyFile() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.ask(.lock) == .done)
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    #expect(answer.code == "agent.locked")
    if case .failure(let failure) = answer { #expect(failure.exitStatus == 7) }
    #expect(try scene.ask(.status)["state"] == "locked")
    #expect(try scene.ask(.status)["grants"] == nil)
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.log.contains { $0["decision"]?.string == "locked" })
  }

  @Test("a grant for ten minutes does not outlive a lock: the next request asks again")
  func grantWithEnd() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: .tenMinutes)
    for _ in 0..<2 { #expect(try scene.token("ada") == "token-ada") }
    #expect(scene.person.count == 1)
    #expect(try scene.ask(.lock) == .done)
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.person.count == 2)
  }

  @Test("a folder that others can reach is none for an agent")
  func exposedFolder() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/run", withIntermediateDirectories: false, attributes: nil)
    #expect(chmod(folder.path + "/run", 0o755) == 0)
    do throws(OAuthError) {
      _ = try AgentServer(AgentScene.configuration(folder))
      Issue.record("an agent listens there")
    } catch { #expect(error.code == .storeExposed) }
    #expect(!folder.isPresent("run/agent.sock"))
  }

  @Test("an agent whose folder is another one listens at no place: the lock there may be another agent's")
  func anotherFolder() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    let connection = try scene.connect()
    let (place, old) = (scene.folder.path + "/run", scene.folder.path + "/old")
    try FileManager.default.moveItem(atPath: place, toPath: old)
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    scene.folder.remove("old/agent.sock")
    scene.clock.pass(.seconds(31))
    #expect(try connection.ask(AgentRequest(.status))["state"] != nil)
    #expect(!scene.folder.isPresent("run/agent.sock"))
  }

  @Test("an agent whose store has a passphrase begins locked, and a wrong passphrase does not unlock it")
  func passphrase() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, passphrase: Secret("four words of mine"))
    #expect(try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain)).code == "agent.locked")
    #expect(try scene.ask(.unlock(passphrase: nil)).code == "agent.locked")
    #expect(try scene.ask(.unlock(passphrase: Array("wrong".utf8))).code != nil)
    #expect(try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain)).code == "agent.locked")
    #expect(try scene.ask(.unlock(passphrase: Array("four words of mine".utf8))) == .done)
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.ask(.lock) == .done)
    #expect(try scene.ask(.unlock(passphrase: nil)).code == "agent.locked")
  }

  @Test("an idle agent locks itself after its time, and looking at its status is no use of it")
  func idle() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, lockAfter: .seconds(600))
    #expect(try scene.token("ada") == "token-ada")
    scene.clock.pass(.seconds(400))
    #expect(try scene.token("ada") == "token-ada")
    scene.clock.pass(.seconds(400))
    #expect(try scene.ask(.status)["state"] == "open")
    scene.clock.pass(.seconds(200))
    _ = try scene.ask(.status)
    #expect(try scene.ask(.status)["state"] == "locked")
    #expect(scene.log.contains { $0["decision"]?.string == "locked" && $0["by"]?.string == "no request for so long" })
  }

  @Test("the passphrase of the start is handed over once, and nothing else of the agent holds it")
  func handedOver() throws {
    let folder = TemporaryFolder()
    var configuration = AgentScene.configuration(folder)
    configuration.key = .passphrase(Secret("four words of mine"))
    let server = try AgentServer(configuration)
    #expect(server.configuration.key == nil)
    #expect(server.takePassphrase() == Secret("four words of mine"))
    #expect(server.takePassphrase() == nil)
    let other = TemporaryFolder()
    #expect(try AgentServer(AgentScene.configuration(other)).configuration.key != nil)
  }

  @Test("an agent whose socket was removed or replaced listens again at its place", arguments: [false, true])
  func socketGone(isReplaced: Bool) async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    let connection = try scene.connect()
    #expect(try connection.ask(AgentRequest(.status))["state"] != nil)
    scene.folder.remove("run/agent.sock")
    if isReplaced { scene.folder.write("run/agent.sock", "another file") }
    #expect(throws: AgentConnectionError.self) { try scene.connect() }
    scene.clock.pass(.seconds(31))
    #expect(try connection.ask(AgentRequest(.status))["state"] != nil)
    #expect(try await scene.wait { (try? scene.connect()) != nil })
    #expect(try scene.token("ada") == "token-ada")
    #expect(try connection.ask(AgentRequest(.status))["state"] == "open")
  }

  @Test(
    "an agent for which programs look elsewhere ends at the second look: none could lock it any more",
    arguments: [true, false])
  func elsewhere(isReplaced: Bool) async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, isFound: { isReplaced })
    let connection = try scene.connect()
    if isReplaced {
      try FileManager.default.moveItem(atPath: scene.folder.path + "/run", toPath: scene.folder.path + "/old")
    }
    scene.clock.pass(.seconds(31))
    _ = try connection.ask(AgentRequest(.status))
    scene.clock.pass(.seconds(31))
    _ = try? connection.ask(AgentRequest(.status))
    #expect(try await scene.hasEnded())
  }

  @Test("a second agent says which process holds the place")
  func holder() async throws {
    let scene = try await AgentScene([.sample("ada")])
    #expect(scene.folder.text("run/agent.lock") == "\(ThisProcess.identifier)")
    do throws(OAuthError) {
      _ = try AgentServer(AgentScene.configuration(scene.folder))
      Issue.record("two agents are at one place")
    } catch {
      #expect(error.code == .agentAlreadyRunning)
      #expect(error.remedy.inCommands.contains("kill \(ThisProcess.identifier)"))
    }
  }

  @Test("a question that waits does not hold off the lock, and what waits fails as locked")
  func question() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: nil, lockAfter: .seconds(30))
    let connection = try scene.connect()
    let wish = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain), canAsk: true)
    guard case .question(let id, _) = try connection.ask(wish) else { return #expect(Bool(false)) }
    scene.clock.pass(.seconds(31))
    _ = try scene.ask(.status)
    #expect(try scene.ask(.status)["state"] == "locked")
    // The failure came in place of the answer.
    #expect(try connection.ask(AgentRequest(.answer(question: id, .always))).code == "agent.locked")
  }

  @Test("status counts the others that wait, and gives minutes")
  func status() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, lockAfter: .seconds(600))
    let before = try scene.ask(.status)
    #expect(before["state"]?.contains("closed") == false && before["waiting"] == "0" && before["lock_after"] == "10")
    #expect(before["grants"] == nil)
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.ask(.status)["grants"] == "1")
    let always = try await AgentScene([.sample("ada")], isOwn: true)
    #expect(try always.ask(.status)["lock_after"] == "")
  }

  @Test("lock while the store is opened wins: what waits fails, and the passphrase is needed as before")
  func whileOpening() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, passphrase: Secret("four words of mine"))
    let unlock = try #require(AgentRequest(.unlock(passphrase: Array("four words of mine".utf8))).frame.bytes)
    #expect(try scene.ask(.unlock(passphrase: nil)).code == "agent.locked")
    scene.catalogue.isHeld.withLock { $0 = true }
    let client = try RawClient(scene)
    client.send(unlock)
    #expect(try await scene.wait { (try? scene.ask(.status)["state"]) == "opening the store" })
    #expect(try scene.ask(.lock) == .done)
    let bytes = try #require(client.receive())
    #expect(try AgentAnswer(reading: AgentFrame(reading: bytes[4...])).code == "agent.locked")
    scene.catalogue.isHeld.withLock { $0 = false }
    // The store has been read, and nothing comes of it.
    #expect(try await scene.wait { scene.catalogue.count.withLock(\.self) == 1 })
    try await Task.sleep(for: .milliseconds(100))
    #expect(try scene.ask(.status)["state"] == "locked, wants the passphrase of the store")
  }

  @Test("a passphrase is checked also where the agent is open already, and a wrong one leaves it open")
  func checked() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, passphrase: Secret("four words of mine"))
    let right = Array("four words of mine".utf8)
    #expect(try scene.ask(.unlock(passphrase: right)) == .done)
    #expect(try scene.ask(.unlock(passphrase: Array("wrong".utf8))).code == "store.damaged")
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.ask(.unlock(passphrase: right)) == .done)
  }

  @Test("a store that gets a passphrase while the agent is open locks it until it is unlocked with that one")
  func newPassphrase() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    #expect(try scene.token("ada") == "token-ada")
    let old = FileStoreKey.keyFile(scene.folder.path + "/store.key")
    let cost = try #require(PassphraseCost(logarithm: 14))
    let vaults = ["/credentials", "/grants"].map { FileVault(directory: scene.folder.path + $0, key: old) }
    _ = try await FileVault.changeKey(
      of: vaults, from: old, to: .passphrase(Secret("four words of mine"), cost: cost))
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    #expect(answer.code == "agent.locked", "\(answer)")
    #expect(try scene.ask(.unlock(passphrase: nil)).code == "agent.locked")
    #expect(try scene.ask(.unlock(passphrase: Array("four words of mine".utf8))) == .done)
    #expect(try scene.token("ada") == "token-ada")
  }

  @Test("stop ends the agent in good order, and removes its socket")
  func stop() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    #expect(try scene.ask(.stop) == .done)
    #expect(try await scene.wait { !scene.folder.isPresent("run/agent.sock") })
    #expect(throws: AgentConnectionError.notRunning) { try scene.connect() }
  }

  @Test("there is one agent at a place, and a socket that a dead one left is replaced")
  func one() async throws {
    let folder = TemporaryFolder()
    do {
      let scene = try await AgentScene([.sample("ada")], folder: folder)
      #expect(throws: OAuthError.self) { try AgentServer(AgentScene.configuration(folder)) }
      _ = try scene.token("ada")
      #expect(folder.mode(of: "run") == 0o700)
      #expect(folder.mode(of: "run/agent.sock") == 0o600)
      try await scene.end()
    }
    folder.write("run/agent.sock", "left over")
    let scene = try await AgentScene([], folder: folder)
    #expect(try scene.token("ada") == "token-ada")
  }
}
