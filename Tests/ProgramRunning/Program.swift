public import Foundation

/// A built program, started as a user starts it: by its file, with an environment of its own.
public struct Program: Sendable {
  /// How long a program may run: it asserts nothing, and only keeps one that hangs from being left over.
  public static let patience = Duration.seconds(1200)

  /// The file that is run.
  public let executable: URL

  /// A program by its file.
  public init(executable: URL) {
    self.executable = executable
  }

  /// The `wayleave` of this build; `WAYLEAVE_TESTED_PROGRAM` names another one, such as the release binary.
  public static func wayleave() throws -> Program {
    if let named = ProcessInfo.processInfo.environment["WAYLEAVE_TESTED_PROGRAM"] {
      return try Program(verifying: URL(fileURLWithPath: named))
    }
    return try Program(verifying: productsFolder.appendingPathComponent("wayleave"))
  }

  /// A program of `Samples`, by the name of its target.
  public static func sample(_ name: String) throws -> Program {
    try Program(verifying: productsFolder.appendingPathComponent(name))
  }

  private init(verifying executable: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw ProgramFailure.notBuilt(executable.path)
    }
    self.init(executable: executable)
  }

  /// Where the build puts its products: beside the test bundle.
  private static var productsFolder: URL {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }

  /// Starts the program; whoever starts it waits for ``RunningProgram/outcome()``.
  ///
  /// The program has `home` and `environment` and nothing else of ours. `input` is its standard input, empty unless
  /// given. At the deadline it is killed, and the outcome says so.
  public func start(
    _ arguments: [String] = [], in home: FreshHome, environment: [String: String] = [:], input: String = "",
    deadline: Duration = patience
  ) throws -> RunningProgram {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = home.environment.merging(environment) { _, asked in asked }
    process.currentDirectoryURL = home.work
    process.standardInput = try home.reading(input)
    return try RunningProgram(starting: process, in: home, deadline: deadline)
  }

  /// Runs the program to its end.
  public func run(
    _ arguments: [String] = [], in home: FreshHome, environment: [String: String] = [:], input: String = "",
    deadline: Duration = patience
  ) async throws -> ProgramOutcome {
    try await start(arguments, in: home, environment: environment, input: input, deadline: deadline).outcome()
  }
}
