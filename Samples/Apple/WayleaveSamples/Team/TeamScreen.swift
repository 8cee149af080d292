import SwiftUI
import WayleaveApple

/// Sign in with Apple, and a choice among the accounts that are there.
///
/// An app in the App Store shows Apple's own button, `SignInWithAppleButton`, in place of the first one.
struct TeamScreen: View {
  let team: TeamAccounts

  var body: some View {
    VStack(alignment: .leading) {
      SignInButton(team.withApple)
      Text(team.report)
      AccountChooser(team.chooser)
    }
    .navigationTitle("Accounts")
    .task { await team.choose() }
    .onChange(of: team.withApple.state) { Task { await team.chooser.load() } }
  }
}
