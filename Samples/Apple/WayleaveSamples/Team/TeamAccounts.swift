import Observation
import WayleaveApple

/// The account of the system, and a choice among all accounts of this app.
///
/// With `Accounts.onThisDevice(appGroup:)`, and that group in the entitlements, the accounts of your other apps are there.
@MainActor @Observable final class TeamAccounts {
  /// One tap, with the account that the device has.
  let withApple: SignInModel
  /// The accounts of all providers.
  let chooser: AccountChooserModel
  private(set) var report = "No account chosen."

  init(accounts: Accounts) {
    withApple = SignInModel("Apple") { () async throws(OAuthError) in
      // What a server of yours needs is in `handOver`.
      try await accounts.signInWithApple().signedIn
    }
    chooser = AccountChooserModel(in: accounts)
  }

  /// Waits for the user's choices, one after the other, while the screen is there.
  func choose() async {
    while !Task.isCancelled {
      do throws(OAuthError) {
        let stored = try await chooser.choice()
        report = "You chose \(stored.identity?.displayName ?? stored.account.subject)."
      } catch {
        report = error.message
        // Where the accounts cannot be read there is nothing to choose.
        if chooser.failure != nil { return }
      }
    }
  }
}
