import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal

/// Asks the desktop which program opens the URLs of a scheme.
enum SchemeHandler {
  static func surroundings(of scheme: String) -> RedirectURICheck.Surroundings {
    guard let path = ExecutableSearch.path(of: "xdg-mime", in: Environment.variable("PATH") ?? ""),
      let output = try? FileDescriptor.pipe(), let input = try? FileDescriptor.pipe().reading,
      let answer = ask(path, scheme, input, output)
    else { return .unknown }
    let name = answer.split(separator: "\n").first.map(String.init) ?? ""
    return .handler(name.isEmpty ? nil : name)
  }

  private static func ask(
    _ path: String, _ scheme: String, _ input: FileDescriptor,
    _ output: (reading: FileDescriptor, writing: FileDescriptor)
  ) -> String? {
    let (reading, child) = (output.reading, start(path, scheme, input, output.writing))
    guard let child else { return nil }
    var printed: [UInt8] = []
    while printed.count < 4096, reading.waitForInput(), let some = try? reading.readSome(), !some.isEmpty {
      printed += some
    }
    return child.waitForEnd() == 0 ? String(validating: printed, as: UTF8.self) : nil
  }

  private static func start(
    _ path: String, _ scheme: String, _ input: FileDescriptor, _ output: FileDescriptor
  ) -> ChildProcess? {
    try? ChildProcess(
      starting: path, words: ["xdg-mime", "query", "default", "x-scheme-handler/\(scheme)"],
      environment: ProcessEnvironment.variables(), streams: .init(input: input, output: output, hidesErrors: true))
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
