import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The user's wish that commands start the agent where none runs: `agent install` saves it where the session has no
/// service manager.
///
/// The file names no program: a command starts itself, and nothing else.
struct AgentOnDemand: Equatable {
  /// In the folder of the configuration.
  private static let fileName = "agent.json"
  private static let startWord = "on_demand"

  /// After how much time without a request the agent locks itself; nil for never.
  let lockAfterMinutes: Int?

  init(lockAfterMinutes: Int?) { self.lockAfterMinutes = lockAfterMinutes }

  /// The wish as it was saved; nil where there is none.
  ///
  /// Throws for a file that others can write or that cannot be read: what it wants is not known then.
  static func saved(in folders: Folders) throws(OAuthError) -> AgentOnDemand? {
    guard let text = try TextFile.readOwn(path(in: folders)) else { return nil }
    let json = try? JSON(decoding: Array(text.utf8))
    let minutes = json?["lock_after"]
    guard json?["start"]?.string == startWord, minutes == .null || minutes?.integer != nil else {
      throw .malformedSetting(path(in: folders))
    }
    return AgentOnDemand(lockAfterMinutes: minutes?.integer.map { Int(clamping: $0) })
  }

  /// Whether there is such a wish, by a look at the disk that costs a few microseconds.
  static var isSaved: Bool {
    guard let folders = try? Folders() else { return false }
    return (try? FileStatus.of(path(in: folders), followingLink: true)) != nil
  }

  /// Saves it, and gives the path of the file.
  func save(in folders: Folders) throws(OAuthError) -> String {
    let json: JSON = ["start": .string(Self.startWord), "lock_after": JSON(lockAfterMinutes.map(Int64.init))]
    try TextFile.write(
      String(decoding: json.encoded(), as: UTF8.self) + "\n", as: Self.fileName, in: folders.configuration)
    return Self.path(in: folders)
  }

  /// Removes it; false where there was none.
  static func remove(from folders: Folders) throws(OAuthError) -> Bool {
    guard (try? FileStatus.of(path(in: folders), followingLink: false)) != nil else { return false }
    try TextFile.remove(fileName, in: folders.configuration)
    return true
  }

  private static func path(in folders: Folders) -> String { "\(folders.configuration)/\(fileName)" }
}

extension OAuthError {
  fileprivate static func malformedSetting(_ path: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The file “\(DisplayText.clean(path))” does not say how the agent is started.",
      rule: .wayleave("`agent install` writes how the agent is started"),
      remedy: "Write it again with `wayleave agent install`.")
  }
}
