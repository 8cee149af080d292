import Observation
import WayleaveApple

/// The account of the system, and the accounts that the apps of a team share.
@MainActor @Observable final class TeamAccounts {
  /// One tap, with the account that the device has.
  let withApple: SignInModel
  /// The accounts of all providers: those of other apps too, where the keychain group is shared.
  let chooser: AccountChooserModel
  private(set) var report = "No account chosen."

  init(accounts: Accounts) {
    withApple = SignInModel("Apple") { () async throws(OAuthError) in
      // What a server of yours needs is in `handOver`.
      try await accounts.signInWithApple().signedIn
    }
    chooser = AccountChooserModel(in: accounts)
  }

  /// Waits for the user's choice.
  func choose() async {
    do throws(OAuthError) {
      let stored = try await chooser.choice()
      report = "You chose \(stored.identity?.displayName ?? stored.account.subject)."
    } catch { report = error.message }
  }
}
