import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// The address at which the browser ended, which the user copies and pastes.
enum PastedAddress {
  /// What the user is asked for.
  static let request = "Copy that whole address from the address bar and paste it here, then press Enter:"

  /// Where it comes from.
  static var input: LineInput { LineInput(expecting: "the address at which the browser ended") }

  /// Finishes the sign-in that the pasted address answers, whichever process began it; only one can. An answer that is
  /// encrypted is read with the client's key.
  static func finish(within seconds: Int, in accounts: Accounts, as client: Client?) async throws -> SignedIn {
    let layout = TextLayout(for: .standardError)
    let deadline = ContinuousClock.now + min(max(.seconds(seconds), .zero), Accounts.longestTimeout)
    Console.prompt(layout.paragraph("The browser ended at an address with a code in it. \(request)"))
    var input = input
    while true {
      switch try await accounts.receive(try await input.next(until: deadline), for: client) {
      case .completed(let signedIn): return signedIn
      case .unsolicited:
        Console.prompt(
          layout.paragraph("No sign-in waits for that address: it is done already, or too old. Paste another one:"))
      case .notOurs:
        Console.prompt(layout.paragraph("That is no such address. Paste all of the one in the address bar:"))
      }
    }
  }
}
