import Testing
import WayleaveConsole

@Suite("launchctl(1), EXIT STATUS: the agent is started only where launchctl says so, and where launchd has it then")
struct LaunchdServiceTests {
  private static let service = LaunchdService(user: 501, file: "/Users/u/Library/LaunchAgents/wayleave.agent.plist")
  private static let target = "gui/501/wayleave.agent"

  /// A launchd that answers as told, and what it was asked.
  private final class Launchd {
    /// What each subcommand returns; 0 unless it is here.
    var statuses: [String: Int32] = [:]
    /// Whether it has the service.
    var isThere: Bool
    /// How many looks it takes until a service that was booted out is gone; nil for never.
    var looksUntilGone: Int? = 0
    var isBootedOut = false
    var asked: [[String]] = []
    var pauses = 0

    init(isThere: Bool) { self.isThere = isThere }

    func run(_ words: [String]) -> Int32? {
      asked.append(words)
      if let status = statuses[words[1]], status < 0 { return nil }
      switch words[1] {
      case "print":
        if isBootedOut, let left = looksUntilGone {
          if left == 0 { isThere = false }
          looksUntilGone = left - 1
        }
        return statuses["print"] ?? (isThere ? 0 : 113)
      case "bootout": isBootedOut = true
      case "bootstrap" where statuses["bootstrap"] ?? 0 == 0: (isThere, isBootedOut) = (true, false)
      default: break
      }
      return statuses[words[1]] ?? 0
    }

    func start() async throws -> LaunchdService.Outcome {
      try await LaunchdServiceTests.service.start(run: run) { pauses += 1 }
    }

    func end() async throws -> LaunchdService.Outcome {
      try await LaunchdServiceTests.service.end(run: run) { pauses += 1 }
    }

    var subcommands: [String] { asked.map { $0[1] } }
  }

  @Test("a new service is enabled, bootstrapped into the session at the screen, and looked for")
  func started() async throws {
    let launchd = Launchd(isThere: false)
    #expect(try await launchd.start() == .done)
    #expect(
      launchd.asked == [
        ["launchctl", "print", Self.target],
        ["launchctl", "enable", Self.target],
        ["launchctl", "bootstrap", "gui/501", "/Users/u/Library/LaunchAgents/wayleave.agent.plist"],
        ["launchctl", "print", Self.target],
      ])
    #expect(launchd.pauses == 0)
    #expect(Self.service.startCommand == launchd.asked[2])
  }

  @Test("one of an earlier version is booted out first, and is waited for: bootstrap would fail next to it")
  func replaced() async throws {
    let launchd = Launchd(isThere: true)
    launchd.looksUntilGone = 3
    // “Operation now in progress”: it is gone all the same, a little later.
    launchd.statuses["bootout"] = 36
    #expect(try await launchd.start() == .done)
    #expect(
      launchd.subcommands == ["print", "bootout", "print", "print", "print", "print", "enable", "bootstrap", "print"])
    #expect(launchd.pauses == 3)
  }

  @Test(
    "what launchctl cannot do is a reason, and never a start",
    arguments: [
      ("bootstrap", 125, LaunchdService.Outcome.refused),
      ("bootstrap", 5, .failed("bootstrap", status: 5)),
      ("bootstrap", 37, .failed("bootstrap", status: 37)),
      ("bootstrap", -1, .noAnswer),
      ("enable", -1, .noAnswer),
      ("print", -1, .noAnswer),
      // The bootstrap said yes, and launchd does not have it.
      ("print", 113, .failed("print", status: 113)),
    ] as [(String, Int32, LaunchdService.Outcome)])
  func refused(subcommand: String, status: Int32, outcome: LaunchdService.Outcome) async throws {
    let launchd = Launchd(isThere: false)
    launchd.statuses[subcommand] = status
    #expect(try await launchd.start() == outcome)
    #expect(outcome.reason?.hasSuffix(".") == true)
    // `launchctl error 5` says what the number means.
    if case .failed = outcome { #expect(outcome.reason?.contains("`launchctl error \(status)`") == true) }
  }

  @Test("a service that was disabled is no failure of enable alone: bootstrap decides")
  func disabled() async throws {
    let launchd = Launchd(isThere: false)
    launchd.statuses["enable"] = 1
    #expect(try await launchd.start() == .done)
  }

  @Test("the end is one where launchd does not have it any more, whatever bootout said")
  func ended() async throws {
    let absent = Launchd(isThere: false)
    #expect(try await absent.end() == .done)
    #expect(absent.subcommands == ["print"])

    let present = Launchd(isThere: true)
    #expect(try await present.end() == .done)
    #expect(present.asked.contains(["launchctl", "bootout", Self.target]))

    let staying = Launchd(isThere: true)
    staying.looksUntilGone = nil
    #expect(try await staying.end() == .stillThere)
    #expect(staying.pauses > 0)

    let failing = Launchd(isThere: true)
    failing.looksUntilGone = nil
    failing.statuses["bootout"] = 1
    #expect(try await failing.end() == .failed("bootout", status: 1))
    // Nothing is started next to one that stays.
    #expect(try await failing.start() == .failed("bootout", status: 1))
    #expect(!failing.subcommands.contains("bootstrap"))
  }
}
