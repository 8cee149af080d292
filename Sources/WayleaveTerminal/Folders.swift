import Wayleave
import WayleavePlain
import WayleaveSystem
package import WayleaveWire

/// The folders of the program: by XDG, or all of them under `$WAYLEAVE_HOME`.
package struct Folders {
  /// The provider entries that the user wrote, and the key of the store.
  package let configuration: String
  /// What the program stores: credentials, clients, waiting sign-ins.
  package let state: String
  /// What running commands leave for others, until they end.
  package let runtime: String

  package init() throws(OAuthError) {
    if let home = Environment.text("HOME") {
      guard XDGFolder.isAbsolute(home) else { throw .relativeFolder(home) }
      if let status = try? FileStatus.of(home, followingLink: true), status.kind != .folder { throw .notFolder(home) }
      configuration = home + "/config"
      state = home + "/state"
    } else {
      configuration = try XDGFolder.configuration.base(Environment.variable) + "/wayleave"
      state = try XDGFolder.state.base(Environment.variable) + "/wayleave"
    }
    // Never nil, since the folders above were found.
    runtime = RuntimeFolder.path() ?? state
  }

  /// `WAYLEAVE_HOME`; nil where each kind of file has its own folder.
  package static func home() throws(OAuthError) -> String? {
    _ = try Folders()
    return Environment.text("HOME")
  }

  /// The folder in which programs of this user are configured.
  package static func userConfiguration() throws(OAuthError) -> String {
    try XDGFolder.configuration.base(Environment.variable)
  }

  /// The folder in which programs of this user have their data, such as those that the desktop starts.
  package static func userData() throws(OAuthError) -> String {
    try XDGFolder.data.base(Environment.variable)
  }

  package var credentials: String { state + "/credentials" }
  package var signIns: String { state + "/sign-ins" }
  package var clients: String { state + "/clients" }
  package var metadata: String { state + "/metadata" }
  /// The vault of the agent: which programs may use which accounts.
  package var grants: String { state + "/grants" }
  /// Which process has a sign-in before the user.
  package var signInLocks: String { runtime + "/sign-ins" }
  /// The folders of every vault of the user.
  package var vaults: [String] { [credentials, signIns, clients, metadata, grants] }
  package var key: String { configuration + "/store.key" }
  package var providers: String { configuration + "/providers" }

  /// Whether the user has a store of credentials or registrations.
  package var hasStore: Bool {
    [credentials, clients].contains { (try? FileStatus.of($0, followingLink: true)) != nil }
  }
}

extension OAuthError {
  fileprivate static func notFolder(_ home: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "WAYLEAVE_HOME is “\(DisplayText.clean(home))”, which is not a folder.",
      rule: .wayleave("folders are absolute"), remedy: "Set WAYLEAVE_HOME to a folder of your own.")
  }

  fileprivate static func relativeFolder(_ home: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "WAYLEAVE_HOME is “\(DisplayText.clean(home))”, which is not an absolute path.",
      rule: .wayleave("folders are absolute"), remedy: "Set WAYLEAVE_HOME to an absolute path.")
  }
}
