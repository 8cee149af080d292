import SwiftUI
import WayleaveApple

/// The steps of a sign-in, with their times.
struct LogScreen: View {
  @Bindable var log: StepLog

  var body: some View {
    Form {
      Section("Server") {
        TextField("Issuer", text: $log.issuer)
        Button("Sign in") { Task { await log.start() } }
      }
      Section("Steps") {
        ForEach(log.entries) { entry in
          VStack(alignment: .leading) {
            Text(entry.time.formatted(date: .omitted, time: .standard)).foregroundStyle(.secondary)
            Text(entry.text)
          }
        }
      }
    }
    .navigationTitle("Any server")
    .task { await log.show() }
  }
}
