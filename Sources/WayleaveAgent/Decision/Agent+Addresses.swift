import WayleaveAgentProtocol
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// The addresses for which the agent makes no request.
extension Agent {
  /// Requires the URL that an OAuth Echo may name: any other would be a signed request by a grant for less.
  func requireEchoAddress(_ address: AbsoluteURL, of stored: StoredCredential) throws(OAuthError) {
    // The URL of the sign-in's entry: a program can change today's entry, which is a file.
    let known = stored.provider.handOver?.verifyCredentials
    guard let known, known.url.text.hasSameBytes(as: address.text) else {
      throw OAuthError(
        .unsupported, message: "OAuth Echo names only the address at which the provider says who the user is.",
        rule: .wayleave("OAuth Echo is for the address of the entry alone"),
        expected: known.map { .init($0.url.text) } ?? "an entry with `verify_credentials`",
        received: .text(address.text), remedy: "Use that address, or `wayleave request`.")
    }
  }

  /// Refuses the endpoints of the protocol: a signed request there gets a new token, or ends one.
  func requireNoOAuthEndpoint(_ message: AgentMessage, of stored: StoredCredential) throws(OAuthError) {
    let wanted = try AbsoluteURL(message.url)
    let endpoints = [stored.provider, registration(of: stored).provider].flatMap(\.oauthEndpoints)
    guard endpoints.contains(where: { $0.isPlace(of: wanted, with: message.body ?? []) }) else { return }
    throw OAuthError(
      .unsupported, message: "The agent makes no request to an endpoint of OAuth.",
      rule: .wayleave("a grant for requests is one for the API"), received: .text(message.url),
      remedy: "Use `wayleave token`, or `wayleave logout`.")
  }
}

extension Provider {
  /// Where tokens are made, ended and looked at.
  fileprivate var oauthEndpoints: [Endpoint] {
    switch service {
    case .oauth1(let service):
      [service.temporaryCredentialEndpoint, service.authorizationEndpoint, service.tokenEndpoint]
        + [service.invalidationEndpoint].compactMap(\.self)
    case .oauth2(let service):
      [service.tokenEndpoint] + service.otherEndpoints.filter { $0.key != .userInfo }.values
    case .issuer: []
    }
  }
}

extension Endpoint {
  /// Whether a URL is the same place, also at another name of the same server.
  fileprivate func isPlace(of other: AbsoluteURL, with body: [UInt8]) -> Bool {
    let place = Self.place(url.path)
    guard !place.isEmpty || origin == Origin(of: other) else { return false }
    return place.hasSameBytes(as: Self.place(other.path))
      && Self.pairs(url.query).isSubset(
        of: Self.pairs(other.query).union(Self.pairs(String(decoding: body, as: UTF8.self))))
  }

  /// The path as lenient servers read it: they decode escapes, and ignore case, and empty or dot segments.
  private static func place(_ path: String) -> String {
    let decoded = String(decoding: PercentEncoding.decode(path.utf8) ?? Array(path.utf8), as: UTF8.self)
    var segments: [Substring] = []
    for segment in decoded.lowercased().split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    return segments.joined(separator: "/")
  }

  /// The fields of a query, or of a form that a server reads as one.
  private static func pairs(_ query: String?) -> Set<String> {
    let fields = (try? Form(decoding: query ?? ""))?.fields ?? []
    return Set(fields.map { String(decoding: $0.name + [UInt8(ascii: "=")] + $0.value, as: UTF8.self).lowercased() })
  }
}
