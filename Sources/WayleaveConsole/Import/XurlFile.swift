import WayleaveSignIn
package import WayleaveWire

/// The file in which X's `xurl` stores its apps and their tokens: `~/.xurl`, or `auth.yml` in a folder of that name.
///
/// xurl's README, "Token Storage": YAML, apps with their client and their tokens by user. Earlier versions wrote JSON
/// without the client.
package struct XurlFile: Sendable {
  /// What stands in it.
  package private(set) var found = FoundAccounts()

  /// Reads a file; throws `account_file.malformed` for one that `xurl` did not write, or that has no token.
  package init(reading file: [UInt8]) throws(OAuthError) {
    let file = try ForeignSection(yaml: file, of: "xurl", remedy: Self.remedy)
    if let apps = try file.section("apps") {
      for (name, app) in try apps.sections() { try take(app, named: name) }
    } else {
      try take(file, named: "xurl")
    }
    try found.requireContent(of: "xurl", remedy: Self.remedy)
  }

  private static let remedy: Remedy = "Name the file of xurl, such as ~/.xurl or ~/.xurl/auth.yml."
  private static let host = "x.com"

  private mutating func take(_ app: ForeignSection, named name: String) throws(OAuthError) {
    let client = try Self.client(of: app, named: name)
    for (user, token) in try app.section("oauth2_tokens")?.sections() ?? [] {
      try takeOAuth2(token, of: user, client: client)
    }
    // The YAML has the singular, the JSON before it the plural.
    for key in ["oauth1_token", "oauth1_tokens"] {
      if let token = try app.section(key) { try takeOAuth1(token, of: name) }
    }
    if try app.section("bearer_token")?.text("bearer") != nil {
      found.leaveOut("The app-only token of “\(name)”", because: "it is no user's.")
    }
  }

  private static func client(of app: ForeignSection, named name: String) throws(OAuthError) -> FoundClient? {
    guard let id = try app.text("client_id") else { return nil }
    let redirectURIs = app.redirectURIs([try app.text("redirect_uri")])
    return try app.client(named: name, id: id, secret: try app.secret("client_secret"), redirectURIs: redirectURIs)
  }

  private mutating func takeOAuth2(
    _ token: ForeignSection, of user: String, client: FoundClient?
  ) throws(OAuthError) {
    guard let token = try token.section("oauth2"), let access = try token.secret("access_token") else {
      return found.leaveOut("The token of \(user)", because: "there is no access token.")
    }
    var refresh = try token.secret("refresh_token")
    if refresh != nil, client == nil {
      found.leaveOut("The refresh token of \(user)", because: "the file does not name the client that may use it.")
      refresh = nil
    }
    let expiry = token.json["expiration_time"]?.integer.flatMap { $0 > 0 ? Instant(secondsSinceEpoch: $0) : nil }
    found.add(
      FoundAccount(
        host: Self.host, user: user,
        credential: .oauth2(.init(accessToken: access, refreshToken: refresh, expiresAt: expiry)), client: client,
        provider: "x"))
  }

  private mutating func takeOAuth1(_ token: ForeignSection, of app: String) throws(OAuthError) {
    let parts = try token.section("oauth1")?
      .oauth1((token: "access_token", secret: "token_secret", key: "consumer_key", keySecret: "consumer_secret"))
    guard let parts else {
      return found.leaveOut("The OAuth 1.0a token of “\(app)”", because: "a part of it is missing.")
    }
    found.add(
      FoundAccount(
        host: Self.host, user: nil, credential: parts.credential, client: parts.client, provider: "twitter"))
  }
}
