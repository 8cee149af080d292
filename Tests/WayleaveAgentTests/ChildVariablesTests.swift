import Foundation
import Testing
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("What the programs that we start get of our variables")
struct ChildVariablesTests {
  private static let given = [
    "PATH": "/bin", "DISPLAY": ":0", "LC_ALL": "C", "XDG_RUNTIME_DIR": "/run/user/1", "MOZ_X": "1",
    "LD_PRELOAD": "/x.so", "HTTPS_PROXY": "http://u:p@proxy", "WAYLEAVE_HOME": "/h", "WAYLEAVE_CA_FILE": "/c",
  ]

  @Test(
    "191: no program gets a secret, and each gets what it needs",
    arguments: [
      (.ours, ["WAYLEAVE_HOME", "WAYLEAVE_CA_FILE", "HTTPS_PROXY", "PATH"], []),
      (.opener, ["PATH", "DISPLAY", "MOZ_X", "HTTPS_PROXY"], ["WAYLEAVE_HOME"]),
      (
        .tool, ["PATH", "DISPLAY", "LC_ALL", "XDG_RUNTIME_DIR"],
        ["WAYLEAVE_HOME", "HTTPS_PROXY", "LD_PRELOAD", "MOZ_X"]
      ),
    ] as [(ProcessEnvironment.Child, [String], [String])])
  func children(child: ProcessEnvironment.Child, has: [String], hasNot: [String]) {
    let secrets = Dictionary(uniqueKeysWithValues: ProcessEnvironment.secretNames.map { ($0, "canary") })
    let handed = ProcessEnvironment.handed(to: child, of: Self.given.merging(secrets) { $1 })
    #expect(!handed.values.contains("canary"))
    for name in has { #expect(handed[name] == Self.given[name], "\(name)") }
    for name in hasNot { #expect(handed[name] == nil, "\(name)") }
  }

  @Test("191: notify-send gets what describes the session, and nothing more")
  func notification() throws {
    let folder = TemporaryFolder()
    folder.write("notify-send", "#!/bin/sh\n", mode: 0o755)
    var environment = Self.given
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/none"
    environment["WAYLEAVE_STORE_PASSPHRASE"] = "canary"
    let notification = try #require(Notification(in: environment, folders: folder.path))
    let names = ["PATH", "DISPLAY", "LC_ALL", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
    #expect(notification.environment.keys.sorted() == names.sorted())
  }

  @Test("191: a secret that is taken out of a variable is overwritten where the system put it")
  func taken() throws {
    let text = try #require(strdup("canary"))
    defer { free(text) }
    #expect(ProcessEnvironment.take(text) { Secret(copying: $0) } == Secret("canary"))
    #expect((0..<6).allSatisfy { text[$0] == 0 })
    #expect(ProcessEnvironment.take("TESTED_WAYLEAVE_NOTHING") { $0.count } == nil)
  }
}
