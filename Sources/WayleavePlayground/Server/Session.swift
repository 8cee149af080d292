import WayleaveWire

/// What the playground knows of one browser.
struct Session: Sendable {
  /// What proves that a form came from a page of this session.
  let formToken: Secret
  /// Who is signed in where.
  var people: [PlaygroundProvider: SignedIn] = [:]
  /// What this browser is being asked.
  var interactions = ExpiringTable<Interaction>(capacity: 16)

  /// How long a browser is remembered, in seconds.
  static let lifetime: Int64 = 8 * 3600
}

/// Who is signed in, and since when.
struct SignedIn: Sendable {
  let person: PlaygroundPerson
  let instant: Instant

  /// Whether the sign-in lies further back than so many seconds; nil for any time.
  ///
  /// OpenID Connect Core §3.1.2.1, `max_age`.
  func isOlder(than maximumAge: Int64?, at now: Instant) -> Bool { maximumAge.map { now - instant > $0 } ?? false }
}

/// One question to a person: may this application use your account?
struct Interaction: Sendable {
  /// What was asked, in the words of the protocol.
  let request: AuthorizationSubject
  /// Whether to ask although it was allowed before.
  let asksAgain: Bool
  /// Whether to have the person sign in although somebody is.
  var forcesSignIn = false
  /// How many seconds ago the person may have signed in; nil for any time.
  var maximumAge: Int64?
  /// Whether the person signed in for this very question.
  var hasSignedIn = false
  /// What stands in the field of the handle at first.
  var handleHint = ""
  /// For whom the question was put; an answer in another's name does not count.
  var personAsked: PlaygroundPerson?

  /// How long a question stands, in seconds.
  static let lifetime: Int64 = 600
}

/// What is asked, at which provider.
enum AuthorizationSubject: Sendable {
  case foursquare(FoursquareAuthorization)
  case twitter(TwitterAuthorization)
  case tollgate(TollgateAuthorization)
  case tollgateDevice(TollgateDeviceQuestion)
  case tollgateBackchannel(TollgateBackchannelQuestion)
}
