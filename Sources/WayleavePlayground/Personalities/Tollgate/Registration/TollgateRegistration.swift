import WayleaveWire

/// A client that registered itself, and the token by which it changes or ends that.
struct TollgateRegistration: Sendable {
  var client: TollgateClient
  let accessToken: Secret
  let issuedAt: Instant
  /// The server that knows it.
  let server: TollgateServer

  /// How long a registration over the wire is remembered.
  static let lifetime: Duration = .seconds(7 * 86_400)
}
