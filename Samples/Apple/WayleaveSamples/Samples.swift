import WayleaveApple

/// What the screens share: one `Accounts`, and the log of its steps.
@MainActor struct Samples {
  let foursquare: FoursquareSignIn
  let timeline: Timeline
  let photosets: Photosets
  let team: TeamAccounts
  let server: ServerSignIn

  /// The group of your team's apps, as it stands in the entitlements: each of them has the accounts of all.
  static let group = "group.com.example.wayleave.samples"

  /// Throws where the app cannot use the keychain of the group, such as on a Mac without a signature.
  init() throws(OAuthError) {
    let steps = SignInLogModel()
    self.init(accounts: try Accounts.onThisDevice(appGroup: Self.group, events: steps.add), steps: steps)
  }

  init(accounts: Accounts, steps: SignInLogModel, app: AppleApp? = nil) {
    foursquare = FoursquareSignIn(accounts: accounts)
    timeline = Timeline(accounts: accounts)
    photosets = Photosets(accounts: accounts)
    team = TeamAccounts(accounts: accounts, app: app)
    server = ServerSignIn(accounts: accounts, steps: steps)
  }
}
