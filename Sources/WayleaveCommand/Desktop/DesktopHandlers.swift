import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// What the desktop knows of URL schemes, by `xdg-mime`, which every desktop of Linux has.
struct DesktopHandlers {
  private let program: String

  /// A desktop that hangs is not waited for longer.
  private static let patience = Patience.of(.seconds(15))

  /// Throws `configuration.unsupported` where there is no xdg-mime.
  init() throws(OAuthError) {
    guard let path = ExecutableSearch.path(of: "xdg-mime", in: Environment.variable("PATH") ?? "") else {
      throw .noDesktopTools()
    }
    program = path
  }

  /// What opens the URLs of a scheme, by the name of its file; nil for nothing.
  func handler(of scheme: String) throws(OAuthError) -> String? {
    let printed = try run(["query", "default", URLScheme.type(of: scheme)])
    let name = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
    return name.flatMap { SchemeEntry.isHandler($0) ? $0 : nil }
  }

  /// Has a program open the URLs of a scheme, by the name of its file.
  func set(_ handler: String, for scheme: String) throws(OAuthError) {
    _ = try run(["default", handler, URLScheme.type(of: scheme)])
  }

  /// Runs xdg-mime, and gives what it prints.
  private func run(_ words: [String]) throws(OAuthError) -> [UInt8] {
    let answer: BoundedProgram.Answer?
    do throws(SystemError) {
      answer = try BoundedProgram.run(
        program, words: ["xdg-mime"] + words, environment: ProcessEnvironment.handed(to: .tool), within: Self.patience)
    } catch { throw .failedDesktopTool(words[0], error.words) }
    guard let answer else { throw .failedDesktopTool(words[0], "it gave no answer in time") }
    guard answer.status == 0 else { throw .failedDesktopTool(words[0], "it failed") }
    return answer.output
  }
}

extension OAuthError {
  fileprivate static func noDesktopTools() -> OAuthError {
    OAuthError(
      .unsupported, message: "There is no xdg-mime here, so no desktop can learn who opens a URL scheme.",
      rule: .rfc(8252, "7.1"),
      remedy: "Install the package xdg-utils; or register http://127.0.0.1/callback at the provider.")
  }

  fileprivate static func failedDesktopTool(_ word: String, _ reason: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "`xdg-mime \(word)` cannot be used: \(reason).",
      rule: .wayleave("a program of the desktop answers in a few seconds"),
      remedy: "Try `xdg-mime \(word)` yourself; it says more.")
  }
}
