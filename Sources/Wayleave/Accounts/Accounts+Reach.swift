import HTTPTypes
package import WayleaveWire

extension Accounts {
  /// What a server answers to a request that asks for nothing and carries no secret: whether it is there.
  package func answer(of url: AbsoluteURL) async throws(OAuthError) -> ResponseMessage {
    try await exchange.send(RequestMessage(.get, to: url), within: .metadata)
  }
}
