import ArgumentParser
import Wayleave
import WayleaveWire

struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Revoke a credential at the provider where it can be done, and remove it here.")

  @Argument(help: "The account; not needed when there is only one.")
  var account: String?

  @Flag(help: "Remove it here only.")
  var local = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts { accounts in
      let (stored, name) = try await workplace.account(named: account, in: accounts)
      let report = try await accounts.signOut(stored.account, revoking: !local)
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
    case .revoked: "\(provider) confirmed that it is void."
    case .notOffered: "\(provider) offers no way to revoke it; withdraw the app's access on its settings page."
    case .failed(let error): "At \(provider) it may live on: \(error.message)."
    case .skipped: "At \(provider) it lives on, as asked."
    }
  }
}
