import WayleaveAgentProtocol
import WayleaveTerminal
import WayleaveWire

/// A question of the agent to the person at the terminal.
struct AgentQuestion {
  let sentence: String
  /// Whether the wish says itself how long it is for: a yes is for that time, and else for ever.
  var hasEnd = false

  /// What the person answers; no answer is a no. A word that is none of the answers is asked for again.
  func decision() async throws -> AgentDecision {
    Console.prompt(DisplayText.clean(sentence, limit: 1000))
    var input = LineInput(expecting: "an answer")
    // The agent waits for 60 seconds.
    let deadline = ContinuousClock.now.advanced(by: .seconds(55))
    let answers = hasEnd ? "yes or no" : "yes (until you revoke it), 10 (for 10 minutes) or no"
    Console.prompt("Type \(answers), then press Enter:")
    while true {
      do {
        if let decision = Self.decision(typed: try await input.next(until: deadline)) { return decision }
      } catch let error as OAuthError where error.code == .cancelled || error.code == .timedOut {
        Console.prompt("No answer: that is a no.")
        return .no
      }
      Console.prompt("That is none of the answers. Type yes, 10 or no, then press Enter:")
    }
  }

  static func decision(typed: String) -> AgentDecision? {
    switch typed.lowercased() {
    case "yes", "y", "allow", "always": .always
    case "10", "10m": .tenMinutes
    case "no", "n", "deny": .no
    default: nil
    }
  }
}
