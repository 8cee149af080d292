import WayleaveSystem
import WayleaveWire

/// What the decisions of the agent need from outside: clocks, a look at the store, and work that takes time.
struct AgentSurroundings: Sendable {
  /// The time of day, which people and programs can set.
  var now: @Sendable () -> Instant
  /// The time that passes, which no one sets.
  var elapsed: @Sendable () -> ContinuousClock.Instant
  /// Whether what is read from the disk is as it was: a look at the disk.
  var isUnchanged: @Sendable (StoreStamp) -> Bool
  /// Whether a file is one of our own programs.
  var isOwn: @Sendable (ProgramFile) -> Bool
  /// The shells of this system.
  var shells: Shells
  /// Begins work; its result comes as an ``AgentEvent``.
  var begin: @Sendable (AgentWork) -> Void
  /// Whether a person can be asked without a terminal.
  var canNotify: @Sendable () -> Bool
  /// After how much time without a request the agent locks itself; nil for never.
  var lockAfter: Duration?
}
