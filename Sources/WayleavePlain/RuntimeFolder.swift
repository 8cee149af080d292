package import WayleaveSystem

/// Where the programs of a user that run find each other: the agent, the playground, and sign-ins that wait.
///
/// Each program that finds the folder makes sure again that it is this user's alone.
package enum RuntimeFolder {
  /// The folder, which need not be there yet; nil where `WAYLEAVE_HOME` is not absolute, and where the user has no home.
  ///
  /// `WAYLEAVE_HOME`, then `XDG_RUNTIME_DIR`, then the folder that the system has for the user's session, then the folder
  /// of states. Those of a session count where they are the user's own: `su` leaves the variable of another user, and
  /// without a session there is none. On a Mac the system has one folder for all sessions of a user.
  package static func path(
    ofSystem: () -> String? = ofSystem, variable: (String) -> String? = ProcessEnvironment.variable,
    isOwn: (String) -> Bool = isOwn
  ) -> String? {
    if let home = variable("WAYLEAVE_HOME"), !home.isEmpty { return XDGFolder.isAbsolute(home) ? home + "/run" : nil }
    if let named = variable(sessionVariable), counts(named, isOwn) { return named + "/wayleave" }
    if let named = ofSystem(), isOwn(named) { return named + "/wayleave" }
    return XDGFolder.state.path(variable).map { $0 + "/wayleave/run" }
  }

  /// The value of `XDG_RUNTIME_DIR` where it is passed over; nil where it counts, or nothing asks for it.
  package static func passedOver(
    variable: (String) -> String? = ProcessEnvironment.variable, isOwn: (String) -> Bool = isOwn
  ) -> String? {
    guard variable("WAYLEAVE_HOME")?.isEmpty ?? true, let named = variable(sessionVariable), !named.isEmpty,
      !counts(named, isOwn)
    else { return nil }
    return named
  }

  /// Whether a folder is there, belongs to the user of this process, and no one else can write into it. A link is none:
  /// anyone who made it can lead it elsewhere.
  package static func isOwn(_ path: String) -> Bool {
    guard let status = try? FileStatus.of(path, followingLink: false), status.kind == .folder else { return false }
    // That of root is not the user's, though only root can write there.
    return status.owner == ThisProcess.user && status.isWrittenByOwnerAlone
  }

  private static func counts(_ named: String, _ isOwn: (String) -> Bool) -> Bool {
    XDGFolder.isAbsolute(named) && isOwn(named)
  }

  /// The folder that the system has for what a user's programs share while they run; nil where it has none.
  package static func ofSystem() -> String? {
    #if os(macOS)
      ThisProcess.passingFolder
    #else
      "/run/user/\(ThisProcess.user)"
    #endif
  }

  private static let sessionVariable = "XDG_RUNTIME_DIR"
}
