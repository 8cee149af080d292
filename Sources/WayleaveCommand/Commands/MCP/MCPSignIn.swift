import WayleaveSystem
import WayleaveWire

/// Has the user sign in by `wayleave login` in a process of its own, which says on standard error what it does.
///
/// All requests wait for one sign-in, which goes on when they are given up or this program ends: the user may be typing.
/// After one that failed, or that did not help, no browser is opened again, since a client that asks again and again
/// would open many.
actor MCPSignIn {
  private let server: AbsoluteURL
  private let name: String?
  private let trustRoots: String?
  private var isRunning = false
  private var hasFailed = false
  /// How many sign-ins have succeeded.
  private(set) var successes = 0

  /// The longest that a sign-in is waited for: longer than it waits for the user.
  private static let patience = Duration.seconds(900)

  init(to server: AbsoluteURL, named name: String?, trustRoots: String?) {
    (self.server, self.name, self.trustRoots) = (server, name, trustRoots)
  }

  /// Whether the user has signed in since a request was begun, when there were so many successes. The browser is opened
  /// only where no other request has had that done meanwhile.
  func succeeds(after count: Int) async throws -> Bool {
    if successes == count, !hasFailed, !isRunning {
      isRunning = true
      Task { await run() }
    }
    while isRunning, successes == count { try await Task.sleep(for: .milliseconds(50)) }
    return successes > count
  }

  /// Notes that a request failed for want of a sign-in right after one.
  func noteUseless() { hasFailed = true }

  private func run() async {
    if await (try? signIn()) == true { successes += 1 } else { hasFailed = true }
    isRunning = false
  }

  private func signIn() async throws -> Bool {
    guard let program = ThisProcess.executable else { return false }
    let account = name.map { ["--account", $0] } ?? []
    let roots = trustRoots.map { ["--ca-file", TrustRootsFile.absolute($0)] } ?? []
    let child = try ChildProcess(
      starting: program, words: ["wayleave", "login", server.text] + account + roots,
      environment: ProcessEnvironment.handed(to: .ours),
      // What it answers is no message of the protocol. Its input has ended: it belongs to the client.
      streams: .init(input: try FileDescriptor.pipe().reading, output: .standardError))
    guard try await child.ends(by: .now + Self.patience) else {
      child.end()
      _ = child.waitForEnd()
      return false
    }
    return child.waitForEnd() == 0
  }
}
