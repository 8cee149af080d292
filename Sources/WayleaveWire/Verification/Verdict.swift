/// What one check says of something that another party sent.
package enum Verdict: Sendable, Equatable {
  /// It holds.
  case passed
  /// Nothing was given to compare with.
  case notAsked
  /// An earlier check failed.
  case notReached
  // Stored apart: the verdicts that are no failure would each be as large as an error.
  /// It does not hold.
  indirect case failed(OAuthError)
}
