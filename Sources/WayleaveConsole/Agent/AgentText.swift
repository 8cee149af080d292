package import WayleaveWire

/// What the agent says of itself and of its grants, for people: a line for each thing.
package enum AgentText {
  /// A value with its name.
  package typealias Field = (name: String, value: String)

  /// A grant: its times are by the user's clock.
  package static func lines(ofGrant fields: [Field], at time: ShownTime) -> [String] {
    lines(fields) { name, value in
      switch (name, Int64(value)) {
      case ("since", let seconds?): ("Since", time.clock(Instant(secondsSinceEpoch: seconds)))
      case ("seconds_left", let seconds?): ("Ends", left(seconds))
      default: nil
      }
    }
  }

  /// The state of the agent.
  package static func lines(ofStatus fields: [Field]) -> [String] {
    lines(fields) { name, value in
      switch (name, value) {
      case ("waiting", _): ("Programs that wait", value)
      case ("lock_after", _):
        // In minutes.
        UInt64(value).map { ("Locks", "after \(DateNote.words(for: min($0, 1 << 32) * 60)) without a request") }
          ?? ("Locks", value)
      case ("started_by", "user"): ("Started by", "`wayleave agent run`")
      case ("started_by", "session"): ("Started by", "your session, when a program first asked")
      case ("started_by", "command"): ("Started by", "a command that found no agent")
      case ("process", _): ("Process number", value)
      case ("memory_hidden", _): ("Memory hidden from other programs", value)
      case ("memory_locked", _): ("Memory stays out of swap", value)
      default: nil
      }
    }
  }

  /// The length of a grant, exactly: never in a larger unit.
  package static func length(minutes: UInt64) -> String { minutes == 1 ? "1 minute" : "\(minutes) minutes" }

  private static func left(_ seconds: Int64) -> String {
    seconds < 60 ? "less than a minute left" : "\(length(minutes: UInt64(seconds / 60))) left"
  }

  private static func lines(_ fields: [Field], _ known: (String, String) -> (String, String)?) -> [String] {
    fields.filter { !$0.value.isEmpty }.map { name, value in
      let (name, value) = known(name, value) ?? (name.prefix(1).uppercased() + name.dropFirst(), value)
      return "\(name.replacing("_", with: " ")): \(DisplayText.clean(value, limit: 300))"
    }
  }
}
