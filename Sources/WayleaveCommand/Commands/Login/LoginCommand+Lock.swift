import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTerminal

/// One process at a time shows a sign-in of an account, and another one may take what came of it.
extension LoginCommand {
  /// The lock of the sign-in; nil where it shows no page and no code.
  func lock(for target: Target, in workplace: Workplace) async throws -> SignInLock? {
    guard !isResumed, step == nil, flow != .xauth,
      let name = account.name ?? target.provider?.atProtocol?.did.text ?? target.purpose
    else { return nil }
    return try await SignInLock.take(
      for: name, in: workplace.folders.signInLocks, until: target.options.deadline, output: output)
  }

  /// Where the user answers. No browser is opened after many sign-ins that had no answer, unless it was asked for.
  func callbackSource(for target: Target, holding lock: SignInLock?) -> any CallbackSource {
    let mayOpen = lock?.mayOpenBrowser ?? true
    if let lock, !mayOpen, flow == .auto, SignInFlow.reasonAgainstBrowser == nil {
      output.say(
        "No browser is opened: \(lock.unanswered) sign-ins had no answer. To open it, add `--flow browser` to your "
          + "command.")
    }
    return flow.callbackSource(
      for: target.client, at: target.provider, inApp: target.startsApp, output: output,
      opensBrowser: flow == .browser || mayOpen)
  }

  /// What another process has signed in to meanwhile, where that does as well.
  func result(of lock: SignInLock?, for target: Target, among all: [StoredCredential]) -> StoredCredential? {
    takesAnySignIn && (target.api == nil || account.name == nil)
      ? lock?.result(among: all, at: target.provider?.name) : nil
  }

  /// Whether the sign-in of another process for the same account does as well: this one asks for nothing of its own.
  private var takesAnySignIn: Bool {
    flow != .implicit && scopes.isEmpty && allowedOrigins.isEmpty && !terms.isGiven && saveIDToken == nil
      && !clientChoice.isGiven
  }
}
