import WayleaveOAuth2
import WayleaveSignIn
package import WayleaveWire

/// An account of `oidc-agent`, as `oidc-gen --print` decrypts it: JSON with issuer, client and refresh token.
///
/// The issuer has a slash at its end, which oidc-agent adds where there is none.
package struct OIDCAgentAccount: Sendable {
  /// What stands in it. The access token is missing: only the refresh token is stored.
  package let found: FoundAccounts

  /// Reads an account; throws `account_file.malformed` for something else, or an account without a refresh token.
  package init(reading text: [UInt8]) throws(OAuthError) {
    let account = try ForeignSection(json: text, of: "oidc-agent", remedy: Self.remedy)
    guard let issuer = try account.text("issuer_url", "issuer"), let id = try account.text("client_id")
    else { throw account.refusal("no issuer or no client") }
    guard let refresh = try account.secret("refresh_token") else { throw account.refusal("no refresh token") }
    let redirectURIs = account.redirectURIs(account.json["redirect_uris"]?.array?.map(\.string) ?? [])
    let name = try account.text("name")
    let client = try account.client(
      named: name ?? "oidc-agent", id: id, secret: try account.secret("client_secret"), redirectURIs: redirectURIs)
    let scopes = account.json["scope"]?.string?.split(separator: " ").map(String.init)
    let credential = Credential.oauth2(
      .init(
        accessToken: Secret(""), refreshToken: refresh, scopes: scopes == ["max"] ? nil : scopes,
        expiresAt: Instant(secondsSinceEpoch: 0)))
    guard let url = try? AbsoluteURL(issuer), let host = url.host else {
      throw account.refusal("an issuer that is no URL")
    }
    found = FoundAccounts(
      [FoundAccount(host: host, user: nil, credential: credential, client: client, provider: issuer)]
        .compactMap(\.self))
  }

  private static let remedy: Remedy =
    "Name an account of oidc-agent, as `oidc-gen --accounts` lists them, or give what `oidc-gen --print` prints."
}
