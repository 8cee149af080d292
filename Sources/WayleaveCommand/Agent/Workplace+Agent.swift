import Wayleave
import WayleaveAgent
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

extension Workplace {
  /// What the agent of this user is started with.
  func agentConfiguration(lockAfterMinutes: Int?) throws(OAuthError) -> AgentConfiguration {
    let starter = BackgroundAgent.takeStarter()
    // So the folder in which the command ran can be unmounted.
    if starter == .command { ThisProcess.leaveFolder() }
    guard let socketFolder = AgentClient.folder, let program = ThisProcess.executable else { throw .noAgentPlace() }
    var configuration = AgentConfiguration(
      socketFolder: socketFolder, stateFolder: folders.state, credentials: folders.credentials,
      clients: folders.clients, grants: folders.grants, key: key, program: program,
      ownPrograms: [program, ThisInstallation.typedProgram].compactMap(\.self),
      environment: ProcessEnvironment.handed(to: .ours), lockAfter: lockAfterMinutes.map { .seconds(60 * $0) })
    configuration.starter = starter
    configuration.isFound = { AgentClient.folder == socketFolder }
    configuration.providers = KnownProviders(
      entry: { [catalogue] in try? catalogue.entry(named: $0) }, places: { [catalogue] in catalogue.places })
    configuration.say = { [output] in output.say($0) }
    return configuration
  }
}

extension OAuthError {
  static func noAgentPlace() -> OAuthError {
    OAuthError(
      .agentFailed, message: "There is no folder for the socket of the agent.", rule: .wayleave("folders are absolute"),
      remedy: "Set WAYLEAVE_HOME to an absolute path, or unset it; without it, HOME has to be one.")
  }
}
