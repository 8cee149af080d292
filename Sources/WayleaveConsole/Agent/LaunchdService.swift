/// The service of launchd that runs the agent: the commands of launchctl(1), and what its answers mean.
///
/// `launchctl load` ends with 0 also where it did nothing. Of `bootstrap`, `bootout` and `print` the manual says: "it will
/// exit with an error code that can be given to the error subcommand". What `print` prints "is NOT API", so only its
/// status counts.
package struct LaunchdService {
  /// What came of the start, or of the end.
  package enum Outcome: Equatable, Sendable {
    case done
    /// There is no launchctl, or it did not end in time.
    case noAnswer
    /// launchd takes no agent of this user now.
    case refused
    /// Another failure of a subcommand.
    case failed(String, status: Int32)
    /// The old service has not ended in time.
    case stillThere

    /// Why launchd does not run the agent, as a sentence; nil where it does.
    package var reason: String? {
      switch self {
      case .done: nil
      case .noAnswer: "launchctl does not answer."
      case .refused:
        "launchd takes no agent of yours now. You are not signed in at the screen of this Mac, or the system settings "
          + "do not allow it in the background."
      case .failed(let subcommand, let status):
        "`launchctl \(subcommand)` failed with \(status), which `launchctl error \(status)` explains."
      case .stillThere: "the agent that launchd ran before has not ended."
      }
    }
  }

  private static let program = "launchctl"
  // "Domain does not support specified action", "Could not find specified service".
  private static let (unsupportedDomain, noSuchService): (Int32, Int32) = (125, 113)
  // "No such process": what `bootout` says of a service that is not there.
  private static let noSuchProcess: Int32 = 3
  /// How often it is asked whether the old service is gone.
  private static let looks = 50

  /// The session of the user at the screen.
  private let domain: String
  private let target: String
  private let file: String

  /// `file` is the path of the property list.
  package init(user: UInt32, label: String = AgentPropertyList.label, file: String) {
    domain = "gui/\(user)"
    target = "\(domain)/\(label)"
    self.file = file
  }

  /// What a person types to start it.
  package var startCommand: [String] { [Self.program, "bootstrap", domain, file] }

  /// Has launchd run what the file says, in place of what an earlier file said.
  ///
  /// - Parameters:
  ///   - run: runs a command, and gives its exit status; nil where it cannot, or not in time.
  ///   - pause: waits a tenth of a second.
  package func start(
    run: ([String]) -> Int32?, pause: () async throws -> Void
  ) async throws -> Outcome {
    let ended = try await end(run: run, pause: pause)
    guard ended == .done else { return ended }
    // An earlier version disabled the service for good when it was uninstalled.
    guard run([Self.program, "enable", target]) != nil else { return .noAnswer }
    guard let status = run(startCommand) else { return .noAnswer }
    if status == Self.unsupportedDomain { return .refused }
    guard status == 0 else { return .failed("bootstrap", status: status) }
    guard let seen = run([Self.program, "print", target]) else { return .noAnswer }
    return seen == 0 ? .done : .failed("print", status: seen)
  }

  /// Has launchd end it and forget it; one that is not there is no failure.
  package func end(run: ([String]) -> Int32?, pause: () async throws -> Void) async throws -> Outcome {
    guard let there = run([Self.program, "print", target]) else { return .noAnswer }
    guard there == 0 else { return .done }
    guard let status = run([Self.program, "bootout", target]) else { return .noAnswer }
    // It can return before the service is gone, and say so by its status: what counts is whether it is gone.
    for _ in 0..<Self.looks {
      guard let there = run([Self.program, "print", target]) else { return .noAnswer }
      if there != 0 { return .done }
      try await pause()
    }
    return [0, Self.noSuchProcess, Self.noSuchService].contains(status)
      ? .stillThere : .failed("bootout", status: status)
  }
}
