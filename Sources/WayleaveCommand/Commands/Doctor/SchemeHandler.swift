import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal

/// Asks the desktop which program opens the URLs of a scheme.
enum SchemeHandler {
  static func surroundings(of scheme: String) -> RedirectURICheck.Surroundings {
    guard let path = ExecutableSearch.path(of: "xdg-mime", in: Environment.variable("PATH") ?? ""),
      let answer = ask(path, scheme)
    else { return .unknown }
    let name = answer.split(separator: "\n").first.map(String.init) ?? ""
    return .handler(name.isEmpty ? nil : name)
  }

  /// What it prints; nil where it fails.
  private static func ask(_ path: String, _ scheme: String) -> String? {
    guard let (child, output) = try? start(path, scheme) else { return nil }
    var printed: [UInt8] = []
    while printed.count < 4096 {
      guard output.isReadable(withinMilliseconds: patience), let some = try? output.readSome() else {
        child.end()
        return nil
      }
      guard !some.isEmpty else { break }
      printed += some
    }
    return child.waitForEnd() == 0 ? String(validating: printed, as: UTF8.self) : nil
  }

  /// A desktop that hangs is not waited for.
  private static let patience: Int32 = 3000

  /// Starts it; what it prints is read from the descriptor. Our ends of its pipes are closed then, so that there is an end.
  private static func start(
    _ path: String, _ scheme: String
  ) throws(SystemError) -> (child: ChildProcess, output: FileDescriptor) {
    let output = try FileDescriptor.pipe()
    let child = try ChildProcess(
      starting: path, words: ["xdg-mime", "query", "default", "x-scheme-handler/\(scheme)"],
      environment: ProcessEnvironment.variables().filter { !$0.key.hasPrefix("WAYLEAVE_") },
      streams: .init(input: try FileDescriptor.pipe().reading, output: output.writing, hidesErrors: true))
    return (child, output.reading)
  }
}

extension RedirectURICheck {
  /// What this machine says of where the URI leads.
  var surroundings: Surroundings {
    switch place {
    case .port(let port):
      do throws(SystemError) {
        _ = try LoopbackSocket(.ipv4("127.0.0.1"), port: port)
        return .isFree
      } catch { return error.isAddressInUse ? .isTaken : .unknown }
    case .scheme(let scheme): return SchemeHandler.surroundings(of: scheme)
    case .anyPort, .site, .openHTTP: return .unknown
    }
  }
}
