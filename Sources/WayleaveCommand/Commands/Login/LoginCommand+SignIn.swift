import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// By which way the user signs in, and for how long it is waited.
extension LoginCommand {
  /// Finishes the sign-in that waits, or makes one: at the provider, or of the account that is named.
  func signedIn(at target: Target, in accounts: Accounts, of workplace: Workplace) async throws -> SignedIn {
    if isResumed {
      return try await PastedAddress.finish(
        until: target.options.deadline, in: accounts, as: target.client, output: output)
    }
    guard let client = target.client, let provider = target.provider else {
      return try await signInAgain(options: target.options, in: accounts, of: workplace)
    }
    return try await signInOrAdvise(to: provider, as: client, options: target.options, in: accounts)
  }

  /// The sign-in; where the provider takes no redirect URI of this machine, its failure names the options that work.
  func signInOrAdvise(
    to provider: Provider, as client: Client, options: Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    do { return try await signIn(to: provider, as: client, options: options, in: accounts) } catch {
      guard let error = error as? OAuthError else { throw error }
      guard error.code != .timedOut else { throw error.remedied(by: .advice(waysToGoOn(at: provider, as: client))) }
      throw RegistrationSteps(at: provider).advising(error, of: client)
    }
  }

  /// What a user can do who was not done in time: finish this sign-in, or begin again with more time.
  private func waysToGoOn(at provider: Provider, as client: Client) -> String {
    let again = "To begin again with more time, add `--timeout 1800` to your command."
    guard ![.device, .app].contains(self.flow), !provider.showsNumber(to: client) else { return again }
    let resuming = "If the browser has ended at a URL, run `wayleave login --resume` and paste the URL there."
    guard ClientIDMetadataDocument.isNamed(by: client.id), let name = Remedy.option("--provider", provider.name.text)
    else { return "\(resuming) \(again)" }
    // A server that refuses such a client, or its redirect URI, shows a page, and sends no one back.
    return "\(resuming) If the page refused the program, register it there: `wayleave clients register NAME \(name)`. "
      + again
  }

  /// Signs in by the flow that fits.
  private func signIn(
    to provider: Provider, as client: Client, options: Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    if flow == .xauth {
      let (username, password) = try password.read(for: provider)
      return try await accounts.signIn(
        to: provider, as: client, username: username, password: password, options: options)
    }
    var options = options
    if options.flow != .app {
      let choice = try await flow.choice(
        for: client, at: provider, pageOption: terms.namesForPage.first, in: accounts)
      if let reason = choice.reason { output.say(reason) }
      options.flow = choice.flow
      options.timeout = answerTime(in: choice.flow)
    }
    return try await accounts.signIn(to: provider, as: client, options: options)
  }

  /// How long to wait for the user, who needs time to take a code to another device.
  func answerTime(in flow: Accounts.SignInOptions.Flow) -> Duration {
    let hasCode = flow == .device || flow == .either
    return timeout.map { .seconds($0) } ?? (hasCode ? Self.timeWithCode : Accounts.SignInOptions.usualTimeout)
  }

  static let timeWithCode: Duration = .seconds(900)
}
