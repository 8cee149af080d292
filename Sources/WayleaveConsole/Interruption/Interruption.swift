import WayleaveBackport

/// What a command has changed, and whether a step runs that must not be broken off: what Ctrl-C needs to know.
///
/// Operations report to it. A step, such as a refresh, begins before the request that spends a token and ends when the
/// answer is saved. Signals are reported to it too, and it decides what they do. It does no I/O.
package final class Interruption: Sendable {
  /// What a signal leads to.
  package enum Reaction: Equatable {
    /// The command is cancelled; `message` is shown where it cannot end at once.
    case cancel(message: String?)
    /// A step still runs: the program waits for its end.
    case wait(message: String)
    /// The program ends now.
    case exit
  }

  private struct State {
    var signals = 0
    var steps: [Int: String] = [:]
    var nextStep = 0
    var changes: [String] = []
    var isTheUsualEnd = false
  }

  private let state = Lock(State())
  private let isTold = Lock(false)

  package init() {}

  /// Runs a step that must not be broken off; `name` says what it is, such as `the refresh of lane`.
  package func step<Result>(_ name: String, _ work: () async throws -> Result) async rethrows -> Result {
    let number = state.withLock { state in
      state.nextStep += 1
      state.steps[state.nextStep] = name
      return state.nextStep
    }
    defer { state.withLock { state in state.steps[number] = nil } }
    return try await work()
  }

  /// Reports a change that stays, whatever happens next: a whole sentence.
  package func report(_ change: String) {
    state.withLock { state in
      if state.changes.last != change { state.changes.append(change) }
    }
  }

  /// Says that a signal is how this command usually ends, as for `wayleave playground`.
  package func expectSignal() { state.withLock { $0.isTheUsualEnd = true } }

  /// Takes a signal: the first one cancels, a later one ends the program unless a step runs.
  package func receiveSignal() -> Reaction {
    state.withLock { state in
      state.signals += 1
      let running = state.steps.values.sorted().first
      if state.signals == 1 { return .cancel(message: running.map { "Waiting for the end of \($0)." }) }
      guard let running else { return .exit }
      return .wait(message: "Still waiting for the end of \(running): what it brings would be lost.")
    }
  }

  /// Whether the command was interrupted, and that is not its usual end.
  package var isInterrupted: Bool { state.withLock { $0.signals > 0 && !$0.isTheUsualEnd } }

  /// What was changed before the command ended, in sentences.
  package var summary: String {
    let changes = state.withLock(\.changes)
    return changes.isEmpty ? "Nothing was changed." : changes.joined(separator: " ")
  }

  /// Has a closure tell the user what was changed, once: who comes later waits until that is done.
  package func tellOnce(_ tell: (_ summary: String) -> Void) {
    isTold.withLock { isTold in
      if !isTold { tell(summary) }
      isTold = true
    }
  }
}
