package import Wayleave
package import WayleaveAgentProtocol
package import WayleaveSignIn
package import WayleaveWire

/// What an agent is started with.
package struct AgentConfiguration: Sendable {
  /// The folder of the socket: that of `RuntimeFolder`.
  package var socketFolder: String
  /// The folder for the audit log.
  package var stateFolder: String
  /// The folder of the vault with the credentials.
  package var credentials: String
  /// The folder of the vault with the user's clients, under the same key.
  package var clients: String
  /// The folder of the vault with the grants, under the same key.
  package var grants: String
  /// The key of the store; with a passphrase the agent begins unlocked. Nil once the passphrase was handed over.
  package var key: FileStoreKey?
  /// The full program, which renews credentials.
  package var program: String
  /// The paths of all programs that are ours, and manage the agent.
  package var ownPrograms: [String]
  /// The variables of this process, for the programs that the agent starts.
  package var environment: [String: String]
  /// After how much time without a request it locks itself; nil for never.
  package var lockAfter: Duration?
  /// Who starts it; a session that hands the socket over is seen.
  package var starter = AgentStarter.user
  /// How a person is asked without a terminal; nil for the notifications of the desktop.
  package var ask: (@Sendable (String) -> AgentDecision)?
  /// Today's entries of providers; none unless it is set.
  package var providers = KnownProviders(entry: { _ in nil }, places: { [] })
  /// Whether programs still look for an agent in `socketFolder`: a session that begins or ends moves the place.
  package var isFound: @Sendable () -> Bool = { true }
  /// The shells of this system.
  var shells = Shells.ofSystem
  /// The time of day.
  package var now: @Sendable () -> Instant = { WallClock.now() }
  /// The time that passes.
  package var elapsed: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Says something to the person who started the agent.
  package var say: @Sendable (String) -> Void = { _ in }

  package init(
    socketFolder: String, stateFolder: String, credentials: String, clients: String, grants: String,
    key: FileStoreKey, program: String, ownPrograms: [String], environment: [String: String],
    lockAfter: Duration? = nil
  ) {
    (self.socketFolder, self.stateFolder, self.credentials) = (socketFolder, stateFolder, credentials)
    (self.clients, self.grants, self.key) = (clients, grants, key)
    (self.program, self.ownPrograms) = (program, ownPrograms)
    (self.environment, self.lockAfter) = (environment, lockAfter)
  }
}
