import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// How an application is registered to come by its tokens.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §4.
struct TollgateBackchannelRegistration: Sendable {
  /// Where it is notified that a person has answered; nil for one that only polls.
  let notificationEndpoint: Endpoint?
  /// By which algorithm it signs its requests; nil for one that does not.
  let requestAlgorithm: SignatureAlgorithm?

  static let modes: [BackchannelDeliveryMode] = [.poll, .ping]

  /// Reads a registration; throws what is wrong with it, in words.
  init(_ metadata: ClientMetadata) throws(OAuthError) {
    let members = metadata.additional
    let mode = members["backchannel_token_delivery_mode"]?.string.flatMap(BackchannelDeliveryMode.init)
    guard let mode, Self.modes.contains(mode) else {
      throw .unregistrable("“poll” or “ping” as backchannel_token_delivery_mode")
    }
    guard members["backchannel_user_code_parameter"]?.bool != true else {
      throw .unregistrable("no user code: none is offered")
    }
    let address = members["backchannel_client_notification_endpoint"]?.string
    notificationEndpoint = mode == .ping ? try address.flatMap { try? Endpoint($0) }.map(Self.reachable) : nil
    guard mode == .poll || notificationEndpoint != nil else {
      throw .unregistrable("a backchannel_client_notification_endpoint for “ping”")
    }
    requestAlgorithm = try members["backchannel_authentication_request_signing_alg"].map { name throws(OAuthError) in
      guard let algorithm = name.string.flatMap({ SignatureAlgorithm(rawValue: $0) }),
        TollgateClientRules.assertionAlgorithms.contains(algorithm), case .set = metadata.keys
      else { throw .unregistrable("an algorithm that is offered, and keys as “jwks”, for requests that are signed") }
      return algorithm
    }
  }

  /// The playground notifies programs on this machine only.
  private static func reachable(_ endpoint: Endpoint) throws(OAuthError) -> Endpoint {
    guard endpoint.url.isLoopback, endpoint.url.scheme == "http" else {
      throw .unregistrable("http on this machine as backchannel_client_notification_endpoint")
    }
    return endpoint
  }
}
