import WayleaveBackport

/// One question to the agent at a time, for a command that sends several requests at once.
///
/// The agent looks which program asks, and can only while the memory of that is shown. Each question hides it at its end,
/// which would spoil another one that still waits.
enum AgentTurn {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Lock(State())

  /// Runs a function when those who asked before are through. Each question has an end, so that waiting has one too.
  ///
  /// While a person answers the agent's question, those behind it wait as well, also where they have a grant. One whose
  /// task is cancelled keeps its place, and runs the function when it is its turn.
  static func take<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiting.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    defer { release() }
    return try await body()
  }

  private static func release() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
