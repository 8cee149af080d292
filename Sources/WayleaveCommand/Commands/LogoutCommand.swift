import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveWire

struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Revoke a credential at the provider, where that is possible, and remove it here.")

  @Argument(help: "The account; not needed when there is only one.")
  var account: String?

  @Flag(help: "Remove it here only.")
  var local = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts(trustRoots: network.caFile, mayStayOffline: local) { accounts in
      let (stored, name) = try await workplace.account(named: account, in: accounts)
      let report = try await workplace.acting(for: stored) {
        try await accounts.signOut(stored.account, revoking: !local)
      }
      if output.isJSON {
        Console.answer([
          "account": .string(name), "removed": true, "revoked": report.revocation == .revoked ? true : false,
          "revocation": .string(report.revocation.word),
        ])
      } else {
        Console.answer(
          "Removed \(name) here. \(report.revocation.sentence(at: DisplayText.clean(stored.provider.title)))")
      }
    }
  }
}

extension SignedOut.Revocation {
  fileprivate var word: String {
    switch self {
    case .revoked: "revoked"
    case .notOffered: "not_offered"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  fileprivate func sentence(at provider: String) -> String {
    switch self {
    case .revoked: "\(provider) confirmed that it is revoked."
    case .notOffered: "\(provider) offers no way to revoke it; remove the app on its settings page."
    case .failed(let error): "It may still be valid at \(provider): \(DisplayText.clean(error.message, limit: 2000))."
    case .skipped: "It is still valid at \(provider), as you asked."
    }
  }
}
