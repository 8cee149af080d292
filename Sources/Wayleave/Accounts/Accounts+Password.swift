import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveProvider
public import WayleaveWire

/// Sign-ins by name and password, where the provider's entry says that it takes them.
///
/// "xAuth" of OAuth 1.0a.
extension Accounts {
  /// Signs a user in by name and password, which are sent once and saved nowhere.
  ///
  /// Throws `configuration.unsupported`, before anything is sent, for a provider whose entry does not say `x_auth`, and
  /// `sign_in.refused` for a wrong password. A page of the provider is better wherever it has one: there the user types
  /// the password so that no one else sees it.
  public func signIn(
    to provider: Provider, as client: Client, username: String, password: Secret,
    options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    try await requireStore()
    let (signIn, step) = try await firstStep(
      of: provider, as: client, redirect: .outOfBand,
      with: PasswordCredentialRequest(username: username, password: password), options: options)
    return try await complete(signIn, from: step)
  }
}
