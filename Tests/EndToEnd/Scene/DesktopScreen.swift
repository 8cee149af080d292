import Foundation
import Testing
import WayleaveProgramRunning

/// A desktop without a screen that anyone sees, with real xdg-utils and folders of its own for what programs register.
struct DesktopScreen {
  static let isPossible = ["Xvfb", "xdg-open", "xdg-mime"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  let terminal: Terminal
  private let folder: URL

  /// Runs a test at a desktop; `terminal` gets its environment.
  static func during(_ terminal: Terminal, _ test: (DesktopScreen) async throws -> Void) async throws {
    let file = terminal.papers.appendingPathComponent("display").path
    let screen = try Program(executable: URL(fileURLWithPath: "/bin/sh")).start(
      ["-c", "exec Xvfb -displayfd 3 -screen 0 320x200x24 -nolisten tcp 3>'\(file)'"], in: try FreshHome())
    let result: Result<Void, any Error>
    do {
      let number = try await number(in: file)
      let folder = terminal.papers.appendingPathComponent("desktop")
      terminal.environment.merge([
        "DISPLAY": ":\(number)", "XDG_DATA_HOME": "\(folder.path)/data", "XDG_CONFIG_HOME": "\(folder.path)/config",
        // Else xdg-utils ask a message bus which desktop this is.
        "XDG_CURRENT_DESKTOP": "X-Generic",
      ]) { $1 }
      try await test(DesktopScreen(terminal: terminal, folder: folder))
      result = .success(())
    } catch { result = .failure(error) }
    screen.send(SIGTERM)
    _ = try await screen.outcome()
    try result.get()
  }

  /// The number of the display, once the server has written it.
  private static func number(in file: String) async throws -> Substring {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") { return text.dropLast() }
      try #require(.now < deadline, "Xvfb does not start")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The file by which a desktop knows a program of this name.
  func file(_ name: String) -> URL { folder.appendingPathComponent("data/applications/\(name)") }

  /// Has a program open the URLs of a scheme, as its installer would.
  func register(_ name: String, for scheme: String, command: String) async throws {
    let text = """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Exec=\(command) %u
      MimeType=x-scheme-handler/\(scheme);

      """
    try FileManager.default.createDirectory(
      at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file(name))
    let run = try await terminal.shell("xdg-mime default '\(name)' 'x-scheme-handler/\(scheme)'")
    #expect(run.exit == .code(0), "\(run.errors)")
  }

  /// Registers the stand-in for an app of the provider at the playground; what it is opened with stands in the log.
  func registerApp(
    _ scheme: String, at place: EmulatedProviders, log: String, _ decision: Person.Decision = .allow
  ) async throws {
    try await register(
      "app.desktop", for: scheme,
      command: "python3 -B \(Terminal.path(ofScript: "provider_app.py")) \(place.base) \(log) \(decision.rawValue)")
  }

  /// The value of `BROWSER` for a browser that hands on what it cannot open.
  func browser(_ person: Person = .ada, _ decision: Person.Decision = .allow, log: String) -> String {
    let words = ["sh", Terminal.path(ofScript: "desktop_browser.sh"), log] + person.orders(decision)
    return words.map { "'\($0)'" }.joined(separator: " ")
  }
}
