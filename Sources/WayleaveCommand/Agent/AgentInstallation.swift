import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The files by which the system starts the agent, and the program that reads them.
struct AgentInstallation {
  /// A folder that ends with no slash.
  let folder: String
  let files: [(name: String, text: String)]
  /// What makes the system use the files, and what makes it forget them; the first word is a program.
  let start: [[String]]
  let end: [[String]]

  init(lockAfterMinutes: Int?) throws(OAuthError) {
    let home = try Folders.home()
    guard let program = ThisInstallation.typedProgram ?? ThisProcess.executable else { throw .noOwnPath() }
    #if os(macOS)
      folder = (Environment.variable("HOME") ?? "") + "/Library/LaunchAgents"
      let list = AgentPropertyList(program: program, home: home, lockAfterMinutes: lockAfterMinutes)
      files = [("\(AgentPropertyList.label).plist", list.text)]
      start = [["launchctl", "load", "-w", "\(folder)/\(AgentPropertyList.label).plist"]]
      end = [["launchctl", "unload", "-w", "\(folder)/\(AgentPropertyList.label).plist"]]
    #else
      folder = try Folders.userConfiguration() + "/systemd/user"
      let units = AgentUnits(program: program, home: home, lockAfterMinutes: lockAfterMinutes)
      files = [(AgentUnits.socketName, units.socket), (AgentUnits.serviceName, units.service)]
      let systemctl = ["systemctl", "--user"]
      start = [systemctl + ["daemon-reload"], systemctl + ["enable", "--now", AgentUnits.socketName]]
      end = [systemctl + ["disable", "--now", AgentUnits.socketName, AgentUnits.serviceName]]
    #endif
  }

  /// Writes the files.
  func write() throws(OAuthError) {
    do throws(Folder.CreationFailure) { try Folder.createWithParents(folder) } catch {
      throw .notWritten(error.path, error.error.words)
    }
    do throws(SystemError) {
      let place = try Folder(opening: folder, followingLink: true)
      for file in files { try place.replace(file.name, with: Array(file.text.utf8)) }
    } catch { throw .notWritten(folder, error.words) }
  }

  /// Removes the files; false where there were none.
  func remove() throws(OAuthError) -> Bool {
    guard let place = try? Folder(opening: folder, followingLink: true) else { return false }
    var removed = false
    for file in files {
      do throws(SystemError) {
        try place.remove(file.name)
        removed = true
      } catch { guard error.isAbsence else { throw .notWritten(folder, error.words) } }
    }
    return removed
  }

  /// Why the commands had no effect, in a sentence.
  var reason: String {
    let program = start.first?.first ?? ""
    guard ExecutableSearch.path(of: program, in: Environment.variable("PATH") ?? "") != nil else {
      return "there is no program \(program) here."
    }
    return "\(program) failed, which is so where your session has no service manager."
  }

  /// Runs the commands; false where one is not there, or fails.
  static func run(_ commands: [[String]]) -> Bool {
    commands.allSatisfy { words in
      guard let path = ExecutableSearch.path(of: words[0], in: Environment.variable("PATH") ?? ""),
        let child = try? ChildProcess(starting: path, words: words, environment: ProcessEnvironment.handed(to: .tool))
      else { return false }
      return child.waitForEnd() == 0
    }
  }
}

extension OAuthError {
  fileprivate static func noOwnPath() -> OAuthError {
    OAuthError(
      .unsupported, message: "The system does not say where this program is.",
      rule: .wayleave("the agent is started by its path"), remedy: "Run `wayleave agent run --background` instead.")
  }

  fileprivate static func notWritten(_ path: String, _ reason: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "\(DisplayText.clean(path, limit: 300)) cannot be changed: \(reason).",
      rule: .wayleave("the agent is started by files of the user"), remedy: "Check the folder and its permissions.")
  }
}
