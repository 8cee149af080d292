import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Tollgate, who is made up: OAuth 2 and OpenID Connect as today's specifications have them, and strict about them.
final class Tollgate: Personality {
  /// Where everything of Tollgate is; its issuer ends with it.
  static let mount = "/tollgate"

  /// The paths below ``mount``.
  enum Path: String {
    case providerMetadata = "/.well-known/openid-configuration"
    case keys = "/jwks"
    case authorize = "/authorize"
    case push = "/par"
    case token = "/token"
    case deviceAuthorization = "/device_authorization"
    case device = "/device"
    case backchannel = "/backchannel"
    case telephone = "/telephone"
    case revoke = "/revoke"
    case introspect = "/introspect"
    case register = "/register"
    case registration = "/registration"
    case userInfo = "/userinfo"
    case logout = "/logout"
    case notes = "/notes"
    case vault = "/vault"
  }

  let context: TenantContext
  let provider = PlaygroundProvider.tollgate
  var state: State

  init(in context: TenantContext) {
    self.context = context
    state = State(keyLifetime: context.configuration.tollgate.keyLifetime)
  }

  var mount: String { Self.mount }

  /// Its registrations and its policy.
  var settings: TollgateConfiguration { context.configuration.tollgate }

  /// What it has to give, in this tenant.
  var offer: Offer { Offer(base: context.base) }

  /// The address of one of its paths.
  func address(of path: Path) -> String { base + path.rawValue }

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
    (question.subject as? Authorization).map { hasAllowed($0, person) } ?? false
  }

  func approve(_ question: Question, as signedIn: BrowserSignIn, _ visit: Visit) -> ResponseMessage {
    let contextClass = question.hasSignedIn ? Offer.password : Offer.session
    return switch question.subject {
    case let subject as Authorization: approve(subject, as: signedIn, contextClass: contextClass, visit)
    case let subject as DeviceQuestion: approve(subject, as: signedIn, contextClass: contextClass, visit)
    case let subject as BackchannelQuestion: approve(subject, as: signedIn, contextClass: contextClass, visit)
    default: context.refuse(.expired, visit)
    }
  }

  func deny(_ question: Question, _ visit: Visit) -> ResponseMessage {
    switch question.subject {
    case let subject as Authorization: deny(subject, visit)
    case let subject as DeviceQuestion: deny(subject, visit)
    case let subject as BackchannelQuestion: deny(subject, visit)
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
