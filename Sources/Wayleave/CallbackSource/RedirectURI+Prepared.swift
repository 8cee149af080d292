package import WayleaveOAuth2
package import WayleaveWire

extension [RedirectURI] {
  /// The redirect URI that a callback source has ready now for one of this machine, and that one without a port.
  ///
  /// RFC 8252 §7.3 has servers take any port, and some compare it all the same. The second one serves where the port is
  /// taken later. A redirect URI of another kind stands alone.
  package static func prepared(
    by source: any CallbackSource, for uri: RedirectURI
  ) async throws(OAuthError) -> [RedirectURI] {
    let session: any CallbackSession
    do { session = try await source.prepare(for: [uri]) } catch { throw .sourceFailed(error) }
    let exact = session.redirectURI
    await session.close()
    return exact == uri ? [uri] : [exact, uri]
  }
}
