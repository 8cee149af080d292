import Foundation
import Observation
import WayleaveApple

/// Every step of a sign-in at a server of which only the issuer is known, as it happens.
@MainActor @Observable final class StepLog {
  struct Entry: Identifiable {
    let id: Int
    let time: Date
    let text: String
  }

  var issuer = Playground.base + "/tollgate"
  private(set) var entries: [Entry] = []
  var accounts: Accounts?

  /// Steps come from any thread; they are shown in the order in which they came.
  private nonisolated let (lines, line) = AsyncStream<String>.makeStream()

  /// Takes a step. Nothing secret is in it.
  nonisolated func receive(_ event: Event) {
    line.yield(event.detail.isEmpty ? event.name.rawValue : "\(event.name.rawValue): \(event.detail)")
  }

  /// Shows steps while the screen is there.
  func show() async {
    for await text in lines { entries.append(Entry(id: entries.count, time: Date(), text: text)) }
  }

  /// Signs in, and sends one request.
  func start() async {
    guard let accounts else { return }
    do throws(OAuthError) {
      let signedIn = try await accounts.signIn(to: .issuer(issuer), as: Playground.tollgateClient())
      let reply = try await accounts.session(for: signedIn.account).get(issuer + "/userinfo")
      line.yield("UserInfo: \(reply.status)")
    } catch {
      line.yield("\(error.code): \(error.message) \(error.remedy)")
    }
  }
}
