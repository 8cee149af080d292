import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// What the pages say about a question.
extension AuthorizationSubject {
  var provider: PlaygroundProvider {
    switch self {
    case .foursquare: .foursquare
    case .twitter: .twitter
    case .tollgate, .tollgateDevice: .tollgate
    }
  }

  /// The client id or consumer key.
  var clientID: String {
    switch self {
    case .foursquare(let authorization): authorization.request.clientID
    case .twitter(let authorization): authorization.consumerKey
    case .tollgate(let authorization): authorization.request.clientID
    case .tollgateDevice(let question): question.clientID
    }
  }

  /// Where the person is sent afterwards; nil when the browser's part ends here.
  var destination: RedirectURI? {
    switch self {
    case .foursquare(let authorization): authorization.request.redirectURI
    case .twitter(let authorization): authorization.callback
    case .tollgate(let authorization): authorization.request.redirectURI
    case .tollgateDevice: nil
    }
  }

  /// What the application will be able to do.
  var permissions: [String] {
    switch self {
    case .foursquare:
      ["See your name, photo and home city", "See your email address", "See your friends"]
    case .twitter(let authorization):
      ["See your profile and whom you follow", "Read your timeline"]
        + (authorization.mayWrite ? ["Post in your name"] : [])
    case .tollgate(let authorization): Self.permissions(authorization.access)
    case .tollgateDevice(let question): Self.permissions(question.access)
    }
  }

  /// The code that stands on the device as well; nil when there is no device.
  var userCode: String? {
    guard case .tollgateDevice(let question) = self else { return nil }
    return question.userCode
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
    case .foursquare: configuration.clients.first { $0.id.hasSameBytes(as: clientID) }?.name ?? clientID
    case .twitter: configuration.consumers.first { $0.credential.key.hasSameBytes(as: clientID) }?.name ?? clientID
    case .tollgate(let authorization): authorization.clientName
    case .tollgateDevice(let question): question.clientName
    }
  }
}
