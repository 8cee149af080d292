package import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

extension SignIn {
  mutating func discover(by discovery: Discovery) throws(OAuthError) -> Step {
    phase = .discovering(discovery)
    return .send(try discovery.request(), .metadata)
  }

  mutating func receiveMetadata(
    _ response: ResponseMessage, for discovery: Discovery, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    var discovery = discovery
    guard case .found(let metadata, let isOpenID) = try discovery.receive(response) else {
      return try discover(by: discovery)
    }
    try compare(metadata, of: discovery.issuer, at: now)
    let service = provider.adopt(metadata, of: discovery.issuer, isOpenID: isOpenID)
    return try beginAtKnownEndpoints(service, at: now, using: &random)
  }
}
