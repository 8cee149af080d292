import WayleaveWire

/// One question to a person: may this application use your account?
struct Interaction: Sendable {
  /// What was asked, in the words of the protocol.
  let request: AuthorizationSubject
  /// Whether to ask although it was allowed before.
  let asksAgain: Bool
  /// Whether the person must sign in although someone is signed in.
  var forcesSignIn = false
  /// How many seconds ago the person may have signed in; nil for any time.
  var maximumAge: Int64?
  /// Whether the person signed in for this very question.
  var hasSignedIn = false
  /// What the field of the handle contains at first.
  var handleHint = ""
  /// The person who was asked; an answer of another person does not count.
  var personAsked: PlaygroundPerson?

  /// How long a question can be answered.
  static let lifetime: Duration = .seconds(600)
}
