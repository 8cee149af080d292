package import WayleaveWire

/// The file in which Twitter's `twurl` stores its tokens of OAuth 1.0a: `~/.twurlrc`.
///
/// YAML: `profiles`, by user and then by consumer key, each with `token`, `secret` and `consumer_secret`.
package struct TwurlFile: Sendable {
  /// What stands in it.
  package private(set) var found = FoundAccounts()

  /// Reads a file; throws `account_file.malformed` for one that `twurl` did not write, or that has no token.
  package init(reading file: [UInt8]) throws(OAuthError) {
    let file = try ForeignSection(yaml: file, of: "twurl", remedy: Self.remedy)
    for (user, profiles) in try file.section("profiles")?.sections() ?? [] {
      for (_, profile) in try profiles.sections() { try take(profile, of: user) }
    }
    for _ in try file.section("bearer_tokens")?.json.object?.members ?? [] {
      found.leaveOut("An app-only token", because: "it is no user's.")
    }
    try found.requireContent(of: "twurl", remedy: Self.remedy)
  }

  private static let remedy: Remedy = "Name the file of twurl, such as ~/.twurlrc."

  private mutating func take(_ profile: ForeignSection, of user: String) throws(OAuthError) {
    let parts = try profile.oauth1(
      (token: "token", secret: "secret", key: "consumer_key", keySecret: "consumer_secret"))
    guard let parts else { return found.leaveOut("The profile of \(user)", because: "a part of it is missing.") }
    found.add(
      FoundAccount(
        host: "x.com", user: user, credential: parts.credential, client: parts.client, provider: "twitter"))
  }
}
