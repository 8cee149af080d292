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

  /// Asks the person, and signs in; throws `sign_in.unsolicited_callback` where it is unknown at which provider, where
  /// another callback is asked about, and where no one says yes.
  func begin() async throws {
    guard let client = arrived.receivers.first, arrived.receivers.count == 1 else {
      throw OAuthError.unsolicited(arrived.url)
    }
    let lock = try lock()
    defer { lock.release() }
    let question =
      "A program or website wants you to sign in at \(DisplayText.clean(client.provider.text)). Begin a sign-in there?"
    guard try await isWanted(question) else { throw OAuthError.unsolicited(arrived.url) }
    var login = try await LoginCommand.asyncParse(["--client=\(client.name)", "--", client.provider.text])
    login.output = workplace.output
    try await login.run()
  }

  /// One question at a time: a page that sends callback after callback must not tire the person into a yes.
  private func lock() throws(OAuthError) -> FileLock {
    let folder = workplace.folders.runtime
    do throws(Folder.CreationFailure) { try Folder.createWithParents(folder) } catch {
      throw .unsolicited(arrived.url)
    }
    guard let place = try? Folder(opening: folder), let file = try? place.openLockFile("unsolicited.lock"),
      let lock = (try? FileLock.take(file)) ?? nil
    else { throw .unsolicited(arrived.url) }
    return lock
  }

  private func isWanted(_ question: String) async throws -> Bool {
    if FileDescriptor.standardInput.isTerminal {
      Console.prompt("\(question) Type yes, or press Enter for no:")
      var input = LineInput(expecting: "yes or no")
      return try await input.line(until: .now + Self.patience).lowercased() == "yes"
    }
    guard let notification = Notification(in: ProcessEnvironment.withoutOurs) else { return false }
    return notification.choose(question, among: [("yes", "Sign in"), ("no", "No")]) == "yes"
  }

  private static let patience = Duration.seconds(60)
}
