public import WayleaveSignIn

/// The result of a sign-in: the account under which its credential is stored, and what is known of the user.
public struct SignedIn: Sendable, Equatable {
  /// The key of the credential.
  public let account: Account
  /// The credential as it is stored.
  public let stored: StoredCredential
  /// Why the user is not known, when the provider did not say; the credential can still be used.
  public let unidentifiedBecause: String?
  /// The sign-in of the same account that this one replaced; nil for an account that is new.
  public let replaced: ReplacedSignIn?
  /// The name that was wanted for the account and belongs to another one, which keeps it; nil as a rule.
  public let refusedName: String?
}

extension SignedIn {
  /// The result of a sign-in that another process has made and stored.
  package init(ofAnother stored: StoredCredential) {
    self.init(account: stored.account, stored: stored, unidentifiedBecause: nil, replaced: nil, refusedName: nil)
  }

  /// The result of a sign-in that another process has finished; the credential is read from the store.
  init(finishedElsewhere completion: SignInOutcome.Completion, stored: StoredCredential) {
    self.init(
      account: completion.account, stored: stored, unidentifiedBecause: completion.unidentifiedBecause,
      replaced: completion.replaced, refusedName: completion.refusedName)
  }

  /// What another process needs to say the same of the sign-in.
  var completion: SignInOutcome.Completion {
    SignInOutcome.Completion(
      account, unidentifiedBecause: unidentifiedBecause, replaced: replaced, refusedName: refusedName)
  }
}
