import WayleaveOAuth2
import WayleaveWire

/// What the front page says of a personality.
struct Introduction {
  /// One registered application.
  struct Application {
    let name: String
    let id: String
    let redirectURIs: [RedirectURI]
  }

  /// A sentence about its protocol.
  let explanation: String
  /// What its applications are called: `Clients`.
  var clientsAre = "Clients"
  let clients: [Application]
  /// How a person signs in there where it has no name; nil where that takes more than a line.
  var command: String?
  /// The same where the personality has several names; nil where its own name is the one.
  var knownCommand: String?
}
