import WayleaveApple

/// What the screens share: one `Accounts`, and the log of its steps.
@MainActor struct Samples {
  let foursquare: FoursquareSignIn
  let timeline: Timeline
  let photosets: Photosets
  let team: TeamAccounts
  let server: ServerSignIn
  let codes: CodeSignIn

  /// The group of your team's apps, as it stands in the entitlements: each of them has the accounts of all.
  static let group = "group.com.example.wayleave.samples"

  /// Throws where the app cannot use the keychain of the group, such as on a Mac without a signature.
  init() throws(OAuthError) {
    let (steps, code, pin) = (SignInLogModel(), DeviceCodeModel(), PINModel())
    let source = ViewSource(WebAuthenticationSource(), code: code, pin: pin)
    let accounts = try Accounts.onThisDevice(appGroup: Self.group, callbackSource: source, events: steps.add)
    self.init(accounts: accounts, steps: steps, code: code, pin: pin)
  }

  init(accounts: Accounts, steps: SignInLogModel, code: DeviceCodeModel, pin: PINModel, app: AppleApp? = nil) {
    foursquare = FoursquareSignIn(accounts: accounts)
    timeline = Timeline(accounts: accounts)
    photosets = Photosets(accounts: accounts)
    team = TeamAccounts(accounts: accounts, app: app)
    server = ServerSignIn(accounts: accounts, steps: steps)
    codes = CodeSignIn(accounts: accounts, code: code, pin: pin)
  }
}
