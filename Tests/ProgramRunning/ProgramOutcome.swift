import Foundation

/// How a program ended and what it said.
public struct ProgramOutcome: Sendable {
  /// How it ended.
  public let exit: Exit
  /// All of standard output.
  public let output: String
  /// All of standard error.
  public let errors: String
  /// The time from its start to its end.
  public let took: Duration

  /// Those of some secrets that stand in what the program said, as they are or encoded as a URL or header would.
  public func leaks(of secrets: [String]) -> [String] {
    secrets.filter { secret in
      spellings(of: secret).contains { output.contains($0) || errors.contains($0) }
    }
  }

  /// Those of some secrets of which eight bytes in a row stand in what the program said.
  public func parts(of secrets: [String]) -> [String] { Self.parts(of: secrets, in: output + "\0" + errors) }

  /// Those of some secrets of which eight bytes in a row stand in a text.
  public static func parts(of secrets: [String], in text: String) -> [String] {
    let said = Array(text.utf8)
    let runs = Set(said.indices.dropLast(7).map { Array(said[$0..<($0 + 8)]) })
    return secrets.filter { secret in
      let secret = Array(secret.utf8)
      return secret.indices.dropLast(7).contains { runs.contains(Array(secret[$0..<($0 + 8)])) }
    }
  }

  private func spellings(of secret: String) -> Set<String> {
    let base64 = Data(secret.utf8).base64EncodedString()
    let base64URL = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    let unreserved = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    let percent = secret.addingPercentEncoding(withAllowedCharacters: unreserved) ?? secret
    return [secret, percent, base64, base64URL.replacingOccurrences(of: "=", with: "")]
  }
}

/// How a program ended.
public enum Exit: Sendable, Hashable {
  /// By itself, with a code.
  case code(Int32)
  /// By a signal that it did not handle.
  case signal(Int32)
  /// By us, because it did not end in time.
  case killedAtDeadline

  init(of process: Process) {
    switch process.terminationReason {
    case .uncaughtSignal: self = .signal(process.terminationStatus)
    default: self = .code(process.terminationStatus)
    }
  }
}

/// What keeps a test from running or watching a program.
public enum ProgramFailure: Error, CustomStringConvertible {
  /// The program is not there.
  case notBuilt(String)
  /// A line that was waited for did not come.
  case lineMissing(String, output: String, errors: String)

  /// Says what to do.
  public var description: String {
    switch self {
    case .notBuilt(let path): "There is no program at \(path). Run `swift build` first."
    case .lineMissing(let text, let output, let errors):
      "No line contains \"\(text)\".\nstandard output:\n\(output)\nstandard error:\n\(errors)"
    }
  }
}
