import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

extension SignIn {
  func discover(by discovery: Discovery) throws(OAuthError) -> Turn {
    .step(.send(try discovery.request(), .metadata), .discovering(discovery))
  }

  mutating func receiveMetadata(
    _ response: ResponseMessage, for discovery: Discovery, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Turn {
    var discovery = discovery
    guard case .found(let metadata, let isOpenID) = try discovery.receive(response) else {
      return try discover(by: discovery)
    }
    try compare(metadata, of: discovery.issuer, at: now)
    let service = provider.adopt(metadata, of: discovery.issuer, isOpenID: isOpenID)
    return try beginAtKnownEndpoints(service, at: now, using: &random)
  }

  /// What a server advertised before and no longer does is refused until the user agrees.
  ///
  /// RFC 9700 §4.4 and §4.8.2 name attacks by which protections go missing unseen.
  mutating func compare(
    _ metadata: AuthorizationServerMetadata, of issuer: AbsoluteURL, at now: Instant
  ) throws(OAuthError) {
    downgrades = try metadata.downgrades(of: issuer, since: advertisedBefore, areAccepted: acceptsDowngrade)
    advertised = AdvertisedMetadata(metadata, of: issuer, at: now)
    unlistedScopes =
      metadata.scopes.map { listed in scopes.filter { scope in !listed.contains { $0.hasSameBytes(as: scope) } } } ?? []
  }
}
