import WayleaveWire

extension CredentialStore {
  /// Does something with the store; what it throws becomes one of our errors, and names this store.
  func wrapped<Result>(_ work: () async throws -> Result) async throws(OAuthError) -> Result {
    do { return try await work() } catch { throw .storeFailed(error, at: location) }
  }
}

extension SignInStore {
  /// Does something with the store; what it throws becomes one of our errors, and names this store.
  func wrapped<Result>(_ work: () async throws -> Result) async throws(OAuthError) -> Result {
    do { return try await work() } catch { throw .storeFailed(error, at: location) }
  }
}
