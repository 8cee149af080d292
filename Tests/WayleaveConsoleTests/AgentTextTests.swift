import Testing
import WayleaveConsole
import WayleaveWire

@Suite("The agent's state and grants, for people")
struct AgentTextTests {
  /// Ten in the morning of a day, one hour ahead of UTC.
  private let time = ShownTime(now: Instant(secondsSinceEpoch: 1_700_042_400), secondsAheadOfUTC: { _ in 3600 })

  @Test("the times of a grant are by the user's clock, and say how long is left")
  func grant() {
    let fields = [("id", "12ab"), ("program", "/bin/sh"), ("since", "1700041800"), ("seconds_left", "")]
    #expect(AgentText.lines(ofGrant: fields, at: time) == ["Id: 12ab", "Program: /bin/sh", "Since: 10:50"])
    for (seconds, words) in [
      ("599", "9 minutes left"), ("60", "1 minute left"), ("59", "less than a minute left"),
      ("0", "less than a minute left"),
    ] {
      #expect(AgentText.lines(ofGrant: [("seconds_left", seconds)], at: time) == ["Ends: \(words)"])
    }
  }

  @Test("the state is in words, and what the agent sends cannot move the cursor")
  func status() {
    #expect(AgentText.lines(ofStatus: [("lock_after", "never")]) == ["Locks: never"])
    #expect(AgentText.lines(ofStatus: [("lock_after", "10")]) == ["Locks: after 10 minutes without a request"])
    for (word, text) in [
      ("user", "`wayleave agent run`"), ("session", "your session, when a program first asked"),
      ("command", "a command that found no agent"),
    ] { #expect(AgentText.lines(ofStatus: [("started_by", word)]) == ["Started by: \(text)"]) }
    #expect(AgentText.lines(ofStatus: [("memory_locked", "yes")]) == ["Memory stays out of swap: yes"])
    #expect(AgentText.lines(ofStatus: [("socket", "/run/\u{1B}[2J")]).allSatisfy { !$0.contains("\u{1B}") })
  }
}
