import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire

/// The URL at which the browser ended, which the user copies and pastes.
enum PastedAddress {
  /// What the user is asked for.
  static let request = "Copy the whole URL from the address bar, paste it here, and press Enter."

  /// Where it comes from.
  static func input(keys: @escaping @Sendable (WaitingKey) async -> Bool = { _ in false }) -> LineInput {
    LineInput(expecting: "the URL at which the browser ended", keys: keys)
  }

  /// Finishes the sign-in that the pasted URL answers, also one that another process began. An encrypted answer is read
  /// with the client's key.
  static func finish(
    until deadline: ContinuousClock.Instant, in accounts: Accounts, as client: Client?, output: OutputOptions
  ) async throws -> SignedIn {
    Console.prompt("After you have allowed it, the browser ends at a URL that brings the answer. \(request)")
    var (input, refused) = (input(), String?.none)
    while true {
      let text: String
      do {
        text = try await output.showing(
          SignInScreen.canType
            ? .prompt("Paste the URL", short: "URL", for: ContinuousClock.now.duration(to: deadline)) : nil
        ) {
          try await input.paste(until: deadline)
        }
      } catch let error as OAuthError where error.code == .unsupported {
        // The input is no terminal and has ended: what was wrong with the URL is the reason.
        throw refused.map { error.worded($0).remedied(by: "Begin again: `wayleave login PROVIDER`.") } ?? error
      }
      // By a pipe, what is wrong with one text is said when the next one comes: at the end it is the reason.
      if let refused, !SignInScreen.canType { Console.prompt(refused) }
      switch try await accounts.receive(text, for: client) {
      case .completed(let signedIn): return signedIn
      case .unsolicited:
        let reason = "No sign-in waits for that URL: it is finished, cancelled, or too old."
        refused = reason
        if SignInScreen.canType { Console.prompt("\(reason) Paste another one.") }
      case .notOurs:
        let reason = "That answers no sign-in. \(WrongPaste(text).sentence)"
        refused = reason
        if SignInScreen.canType { Console.prompt(reason) }
      }
    }
  }
}
