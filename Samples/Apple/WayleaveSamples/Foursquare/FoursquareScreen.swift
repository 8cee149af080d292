import SwiftUI
import WayleaveApple

/// The two halves on two buttons, and what came of them.
struct FoursquareScreen: View {
  @Bindable var signIn: FoursquareSignIn
  @Environment(\.openURL) private var openURL

  var body: some View {
    Form {
      Section("The app, as Foursquare knows it") {
        TextField("Client ID", text: $signIn.clientID)
        TextField("Redirect URI", text: $signIn.redirectURI)
        TextField("Your server, which has the secret", text: $signIn.server)
      }
      Section {
        Button("Connect") {
          Task {
            if let page = await signIn.connect() { openURL(page) }
          }
        }
        Button("Convert code to token") { Task { await signIn.convert() } }
          .disabled(signIn.callback == nil)
      }
      Section("Result") { Text(signIn.report) }
    }
    .navigationTitle("Foursquare")
  }
}
