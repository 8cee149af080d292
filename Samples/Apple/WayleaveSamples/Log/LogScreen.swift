import SwiftUI
import WayleaveApple

/// A server of your choice, and the steps of a sign-in there.
struct LogScreen: View {
  @Bindable var server: ServerSignIn

  var body: some View {
    VStack(alignment: .leading) {
      Text(ServerSignIn.explanation)
      TextField("Issuer", text: $server.issuer)
      Button("Sign in") { Task { await server.start() } }
      Text(server.report)
      SignInLog(server.steps)
    }
    .navigationTitle("Any server")
  }
}
