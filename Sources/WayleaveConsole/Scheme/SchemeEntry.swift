package import WayleaveWire

/// The file by which a desktop knows that this program opens the URLs of a scheme.
///
/// Desktop Entry Specification 1.5.
package struct SchemeEntry: Sendable, Equatable {
  package let scheme: URLScheme
  /// The absolute path of the program `wayleave`.
  package let program: String
  /// `WAYLEAVE_HOME`; nil for the usual folders.
  package let home: String?
  /// Whether a callback that no one asked for may begin a sign-in of our own.
  package let startsUnsolicited: Bool
  /// What opened these URLs before, by the name of its file; nil for nothing.
  package let replaced: String?

  /// Throws `configuration.unsupported` for a path that no such file can hold.
  package init(
    scheme: URLScheme, program: String, home: String?, startsUnsolicited: Bool = false, replaced: String? = nil
  ) throws(OAuthError) {
    guard [program, home ?? ""].allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw .unfitPath()
    }
    self.scheme = scheme
    (self.program, self.home) = (program, home)
    (self.startsUnsolicited, self.replaced) = (startsUnsolicited, replaced)
  }

  /// The file. What was replaced stands in a key of our own, so that it can be put back.
  package var text: String {
    let environment = home.map { "env \(Self.argument("WAYLEAVE_HOME=\($0)")) " } ?? ""
    let option = startsUnsolicited ? " \(Self.option)" : ""
    let key = replaced.map { "\n\(Self.replacedKey)=\($0)" } ?? ""
    return """
      [Desktop Entry]
      Type=Application
      Name=Wayleave
      Comment=Finishes a sign-in that a browser or an app has answered
      Exec=\(environment)\(Self.argument(program)) scheme open\(option) %u
      NoDisplay=true
      Terminal=false
      MimeType=\(scheme.type);\(key)

      """
  }

  /// Whether a path needs quotation marks in the file. `xdg-open` reads none where there is no large desktop.
  package var needsQuotes: Bool { [program, home ?? ""].contains { Self.argument($0).hasPrefix("\"") } }

  /// What a file that we wrote says was replaced; nil for nothing.
  package static func replaced(in text: String) -> String? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(replacedKey)=") }
    return line.map { String($0.dropFirst(replacedKey.count + 1)) }.flatMap { isHandler($0) ? $0 : nil }
  }

  /// Whether a file that we wrote has unsolicited callbacks begin a sign-in.
  package static func startsUnsolicited(in text: String) -> Bool {
    text.split(separator: "\n").contains { $0.hasPrefix("Exec=") && $0.hasSuffix(" scheme open \(option) %u") }
  }

  /// Whether a text can be the name of such a file: what xdg-mime says is not to be trusted with more.
  package static func isHandler(_ name: String) -> Bool {
    name.hasSuffix(".desktop") && !name.hasPrefix("-") && name.utf8.count <= 255
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/;".utf8.contains($0) }
  }

  private static let option = "--start-unsolicited"
  private static let replacedKey = "X-Wayleave-Replaced"

  /// What must stand in quotation marks: "The Exec key", reserved characters.
  private static let reserved = " \t\n\"'\\><~|&;$*?#()`".unicodeScalars

  /// An argument of `Exec`, in quotation marks only where it must be: `xdg-open` takes those for a part of the path.
  ///
  /// "The Exec key": `"`, `` ` ``, `$` and `\` get a backslash inside quotation marks, and `%` is doubled. The whole is a
  /// string, in which a backslash is written as two.
  private static func argument(_ argument: String) -> String {
    var written = ""
    for character in argument.unicodeScalars {
      if "\"`$\\".unicodeScalars.contains(character) { written += "\\" }
      written.unicodeScalars.append(character)
      if character == "%" { written += "%" }
    }
    guard argument.unicodeScalars.contains(where: reserved.contains) else { return written }
    return "\"\(written.replacing("\\", with: "\\\\"))\""
  }
}

extension OAuthError {
  fileprivate static func unfitPath() -> OAuthError {
    OAuthError(
      .unsupported, message: "The path of this program has control characters, so no desktop can start it.",
      rule: .specification("Desktop Entry Specification", "The Exec key"), remedy: "Install Wayleave in another folder."
    )
  }
}
