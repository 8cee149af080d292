import ArgumentParser
import WayleaveAgent
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A sign-in of our own in place of a callback that no one asked for. The code that came is not used.
///
/// RFC 9700 §4.7: a code with a state of someone else would sign the user in to an account of theirs.
struct UnsolicitedSignIn {
  private let arrived: ArrivedCallback
  private let workplace: Workplace

  init(_ arrived: ArrivedCallback, in workplace: Workplace) { (self.arrived, self.workplace) = (arrived, workplace) }

  /// Asks the person, and signs in; throws ``Stray`` where it is unknown at which provider, where another callback is
  /// asked about, and where no one says yes.
  func begin() async throws {
    guard let client = arrived.receivers.first, arrived.receivers.count == 1 else {
      throw stray()
    }
    // One question at a time: a page that sends callback after callback must not tire the person into a yes.
    guard let lock = RuntimeFile("unsolicited.lock", in: workplace.folders.runtime)?.takeLock() else { throw stray() }
    defer { lock.release() }
    let question =
      "A program or website wants you to sign in at \(DisplayText.clean(client.provider.text)). Begin a sign-in there?"
    guard let isWanted = try await isWanted(question) else { throw stray() }
    guard isWanted else { throw stray(isDeclined: true) }
    var login = try await LoginCommand.asyncParse(["--client=\(client.name)", "--", client.provider.text])
    login.output = workplace.output
    try await login.run()
  }

  private func stray(isDeclined: Bool = false) -> Stray {
    Stray(error: .unsolicited(arrived.url), isDeclined: isDeclined)
  }

  /// What the person says; nil where no one can be asked.
  private func isWanted(_ question: String) async throws -> Bool? {
    if FileDescriptor.standardInput.isTerminal {
      Console.prompt("\(question) Type yes, or press Enter for no:")
      var input = LineInput(expecting: "yes or no")
      return try await input.line(until: .now + Self.patience).isYes
    }
    guard let notification = Notification(in: ProcessEnvironment.variables()) else { return nil }
    return notification.choose(question, among: [("yes", "Sign in"), ("no", "No")]) == "yes"
  }

  private static let patience = Duration.seconds(60)
}
