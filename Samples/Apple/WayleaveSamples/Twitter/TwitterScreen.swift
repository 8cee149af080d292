import SwiftUI
import WayleaveApple

/// The posts of the people whom the user follows.
struct TwitterScreen: View {
  @Bindable var timeline: Timeline
  @State private var asksToSignOut = false

  var body: some View {
    List {
      if let problem = timeline.problem { Text(problem) }
      ForEach(timeline.posts) { post in
        HStack(alignment: .top) {
          AsyncImage(url: post.user.largerPicture).frame(width: 48, height: 48)
          VStack(alignment: .leading) {
            Text(post.user.name).bold()
            Text("@" + post.user.screenName).foregroundStyle(.secondary)
            Text(post.text)
          }
        }
        .accessibilityElement(children: .combine)
      }
    }
    .navigationTitle("Twitter")
    .refreshable { await timeline.refresh() }
    .task { await timeline.restore() }
    .toolbar {
      if timeline.account == nil {
        Button("Sign in") { Task { await timeline.signIn() } }
      } else {
        Button("Sign out") { asksToSignOut = true }
      }
    }
    .confirmationDialog("Sign out of Twitter?", isPresented: $asksToSignOut) {
      Button("Sign out", role: .destructive) { Task { await timeline.signOut() } }
    }
  }
}
