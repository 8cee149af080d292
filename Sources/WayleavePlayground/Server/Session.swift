import WayleaveWire

/// What the playground knows of one browser.
struct Session: Sendable {
  /// What proves that a form came from a page of this session.
  let formToken: Secret
  /// Who is signed in where.
  var people: [PlaygroundProvider: PlaygroundPerson] = [:]
  /// What this browser is being asked.
  var interactions = ExpiringTable<Interaction>(capacity: 16)

  /// How long a browser is remembered, in seconds.
  static let lifetime: Int64 = 8 * 3600
}

/// One question to a person: may this application use your account?
struct Interaction: Sendable {
  /// What was asked, in the words of the protocol.
  let request: AuthorizationSubject
  /// Whether to ask although it was allowed before.
  let asksAgain: Bool
  /// Whether to have the person sign in although somebody is.
  var forcesSignIn = false
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
}
