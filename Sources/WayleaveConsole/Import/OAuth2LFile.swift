import WayleaveSignIn
package import WayleaveWire

/// The file in which Google's `oauth2l` caches its tokens: `~/.oauth2l`.
///
/// JSON whose names are themselves JSON, which says how a token was requested, and whose values are JSON in base64: the
/// token as the Go library writes it.
package struct OAuth2LFile: Sendable {
  /// What stands in it.
  package private(set) var found = FoundAccounts()

  /// Reads a file; throws `account_file.malformed` for one that `oauth2l` did not write, or that has no token.
  package init(reading file: [UInt8]) throws(OAuthError) {
    let file = try ForeignSection(json: file, of: Self.program, remedy: Self.remedy)
    for member in file.json.object?.members ?? [] {
      guard let token = member.value.string.flatMap({ Base64.standard.decode($0) }) else {
        throw file.refusal("a value that is not base64")
      }
      try take(
        try ForeignSection(json: token, of: Self.program, remedy: Self.remedy),
        for: try ForeignSection(json: Array(member.name.utf8), of: Self.program, remedy: Self.remedy))
    }
    try found.requireContent(of: Self.program, remedy: Self.remedy)
  }

  private static let program = "oauth2l"
  private static let remedy: Remedy = "Name the cache file of oauth2l, such as ~/.oauth2l."

  private mutating func take(_ token: ForeignSection, for request: ForeignSection) throws(OAuthError) {
    let scopes = request.json["Scope"]?.string?.split { $0 == " " || $0 == "," }.map(String.init) ?? []
    let what = "A token with the scope “\(scopes.joined(separator: " "))”"
    guard !scopes.isEmpty else {
      return found.leaveOut("A token without a scope", because: "it is a JWT of a service account, which is no user.")
    }
    let issued = try Self.issued(by: request)
    guard !issued.isServiceAccount else {
      return found.leaveOut(what, because: "it is that of a service account, which is no user.")
    }
    // Earlier versions wrote the names of Go's fields.
    guard let access = try token.secret("access_token", "AccessToken") else {
      return found.leaveOut(what, because: "there is no access token.")
    }
    var refresh = try token.secret("refresh_token", "RefreshToken")
    refresh = refresh ?? issued.refreshToken
    if refresh != nil, issued.client == nil {
      found.leaveOut(
        "The refresh token for “\(scopes.joined(separator: " "))”",
        because: "the file does not name the client that may use it.")
      refresh = nil
    }
    let expiry = (token.json["expiry"] ?? token.json["Expiry"])?.string.flatMap(Instant.init(timestamp:))
    found.add(
      FoundAccount(
        host: "google.com", user: nil,
        credential: .oauth2(
          .init(
            accessToken: access, refreshToken: refresh, scopes: scopes,
            expiresAt: expiry.flatMap { $0.secondsSinceEpoch > 0 ? $0 : nil })), client: issued.client,
        provider: "google"))
  }

  private struct Issued {
    var client: FoundClient?
    var refreshToken: Secret?
    var isServiceAccount = false
  }

  /// The client of a token: the file of Google's console, or of its SDK, that was used.
  private static func issued(by request: ForeignSection) throws(OAuthError) -> Issued {
    guard let text = request.json["CredentialsJSON"]?.string, !text.isEmpty else { return Issued() }
    let file = try ForeignSection(json: Array(text.utf8), of: program, remedy: remedy)
    if try file.text("type") == "service_account" { return Issued(isServiceAccount: true) }
    let (installed, web) = (try file.section("installed"), try file.section("web"))
    let registered = installed ?? web ?? file
    guard let id = try registered.text("client_id") else { return Issued() }
    let client = try registered.client(named: program, id: id, secret: try registered.secret("client_secret"))
    return Issued(client: client, refreshToken: try file.secret("refresh_token"))
  }
}
