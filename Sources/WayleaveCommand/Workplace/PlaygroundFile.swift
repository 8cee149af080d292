import WayleaveConsole
import WayleavePlain
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The file of the program that plays the providers: next to this one, or where `make install` puts it.
struct PlaygroundFile {
  static let name = "wayleave-playground"

  private let path: String

  /// Throws `configuration.unsupported` where the program is not installed.
  init() throws(OAuthError) {
    let places = InstalledProgram.paths(of: Self.name, for: ThisProcess.executable)
    guard let path = places.lazy.compactMap({ ExecutableSearch.path(of: $0, in: "") }).first else {
      throw .playgroundNotInstalled()
    }
    self.path = path
  }

  /// Becomes that program: signals, streams and the exit code are its own from then on.
  func replaceThisProcess(with words: [String]) throws(OAuthError) -> Never {
    do throws(SystemError) { try ThisProcess.become(path, words: [Self.name] + words) } catch {
      throw .playgroundNotStarted(error.words)
    }
  }

  /// Starts that program with these streams; what it says to the user goes where our messages go.
  func start(_ words: [String], reading input: FileDescriptor, writing output: FileDescriptor) throws(SystemError) {
    _ = try ChildProcess(
      starting: path, words: [Self.name] + words, environment: ProcessEnvironment.handed(to: .ours),
      streams: ChildProcess.Streams(input: input, output: output))
  }
}

extension OAuthError {
  fileprivate static func playgroundNotInstalled() -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The playground is not installed: there is no \(PlaygroundFile.name) next to this program.",
      rule: .wayleave("the playground is a program of its own"),
      remedy: """
        Install the whole package of Wayleave, which has it: the archive, the Debian package or `make install`. From the \
        sources: `swift build --product \(PlaygroundFile.name)`.
        """)
  }

  static func playgroundNotStarted(_ reason: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The playground could not be started: \(reason).",
      rule: .wayleave("the playground is a program of its own"),
      remedy: "Install Wayleave again, with the playground of the same version.")
  }
}
