import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// Another program whose tokens are imported.
struct ForeignSource {
  /// Its name, which is also the word after `import`.
  let program: String
  /// Its file, where it is usual to have one; nil where that is not known.
  var file: String?
  /// How the user ends the use of a refresh token there, in a sentence.
  var removal = ""

  /// A file in the home folder of the user.
  static func inHome(_ name: String) -> String? { Environment.variable("HOME").map { "\($0)/\(name)" } }

  /// The file that is meant, which others may change or read: that is said. Throws where there is none.
  func contents(of named: String?, output: OutputOptions) throws -> [UInt8] {
    guard let path = named ?? file else { throw OAuthError.noUsualFile(of: program) }
    if named == nil, (try? FileStatus.of(path, followingLink: true)) == nil {
      throw OAuthError.noForeignFile(at: path, of: program)
    }
    SecretFiles.warn(of: path, by: output)
    return try TextFile.bytes(path)
  }
}

extension OAuthError {
  fileprivate static func noForeignFile(at path: String, of program: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "There is no file “\(DisplayText.clean(path))”, the usual one of \(program).",
      rule: .wayleave("a file that is named can be read"),
      remedy: "If it is elsewhere, name it: `wayleave import \(program) FILE`.")
  }

  fileprivate static func noUsualFile(of program: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The usual file of \(program) is not known, since HOME is not set.",
      rule: .wayleave("a file that is named can be read"), remedy: "Name the file: `wayleave import \(program) FILE`.")
  }
}
