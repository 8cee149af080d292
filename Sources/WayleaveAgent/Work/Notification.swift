import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// Tells the person something by a notification of the desktop, or asks, with `notify-send`.
///
/// What it shows is cleaned, and escaped: desktops take a small part of HTML in notifications.
package struct Notification: Sendable {
  /// The path of `notify-send`.
  let program: String
  let environment: [String: String]

  private static let limit = Duration.seconds(60)
  /// How long the desktop may take to show something.
  private static let patience = Duration.seconds(3)
  // Not those of PATH: a program that stands in one of them could answer for the person.
  private static let folders = "/usr/bin:/usr/local/bin:/bin"

  /// Nil where there is no desktop, or no `notify-send`.
  package init?(in environment: [String: String]) { self.init(in: environment, folders: Self.folders) }

  init?(in environment: [String: String], folders: String) {
    let isDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
    let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
    let hasBus =
      environment["DBUS_SESSION_BUS_ADDRESS"] != nil
      || bus.map { (try? FileStatus.of($0, followingLink: true)) != nil } ?? false
    guard isDesktop, hasBus, let path = ExecutableSearch.path(of: "notify-send", in: folders)
    else { return nil }
    self.program = path
    self.environment = ProcessEnvironment.handed(to: .tool, of: environment)
  }

  /// The answer of the person; no where none comes in time.
  func ask(_ sentence: String) -> AgentDecision {
    let actions = [("always", "Allow"), ("ten", "Allow for 10 minutes"), ("no", "Deny")]
    return Self.decision(choose(sentence, among: actions) ?? "")
  }

  /// The action that the person chooses, by its name; nil where none is chosen in time.
  package func choose(_ sentence: String, among actions: [(name: String, title: String)]) -> String? {
    let words =
      [program, "--app-name=Wayleave", "--urgency=critical", "--wait", "--expire-time=60000"]
      + actions.map { "--action=\($0.name)=\($0.title)" } + ["--", "Wayleave", Self.escaped(sentence)]
    guard let started = try? PipedProgram(starting: program, words: words, environment: environment) else { return nil }
    let newline = UInt8(ascii: "\n")
    let answer = started.read(atMost: 1024, until: .now + Self.limit) { $0.contains(newline) }
    if answer == nil { started.child.end() }
    _ = started.child.waitForEnd()
    return answer.map { String(decoding: $0.prefix { $0 != newline }, as: UTF8.self) }
  }

  /// Shows the person a sentence, and does not wait until it is read.
  package func tell(_ sentence: String) {
    let words = [program, "--app-name=Wayleave", "--", "Wayleave", Self.escaped(sentence)]
    _ = try? BoundedProgram.run(program, words: words, environment: environment, within: Self.patience)
  }

  /// What an action means; anything else is no.
  static func decision(_ action: String) -> AgentDecision {
    switch action {
    case "always": .always
    case "ten": .tenMinutes
    default: .no
    }
  }

  static func escaped(_ sentence: String) -> String {
    DisplayText.clean(sentence, limit: 600).unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
