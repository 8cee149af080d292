import WayleaveSignIn

/// What a sign-in left: the account under which its credential is kept, and what is known of the user.
public struct SignedIn: Sendable, Equatable {
  /// The key of the credential.
  public let account: Account
  /// The credential as it is kept.
  public let stored: StoredCredential
  /// Why the user is not known, when the provider did not tell; the credential can be used all the same.
  public let unidentifiedBecause: String?
}
