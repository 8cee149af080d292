import WayleaveSystem
import WayleaveWire

/// Has the user sign in by `wayleave login` in a process of its own, which says on standard error what it does.
///
/// All requests wait for one sign-in, which goes on when they are given up or this program ends: the user may be typing.
/// After one that failed no browser is opened again, since a client that asks again and again would open many.
actor MCPSignIn {
  private let server: AbsoluteURL
  private let name: String?
  private var isRunning = false
  private var hasFailed = false

  /// The longest that a sign-in is waited for: longer than it waits for the user.
  private static let patience = Duration.seconds(900)

  init(to server: AbsoluteURL, named name: String?) { (self.server, self.name) = (server, name) }

  /// Whether the user has signed in.
  func succeeds() async throws -> Bool {
    guard !hasFailed else { return false }
    if !isRunning {
      isRunning = true
      Task { await run() }
    }
    while isRunning { try await Task.sleep(for: .milliseconds(50)) }
    return !hasFailed
  }

  private func run() async {
    hasFailed = await (try? Self.signIn(to: server, named: name)) != true
    isRunning = false
  }

  private static func signIn(to server: AbsoluteURL, named name: String?) async throws -> Bool {
    guard let program = ThisProcess.executable else { return false }
    let account = name.map { ["--account", $0] } ?? []
    let child = try ChildProcess(
      starting: program, words: ["wayleave", "login", server.text] + account,
      environment: ProcessEnvironment.handed(to: .ours),
      // What it answers is no message of the protocol. Its input has ended: it belongs to the client.
      streams: .init(input: try FileDescriptor.pipe().reading, output: .standardError))
    guard try await child.ends(by: .now + patience) else {
      child.end()
      _ = child.waitForEnd()
      return false
    }
    return child.waitForEnd() == 0
  }
}
