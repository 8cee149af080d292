import Foundation
import Testing
import WayleaveProgramRunning

/// A terminal of so many columns, with a shell in it: tmux draws it, and a test reads what a person would see.
final class TmuxScreen {
  private let terminal: Terminal
  private let socket: String
  private let columns: Int

  init(of terminal: Terminal, columns: Int, rows: Int = 45, environment: [String: String] = [:]) async throws {
    self.terminal = terminal
    self.columns = columns
    socket = terminal.papers.appendingPathComponent("tmux-\(columns)").path
    let products = try Program.wayleave().executable.deletingLastPathComponent().path
    let variables = [
      "PATH": "\(products):/usr/bin:/bin", "PS1": "$ ", "NO_COLOR": "1", "LANG": "C.UTF-8", "ENV": "",
      "SHELL": "/bin/sh",
    ].merging(environment) { _, asked in asked }
    try await tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "exec sh -i"], environment: variables)
    _ = try await text(containing: "$")
  }

  /// Types a line and presses Enter.
  func enter(_ line: String) async throws {
    try await tmux(["send-keys", "-l", line])
    try await press("Enter")
  }

  /// Presses a key, by tmux's name for it.
  func press(_ key: String) async throws { try await tmux(["send-keys", key]) }

  /// Pastes a text, its line breaks included, as a terminal does.
  func paste(_ text: String) async throws {
    try await tmux(["set-buffer", "--", text])
    try await tmux(["paste-buffer"])
  }

  func resize(columns: Int) async throws { try await tmux(["resize-window", "-x", "\(columns)"]) }

  func end() async throws { try await tmux(["kill-server"]) }

  /// The lines of the screen as they stand there, or `joined` where the terminal itself has broken one.
  func lines(joined: Bool = false) async throws -> [String] {
    let text = try await tmux(["capture-pane", "-p"] + (joined ? ["-J"] : []))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Waits until a text stands on the screen, and gives all of it with whole lines.
  @discardableResult
  func text(containing wanted: String, location: SourceLocation = #_sourceLocation) async throws -> String {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let text = try await lines(joined: true).joined(separator: "\n")
      if text.contains(wanted) { return text }
      try #require(ContinuousClock.now < deadline, "no “\(wanted)” on:\n\(text)", sourceLocation: location)
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// What differs in each run has given way to placeholders of the same length: ports, codes, keys, times.
  func steadyLines() async throws -> [String] {
    try await lines(joined: true).flatMap { line -> [Substring] in
      // The picture of another code.
      if line.contains(where: { "█▀▄".contains($0) }), line.allSatisfy({ " █▀▄".contains($0) }) { return ["(QR code)"] }
      var line = line
      for (pattern, letter) in Self.variables { line = Self.masked(line, pattern, by: letter) }
      var (rest, pieces) = (line[...], [Substring]())
      repeat {
        pieces.append(rest.prefix(columns))
        rest = rest.dropFirst(columns)
      } while !rest.isEmpty
      return pieces
    }.map(String.init)
  }

  private static let variables: [(NSRegularExpression, Character)] = [
    (#"(?<=127\.0\.0\.1:)\d+"#, "9"), (#"(?<=127\.0\.0\.1%3A)\d+"#, "9"), (#"(?<=-L )\d+"#, "9"),
    (#"(?<=127\.0\.0\.1:9999:)\d+"#, "9"), (#"\b[A-Z]{4}-[A-Z]{4}\b"#, "A"), (#"(?<=request_uri%3A)[\w-]+"#, "R"),
    (#"(?<=state=)[\w-]+"#, "S"), (#"(?<=code_challenge=)[\w-]+"#, "C"), (#"(?<=oauth_token=)[\w-]+"#, "T"),
    (#"\d+:\d\d(?= left)"#, "0"), (#"^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]"#, "⠋"),
  ].compactMap { pattern, letter in (try? NSRegularExpression(pattern: pattern)).map { ($0, letter) } }

  /// The text with each letter and digit of what matches in place by one letter.
  private static func masked(_ text: String, _ pattern: NSRegularExpression, by letter: Character) -> String {
    var masked = text
    for match in pattern.matches(in: text, range: NSRange(text.startIndex..., in: text)).reversed() {
      guard let range = Range(match.range, in: masked) else { continue }
      let kept = masked[range].map { [":", "-"].contains($0) && letter != "R" && letter != "S" ? $0 : letter }
      masked.replaceSubrange(range, with: String(kept))
    }
    return masked
  }

  @discardableResult
  private func tmux(_ arguments: [String], environment: [String: String] = [:]) async throws -> String {
    let run = try await Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      .run(
        // The server that the first command leaves behind must hold no descriptor by which we see that it has ended.
        [
          "python3", "-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))", "tmux", "-S", socket,
          "-f", "/dev/null",
        ] + arguments, in: terminal.home,
        environment: ["TERM": "xterm-256color"].merging(environment) { _, asked in asked })
    #expect(run.exit == .code(0), "tmux \(arguments): \(run.errors)")
    return run.output
  }
}
