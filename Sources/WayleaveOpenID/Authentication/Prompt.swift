/// What the provider shall ask the user, or that it shall ask nothing.
///
/// OpenID Connect Core §3.1.2.1; `create` is Initiating User Registration §4.1.
public enum Prompt: String, Sendable, Hashable, CaseIterable {
  /// Nothing at all: where something would have to be asked, the answer is an ``AuthenticationErrorCode``.
  case none
  /// Who they are, even when they are signed in.
  case login
  /// Whether they allow it, even when they did.
  case consent
  /// Which of their accounts.
  case selectAccount = "select_account"
  /// Whether they want a new account.
  case create
}
