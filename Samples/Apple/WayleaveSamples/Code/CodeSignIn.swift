import WayleaveApple

/// Sign-ins that do not come back to the app: by a code for another device, and by a PIN that the provider shows.
@MainActor struct CodeSignIn {
  /// At a server that gives codes to devices.
  let onDevice: SignInModel
  /// At a provider of OAuth 1.0a that knows no way back to the app.
  let byPIN: SignInModel
  /// What the views show while one of them waits; the source of the accounts fills them.
  let code: DeviceCodeModel, pin: PINModel

  init(accounts: Accounts, code: DeviceCodeModel, pin: PINModel) {
    onDevice = SignInModel("Tollgate") { () async throws(OAuthError) in
      try await accounts.signIn(
        to: .issuer(Playground.base + "/tollgate"), as: Playground.tollgateClient(),
        options: SignInOptions(flow: .device))
    }
    byPIN = SignInModel("Twitter") { () async throws(OAuthError) in
      let client = try Client(
        id: "wayleave-demo-consumer", secret: Secret("playground-consumer-secret-not-real"), isOutOfBand: true)
      return try await accounts.signIn(to: Playground.twitter(), as: client)
    }
    (self.code, self.pin) = (code, pin)
  }
}
