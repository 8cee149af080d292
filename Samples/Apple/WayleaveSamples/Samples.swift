import WayleaveApple

/// What the screens share: one `Accounts`, and the log of its steps.
@MainActor struct Samples {
  let foursquare: FoursquareSignIn
  let timeline: Timeline
  let photosets: Photosets
  let log: StepLog

  /// Throws where the app cannot use the keychain, such as on a Mac without a signature.
  init() throws(OAuthError) {
    let log = StepLog()
    self.init(accounts: try Accounts.onThisDevice(events: log.receive), log: log)
  }

  init(accounts: Accounts, log: StepLog) {
    foursquare = FoursquareSignIn(accounts: accounts)
    timeline = Timeline(accounts: accounts)
    photosets = Photosets(accounts: accounts)
    self.log = log
    log.accounts = accounts
  }
}
