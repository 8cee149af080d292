/// What the agent says of an account whose request was refused: the names of the values.
///
/// A program of an earlier version reads over them.
package enum AgentFact {
  /// Whether the scopes that the API demands were granted already.
  package static let granted = "granted"
  /// The API for which the account was got.
  package static let api = "api"
  /// The issuer at which it was got.
  package static let issuer = "issuer"
  /// The provider of the account.
  package static let provider = "provider"
}
