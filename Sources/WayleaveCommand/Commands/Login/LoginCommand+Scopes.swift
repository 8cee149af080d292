import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// What helps where a server refuses the scopes of a sign-in.
extension LoginCommand {
  /// The failure, with what to ask for, or how to register again for more, where a sign-in registered the client.
  func advisingOnScopes(
    _ error: OAuthError, at target: Target, in workplace: Workplace, by accounts: Accounts,
    among all: [StoredCredential]
  ) async -> OAuthError {
    var (registered, scopes, url) = (target.registered, target.options.scopes, target.purpose)
    if target.provider == nil, let held = try? await workplace.account(named: account.name, in: accounts).stored {
      registered = try? await workplace.clients.all().first { $0.serves(held) }
      // What was asked for is what it has, and more.
      if case .oauth2(let tokens) = held.credential, let granted = tokens.scopes {
        scopes = granted + scopes.filter { scope in !granted.contains { $0.hasSameBytes(as: scope) } }
      }
      url = registered?.madeFor
    }
    guard let client = registered, client.madeFor != nil, !target.takesURL, let url = url.flatMap(Remedy.argument),
      let removal = Remedy.argument(client.name)
    else { return error }
    let login = "wayleave login \(url)"
    // An account that uses the registration keeps it.
    let ends = all.filter(client.serves).compactMap { Remedy.argument(AccountName.of($0, among: all)) }
    let named = Self.words(of: self.scopes) + target.apiScopes
    let asked = scopes.filter { scope in named.contains { $0.hasSameBytes(as: scope) } }
    if target.provider != nil, ends.isEmpty, asked.count < scopes.count, !asked.isEmpty,
      let option = Remedy.option("--scope", asked.joined(separator: " "))
    {
      // What the server lists, and neither user nor API has named, is what it may refuse.
      return error.remedied(by: .advice("Ask for what the API names alone: `\(login) \(option)`."))
    }
    let again = [login, Remedy.option("--scope", scopes.joined(separator: " "))].compactMap(\.self)
    let steps =
      ends.map { "wayleave logout \($0)" } + ["wayleave clients remove \(removal)", again.joined(separator: " ")]
    return error.remedied(
      by: .advice(
        "\(error.remedy.inCommands) This program is registered for the scopes of its first sign-in there. To register it "
          + "again: \(steps.map { "`\($0)`" }.joined(separator: ", then "))."))
  }
}
