import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// Asks the person by a notification of the desktop, with `notify-send`.
///
/// What it shows is cleaned, and escaped: desktops take a small part of HTML in notifications.
struct Notification: Sendable {
  /// The path of `notify-send`.
  let program: String
  let environment: [String: String]

  private static let limit = Duration.seconds(60)
  // Not those of PATH: a program that stands in one of them could answer for the person.
  private static let folders = "/usr/bin:/usr/local/bin:/bin"

  /// Nil where there is no desktop, or no `notify-send`.
  init?(in environment: [String: String], folders: String = folders) {
    let isDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
    let bus = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
    let hasBus =
      environment["DBUS_SESSION_BUS_ADDRESS"] != nil
      || bus.map { (try? FileStatus.of($0, followingLink: true)) != nil } ?? false
    guard isDesktop, hasBus, let path = ExecutableSearch.path(of: "notify-send", in: folders)
    else { return nil }
    self.program = path
    self.environment = environment
  }

  /// The answer of the person; no where none comes in time.
  func ask(_ sentence: String) -> AgentDecision {
    let words = [
      program, "--app-name=Wayleave", "--urgency=critical", "--wait", "--expire-time=60000", "--action=always=Allow",
      "--action=ten=Allow for 10 minutes", "--action=no=Deny", "--", "Wayleave", Self.escaped(sentence),
    ]
    guard let started = try? PipedProgram(starting: program, words: words, environment: environment) else { return .no }
    let newline = UInt8(ascii: "\n")
    let answer = started.read(atMost: 1024, until: .now + Self.limit) { $0.contains(newline) }
    if answer == nil { started.child.end() }
    _ = started.child.waitForEnd()
    return Self.decision(String(decoding: answer?.prefix { $0 != newline } ?? [], as: UTF8.self))
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
