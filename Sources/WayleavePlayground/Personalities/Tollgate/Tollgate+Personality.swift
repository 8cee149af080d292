import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// What the playground wants to know of Tollgate, and what follows when a person has answered.
extension Tollgate: Personality {
  var mount: String { TollgatePath.mount }

  var introduction: Introduction {
    let client = settings.clients.first { $0.authentication == .publicClient }
    return Introduction(
      explanation:
        "Made up, and strict: OAuth 2 and OpenID Connect as today's specifications have them. It is found by its issuer, \(offer.issuer).",
      clients: settings.clients.map {
        .init(name: $0.name, id: $0.id.text, redirectURIs: $0.metadata.redirectURIs)
      },
      command: client.map { "wayleave login \(offer.issuer) --client-id \($0.id.text)" })
  }

  func hasAllowed(_ question: Question, _ person: PlaygroundPerson) -> Bool {
    // The device that shows the code can be anyone's (RFC 8628 §5.4), and an application that asks again on the
    // telephone wants a new answer.
    (question.subject as? TollgateAuthorization).map { hasAllowed($0, person) } ?? false
  }

  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    let contextClass = question.hasSignedIn ? TollgateOffer.password : TollgateOffer.session
    return switch question.subject {
    case let subject as TollgateAuthorization: approve(subject, as: signedIn, contextClass: contextClass, visit)
    case let subject as TollgateDeviceQuestion: approve(subject, as: signedIn, contextClass: contextClass, visit)
    case let subject as TollgateBackchannelQuestion: approve(subject, as: signedIn, contextClass: contextClass, visit)
    default: context.refuse(.expired, visit)
    }
  }

  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage {
    switch question.subject {
    case let subject as TollgateAuthorization: deny(subject, visit)
    case let subject as TollgateDeviceQuestion: deny(subject, visit)
    case let subject as TollgateBackchannelQuestion: deny(subject, visit)
    default: context.refuse(.expired, visit)
    }
  }

  func rotateKeys() { state.keys.rotate() }

  func revokeTokens() { state.endAll() }

  /// The client for people at a terminal goes first: it has no secret, and gets codes for devices.
  func played() throws(OAuthError) -> [PlayedProvider] {
    let isPublic = { (client: TollgateClient) in client.metadata.authentication == .publicClient }
    return [
      PlayedProvider(
        try Provider(
          name: PlayedProvider.name(of: provider.name), title: "\(provider.title) (playground)",
          service: .issuer(try AbsoluteURL(offer.issuer.text))),
        // Only its owner has the private key of a client that authenticates by one.
        clients: (settings.clients.filter(isPublic) + settings.clients.filter { !isPublic($0) }).compactMap {
          try? Client(id: $0.id, secret: $0.secret, authentication: $0.metadata.authentication)
        })
    ]
  }
}
