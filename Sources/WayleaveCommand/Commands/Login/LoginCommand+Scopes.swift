import Wayleave
import WayleaveProvider
import WayleaveWire

/// What helps where a server refuses the scopes of a sign-in.
extension LoginCommand {
  /// The failure, with what to ask for where a sign-in registered the client and asked for all that a server lists.
  ///
  /// What the server lists, and neither user nor API has named, is what it may refuse.
  func advisingOnScopes(_ error: OAuthError, at target: Target) -> OAuthError {
    guard target.provider != nil, let client = target.registered, client.madeFor != nil, !target.takesURL,
      let url = target.purpose.flatMap(Remedy.argument)
    else { return error }
    let named = Self.words(of: scopes) + target.apiScopes
    let asked = target.options.scopes.filter { scope in named.contains { $0.hasSameBytes(as: scope) } }
    guard asked.count < target.options.scopes.count, !asked.isEmpty,
      let option = Remedy.option("--scope", asked.joined(separator: " "))
    else { return error }
    return error.remedied(by: .advice("Ask for what the API names alone: `wayleave login \(url) \(option)`."))
  }
}
