import Observation
import WayleaveApple

/// The account of the system, and a choice among all accounts of this app.
///
/// `Samples` has its accounts in the group of the entitlements: those of your other apps are there, too.
@MainActor @Observable final class TeamAccounts {
  /// One tap, with the account that the device has.
  let withApple: SignInModel
  /// The accounts of all providers.
  let chooser: AccountChooserModel
  private(set) var report = "No account chosen."
  /// Whose the account is that was chosen, as its provider says; nil for none.
  private(set) var user: Identity?

  /// `app` is nil for the app that runs.
  init(accounts: Accounts, app: AppleApp? = nil) {
    withApple = SignInModel("Apple") { () async throws(OAuthError) in
      // What a server of yours needs is in `handOver`: its “code” and “nonce” go to /app/sign-in/NAME.
      try await accounts.signInWithApple(as: app).signedIn
    }
    chooser = AccountChooserModel(in: accounts)
  }

  /// Waits for the user's choices, one after the other, while the screen is there.
  func choose() async {
    while !Task.isCancelled {
      do throws(OAuthError) {
        let stored = try await chooser.choice()
        user = stored.identity
        report = "You chose \(stored.identity?.displayName ?? stored.account.subject)."
      } catch {
        (user, report) = (nil, error.message)
        // Where the accounts cannot be read there is nothing to choose.
        if chooser.failure != nil { return }
      }
    }
  }
}
