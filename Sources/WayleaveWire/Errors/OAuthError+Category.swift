extension OAuthError {
  /// What kind of thing went wrong: what a program decides by.
  public enum Category: String, Sendable, CaseIterable {
    /// Something was asked for that cannot be, or a value is outside its grammar.
    case configuration
    /// The user said no, or went away.
    case denied
    /// The user interrupted.
    case cancelled
    /// The user did not answer in time.
    case timedOut
    /// The network or the server, for now; credentials are untouched.
    case network
    /// A new sign-in is needed.
    case signInNeeded
    /// The provider refused.
    case refused
    /// What came did not pass a check.
    case unverified
    /// The store.
    case storage
  }

  /// The kind of failure: that of the code, but what a provider sent is never configuration.
  public var category: Category {
    let category = code.kind.category
    return category == .configuration && fault != .caller ? .unverified : category
  }
}
