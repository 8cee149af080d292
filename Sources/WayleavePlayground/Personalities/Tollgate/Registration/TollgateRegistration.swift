import WayleaveWire

/// A client that registered itself, and the token by which it changes or ends that.
struct TollgateRegistration: Sendable {
  var client: TollgateClient
  let accessToken: Secret
  let issuedAt: Instant
  /// Whether it is known at the server of the origin, and not at the usual one.
  let isOfOrigin: Bool

  /// How long a registration over the wire is remembered.
  static let lifetime: Duration = .seconds(7 * 86_400)
}
