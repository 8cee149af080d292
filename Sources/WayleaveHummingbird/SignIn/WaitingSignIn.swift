import Wayleave
import WayleaveWire

/// What the website stores with a sign-in that has begun: where its user comes back to, and who gets the account.
struct WaitingSignIn: Sendable, Equatable {
  /// The user who wants a further account, and the session in which the user asked for it.
  struct Link: Sendable, Equatable {
    let user: String
    let session: String
  }

  /// The provider's name in the paths.
  let provider: String
  let returnPath: LocalPath
  /// Nil for a sign-in.
  let link: Link?

  /// How long the visitor may take.
  static let lifetime = Duration.seconds(600)
}

extension WaitingSignIn {
  var json: JSON {
    [
      "name": .string(provider), "return": .string(returnPath.text), "user": JSON(link?.user),
      "session": JSON(link?.session),
    ]
  }

  /// Reads what ``json`` wrote; nil for something else.
  init?(json: JSON) {
    guard let name = json["name"]?.string, let path = json["return"]?.string.flatMap(LocalPath.init) else { return nil }
    var link: Link?
    if let user = json["user"]?.string {
      guard let session = json["session"]?.string else { return nil }
      link = Link(user: user, session: session)
    }
    self.init(provider: name, returnPath: path, link: link)
  }
}
