import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The file by which this program opens the URLs of a scheme, and what the desktop knows of it.
struct SchemeInstallation {
  let scheme: URLScheme
  /// The folder in which desktops look for programs of this user.
  private let folder: String
  private let handlers: DesktopHandlers

  /// Throws `configuration.unsupported` where there is no xdg-mime.
  init(_ scheme: URLScheme) throws(OAuthError) {
    self.scheme = scheme
    folder = try Folders.userData() + "/applications"
    handlers = try DesktopHandlers()
  }

  var path: String { "\(folder)/\(scheme.fileName)" }

  /// The file that we wrote; nil where there is none.
  private var text: String? {
    get throws(OAuthError) { try TextFile.readOwn(path) }
  }

  var isWritten: Bool { (try? text) != nil }

  /// Whether the file has callbacks that no one asked for begin a sign-in.
  var startsUnsolicited: Bool { (try? text).map(SchemeEntry.startsUnsolicited) ?? false }

  /// Who opens the URLs of the scheme now.
  func standing() throws(OAuthError) -> SchemeStanding {
    SchemeStanding(handler: try handlers.handler(of: scheme.text), of: scheme, isWritten: isWritten)
  }

  /// Who opens the URLs of any scheme now, where that can be said.
  static func standing(of text: String) -> SchemeStanding {
    do throws(OAuthError) {
      guard let scheme = try? URLScheme(text) else {
        return try DesktopHandlers().handler(of: text).map { .other($0) } ?? .none
      }
      return try SchemeInstallation(scheme).standing()
    } catch { return .unknown }
  }

  /// Writes the file, and makes this program the one that opens the URLs; gives the file as it is.
  func install(startingUnsolicited: Bool) throws(OAuthError) -> SchemeEntry {
    guard let program = ThisInstallation.typedProgram ?? ThisProcess.executable else { throw .noOwnPath() }
    let before = try handlers.handler(of: scheme.text)
    // Installed again, it has replaced what it replaced the first time.
    let isOurs = before?.hasSameBytes(as: scheme.fileName) ?? false
    let entry = try SchemeEntry(
      scheme: scheme, program: program, home: try Folders.home(), startsUnsolicited: startingUnsolicited,
      replaced: isOurs ? try text.flatMap(SchemeEntry.replaced) : before)
    try TextFile.write(entry.text, as: scheme.fileName, in: folder)
    if !isOurs { try handlers.set(scheme.fileName, for: scheme.text) }
    guard try standing() == .ours else {
      _ = try? remove()
      throw .desktopRefuses(scheme)
    }
    return entry
  }

  /// Removes the file, and puts back what it replaced, where nothing else has taken its place; gives whether there was a
  /// file, and what was put back.
  func remove() throws(OAuthError) -> (wasWritten: Bool, restored: String?) {
    let isOurs = try handlers.handler(of: scheme.text)?.hasSameBytes(as: scheme.fileName) ?? false
    let text = try text
    if text != nil { try TextFile.remove(scheme.fileName, in: folder) }
    try forget()
    guard isOurs, let replaced = text.flatMap(SchemeEntry.replaced) else { return (text != nil, nil) }
    try handlers.set(replaced, for: scheme.text)
    return (true, replaced)
  }

  /// Removes our name from the lists of the user: xdg-mime cannot.
  private func forget() throws(OAuthError) {
    for folder in [try Folders.userConfiguration(), folder] {
      guard let list = try TextFile.readOwn("\(folder)/mimeapps.list"),
        let changed = DefaultHandlers.removing(scheme.fileName, for: scheme.type, from: list)
      else { continue }
      try TextFile.write(changed, as: "mimeapps.list", in: folder)
    }
  }
}

extension OAuthError {
  fileprivate static func noOwnPath() -> OAuthError {
    OAuthError(
      .unsupported, message: "The system does not say where this program is.",
      rule: .wayleave("the desktop starts this program by its path"),
      remedy: "Run it by its whole path: /path/to/wayleave scheme install.")
  }

  fileprivate static func desktopRefuses(_ scheme: URLScheme) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "Wayleave was set to open \(scheme.text), and the desktop still names another program or none.",
      rule: .rfc(8252, "7.1"), expected: "xdg-mime to name \(scheme.fileName)",
      remedy: .advice("Ask it yourself: `xdg-mime query default \(scheme.type)`."))
  }
}
