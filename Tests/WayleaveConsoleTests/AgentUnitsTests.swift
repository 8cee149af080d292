import Foundation
import Testing
import WayleaveConsole

@Suite("The files by which the system starts the agent")
struct AgentUnitsTests {
  @Test("systemd starts the agent at the socket of the session, which is the user's alone")
  func usual() {
    let units = AgentUnits(program: "/usr/bin/wayleave", home: nil, lockAfterMinutes: 15)
    #expect(units.socket.contains("\nListenStream=%t/wayleave/agent.sock\n"))
    #expect(units.socket.contains("\nSocketMode=0600\nDirectoryMode=0700\n"))
    #expect(units.socket.contains("\nPassCredentials=yes\n"))
    #expect(units.service.contains("\nExecStart=\"/usr/bin/wayleave\" agent run --lock-after 15\n"))
    #expect(!units.service.contains("Environment="))
  }

  @Test("a path with special characters stays one word, and no variable or specifier of systemd")
  func special() {
    let units = AgentUnits(program: "/opt/a \"b\" $c %d\\e/wayleave", home: "/srv/50% of it", lockAfterMinutes: nil)
    #expect(units.service.contains(#"ExecStart="/opt/a \"b\" $$c %%d\\e/wayleave" agent run"#))
    #expect(units.service.contains("\nEnvironment=\"WAYLEAVE_HOME=/srv/50%% of it\"\n"))
    #expect(units.socket.contains("\nListenStream=/srv/50%% of it/run/agent.sock\n"))
  }

  @Test("launchd.plist(5): launchd gets the words one by one, and starts only an agent again that crashed")
  func propertyList() throws {
    let list = AgentPropertyList(
      program: "/opt/a&b/<wayleave>", home: "/srv/h", log: "/srv/h/state/a&b.log", lockAfterMinutes: 5)
    let read = try PropertyListSerialization.propertyList(from: Data(list.text.utf8), format: nil) as? [String: Any]
    #expect(
      read?["ProgramArguments"] as? [String] == ["/opt/a&b/<wayleave>", "agent", "run", "--lock-after", "5"])
    #expect(read?["EnvironmentVariables"] as? [String: String] == ["WAYLEAVE_HOME": "/srv/h"])
    #expect(read?["Label"] as? String == AgentPropertyList.label)
    #expect(read?["RunAtLoad"] as? Bool == true)
    // Without a crash alone, one that cannot listen would be started every ten seconds for ever.
    #expect(read?["KeepAlive"] as? [String: Bool] == ["Crashed": true])
    #expect(read?["StandardErrorPath"] as? String == "/srv/h/state/a&b.log")
  }

  @Test("launchd gets no variable where the folders are the usual ones")
  func usualPropertyList() throws {
    let list = AgentPropertyList(program: "/usr/local/bin/wayleave", home: nil, log: "/l", lockAfterMinutes: nil)
    let read = try PropertyListSerialization.propertyList(from: Data(list.text.utf8), format: nil) as? [String: Any]
    #expect(read?["ProgramArguments"] as? [String] == ["/usr/local/bin/wayleave", "agent", "run"])
    #expect(read != nil && read?["EnvironmentVariables"] == nil)
  }

  #if os(Linux)
    @Test(
      "systemd finds no fault in the units",
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func verified() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wayleave-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = folder.appendingPathComponent("a program")
      try Data("#!/bin/sh\n".utf8).write(to: program)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
      let units = AgentUnits(program: program.path, home: "/srv/a b", lockAfterMinutes: 15)
      let files = [(AgentUnits.socketName, units.socket), (AgentUnits.serviceName, units.service)].map { name, text in
        (folder.appendingPathComponent(name), text)
      }
      for (file, text) in files { try Data(text.utf8).write(to: file) }
      let (verify, said) = (Process(), Pipe())
      verify.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
      verify.arguments = ["verify", "--user", "--man=no"] + files.map(\.0.path)
      verify.environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
      verify.standardError = said
      try verify.run()
      let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      verify.waitUntilExit()
      #expect(verify.terminationStatus == 0 && !words.contains(folder.path), "\(words)")
    }
  #endif
}
