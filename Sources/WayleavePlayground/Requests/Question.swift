import WayleaveOAuth2
import WayleaveWire

/// One question to a person: may this application use your account?
struct Question: Sendable {
  /// Who asks.
  let provider: PlaygroundProvider
  /// The client id or consumer key.
  let clientID: ClientID
  /// What the pages call the application.
  let clientName: String
  /// Where the person is sent afterwards; nil when the browser's part ends here.
  let destination: RedirectURI?
  /// What the application will be able to do.
  var permissions: [String]
  /// What the personality needs again when the person has answered; nothing else reads it.
  let subject: any Sendable

  /// The code that the device shows as well; nil when there is no device.
  var userCode: String?
  /// The only person who may answer; nil when anyone who signs in may.
  var addressee: PlaygroundPerson?
  /// What the application shows as well; nil when it shows nothing.
  var bindingMessage: String?
  /// Whether the person takes a number back to the application.
  var givesPIN = false

  /// Whether to ask although it was allowed before.
  var asksAgain = false
  /// Whether the person must sign in although someone is signed in.
  var forcesSignIn = false
  /// How many seconds ago the person may have signed in; nil for any time.
  var maximumAge: Int64?
  /// Whether the person signed in for this very question.
  var hasSignedIn = false
  /// What the field of the handle contains at first.
  var handleHint = ""
  /// What goes wrong on purpose with the way back.
  var effects: [Fault.Effect] = []
  /// The person who was asked; an answer of another person does not count.
  var personAsked: PlaygroundPerson?

  /// How long a question can be answered.
  static let lifetime: Duration = .seconds(600)
}
