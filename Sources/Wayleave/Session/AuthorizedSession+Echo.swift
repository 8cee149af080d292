public import HTTPTypes
import WayleaveOAuth1
import WayleaveSignIn
public import WayleaveWire

/// OAuth Echo: another server learns who the user is, and holds none of the user's secrets.
extension AuthorizedSession {
  /// The two fields to send to another server, with which that server asks `provider` who the user is.
  ///
  /// Twitter's "OAuth Echo": `X-Auth-Service-Provider` and `X-Verify-Credentials-Authorization`. Nothing is sent. The
  /// address must be one where the credential may go; it is signed for a GET. Throws `request.foreign_origin`, and
  /// `configuration.unsupported` for an account of OAuth 2.
  public func echoHeaders(for provider: AbsoluteURL) async throws(OAuthError) -> HTTPFields {
    let echo = try await credentials.authorization().authorization.echo(
      of: provider, stamp: accounts.stamp(for: account))
    var carrier = RequestMessage(.get, to: provider)
    try echo.apply(to: &carrier)
    return carrier.head.headerFields
  }
}
