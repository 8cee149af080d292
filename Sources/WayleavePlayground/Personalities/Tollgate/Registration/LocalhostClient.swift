import WayleaveOAuth2
import WayleaveWire

/// A client of the AT Protocol that is still being developed: its id says all that others publish.
///
/// AT Protocol, OAuth, Localhost Client Development.
enum LocalhostClient {
  private static let start = "http://localhost"
  private static let usualRedirectURIs = ["http://127.0.0.1/", "http://[::1]/"]

  /// The client of an id; nil for an id that is none of these.
  static func client(of id: ClientID) -> TollgateClient? {
    guard id.text.hasPrefix(start), let url = try? AbsoluteURL(id.text), url.scheme == "http",
      url.host == "localhost", url.port == nil, url.path.isEmpty || url.path == "/", url.fragment == nil,
      let form = try? Form(decoding: url.query ?? ""),
      form.fields.allSatisfy({ ["redirect_uri", "scope"].contains(String(decoding: $0.name, as: UTF8.self)) }),
      let redirectURIs = redirectURIs(in: form), let scope = try? form.text(of: "scope") ?? "atproto"
    else { return nil }
    let metadata = ClientMetadata(
      redirectURIs: redirectURIs, authentication: .publicClient,
      grantTypes: [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType],
      name: "A program in development", scopes: scope.split(separator: " ").map(String.init))
    return try? TollgateClient(id: id, metadata: metadata, offeredScopes: TollgateOffer.pdsScopes.map(\.name))
  }

  /// Where its users may come back to: on this machine, by the address, at any port.
  private static func redirectURIs(in form: Form) -> [RedirectURI]? {
    let named = form.values(of: "redirect_uri").map { String(decoding: $0, as: UTF8.self) }
    let uris = (named.isEmpty ? usualRedirectURIs : named).map { try? RedirectURI($0) }
    let areGood = uris.allSatisfy { uri in
      uri.map { $0.url.isLoopback && $0.url.scheme == "http" && $0.url.host != "localhost" } ?? false
    }
    return areGood ? uris.compactMap(\.self) : nil
  }
}
