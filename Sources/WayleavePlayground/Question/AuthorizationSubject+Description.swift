import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What the pages say about a question.
extension AuthorizationSubject {
  var provider: PlaygroundProvider {
    switch self {
    case .foursquare: .foursquare
    case .twitter: .twitter
    case .tollgate, .tollgateDevice, .tollgateBackchannel: .tollgate
    }
  }

  /// The client id or consumer key.
  var clientID: ClientID {
    switch self {
    case .foursquare(let authorization): authorization.request.clientID
    case .twitter(let authorization): ClientID(authorization.consumerKey)
    case .tollgate(let authorization): authorization.request.clientID
    case .tollgateDevice(let question): question.clientID
    case .tollgateBackchannel(let question): question.clientID
    }
  }

  /// Where the person is sent afterwards; nil when the browser's part ends here.
  var destination: RedirectURI? {
    switch self {
    case .foursquare(let authorization): authorization.request.redirectURI
    case .twitter(let authorization): authorization.callback
    case .tollgate(let authorization): authorization.request.redirectURI
    case .tollgateDevice, .tollgateBackchannel: nil
    }
  }

  /// What the application will be able to do.
  var permissions: [String] {
    switch self {
    case .foursquare:
      ["See your name, photo and home city", "See your email address", "See your friends"]
    case .twitter(let authorization):
      ["See your profile and the people you follow", "Read your timeline"]
        + (authorization.mayWrite ? ["Post in your name"] : [])
    case .tollgate(let authorization):
      Self.permissions(authorization.access) + authorization.claimsBeyondScopes.map { "See this about you: \($0)" }
    case .tollgateDevice(let question): Self.permissions(question.access)
    case .tollgateBackchannel(let question): Self.permissions(question.access)
    }
  }

  /// The code that the device shows as well; nil when there is no device.
  var userCode: String? {
    guard case .tollgateDevice(let question) = self else { return nil }
    return question.userCode
  }

  /// The only person who may answer; nil when anyone who signs in may.
  var addressee: PlaygroundPerson? {
    guard case .tollgateBackchannel(let question) = self else { return nil }
    return question.person
  }

  /// What the application shows as well; nil when it shows nothing.
  var bindingMessage: String? {
    guard case .tollgateBackchannel(let question) = self else { return nil }
    return question.bindingMessage
  }

  /// Whether the person takes a number back to the application.
  var givesPIN: Bool {
    guard case .twitter = self else { return false }
    return destination == nil
  }

  private static func permissions(_ access: RequestedAccess) -> [String] {
    let scopes = TollgateOffer.scopes.filter { scope in access.scopes.contains { $0.hasSameBytes(as: scope.name) } }
    let details = access.details?.objects.map {
      "This: \(DisplayText.clean(JSON.object($0).encodedText(), limit: 200))"
    }
    return (scopes.isEmpty ? ["Nothing but know that you allowed it"] : scopes.map(\.meaning)) + (details ?? [])
  }

  func clientName(in configuration: PlaygroundConfiguration) -> String {
    switch self {
    case .foursquare: configuration.clients.first { $0.id == clientID }?.name ?? clientID.text
    case .twitter: configuration.consumers.first { ClientID($0.credential.key) == clientID }?.name ?? clientID.text
    case .tollgate(let authorization): authorization.clientName
    case .tollgateDevice(let question): question.clientName
    case .tollgateBackchannel(let question): question.clientName
    }
  }
}
