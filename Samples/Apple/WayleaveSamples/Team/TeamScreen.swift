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
      if let user = team.user { UserCard(user: user) }
      AccountChooser(team.chooser)
    }
    .navigationTitle("Accounts")
    .task { await team.choose() }
    .onChange(of: team.withApple.state) { Task { await team.chooser.load() } }
  }
}

/// Each field that a provider says of a user, where it says it.
struct UserCard: View {
  let user: Identity

  var body: some View {
    HStack {
      if let picture = user.picture { AsyncImage(url: URL(string: picture)).frame(width: 48, height: 48) }
      VStack(alignment: .leading) {
        if let name = user.displayName { Text(name).bold() }
        if let handle = user.handle { Text("@" + handle) }
        if let email = user.email { Text(email) }
      }
    }
    .accessibilityElement(children: .combine)
  }
}
