import WayleaveApple

/// What the screens share: one `Accounts`, and the log of its steps.
@MainActor struct Samples {
  let foursquare: FoursquareSignIn
  let timeline: Timeline
  let photosets: Photosets
  let team: TeamAccounts
  let server: ServerSignIn

  /// Throws where the app cannot use the keychain, such as on a Mac without a signature.
  init() throws(OAuthError) {
    let steps = SignInLogModel()
    self.init(accounts: try Accounts.onThisDevice(events: steps.add), steps: steps)
  }

  init(accounts: Accounts, steps: SignInLogModel) {
    foursquare = FoursquareSignIn(accounts: accounts)
    timeline = Timeline(accounts: accounts)
    photosets = Photosets(accounts: accounts)
    team = TeamAccounts(accounts: accounts)
    server = ServerSignIn(accounts: accounts, steps: steps)
  }
}
