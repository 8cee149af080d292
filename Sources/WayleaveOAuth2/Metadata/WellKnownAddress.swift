public import WayleaveWire

/// Where servers publish what they are.
public enum WellKnownAddress {
  package static let openIDConfigurationPath = "/.well-known/openid-configuration"
  package static let authorizationServerPath = "/.well-known/oauth-authorization-server"
  package static let protectedResourcePath = "/.well-known/oauth-protected-resource"

  /// The metadata of an OpenID provider: the well-known path comes last.
  ///
  /// OpenID Connect Discovery §4: a trailing slash of the issuer is removed first.
  public static func openIDConfiguration(of issuer: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    try AbsoluteURL(withoutTrailingSlash(issuer.text) + openIDConfigurationPath)
  }

  /// The metadata of an OpenID provider, with the well-known path between host and path, as that of other servers.
  ///
  /// RFC 8414 §5; Model Context Protocol 2025-11-25, Authorization § Authorization Server Metadata Discovery. For an issuer
  /// without a path it is the address of ``openIDConfiguration(of:)``.
  package static func insertedOpenIDConfiguration(of issuer: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    try inserting(openIDConfigurationPath, into: issuer, path: withoutTrailingSlash(issuer.path))
  }

  /// The metadata of an authorization server: the well-known path stands between host and path.
  ///
  /// RFC 8414 §3.1.
  public static func authorizationServer(of issuer: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    try inserting(authorizationServerPath, into: issuer, path: withoutTrailingSlash(issuer.path))
  }

  /// The metadata of a protected resource: the well-known path stands between host and path, the query stays.
  ///
  /// RFC 9728 §3.1.
  public static func protectedResource(of resource: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    let path = resource.path == "/" ? "" : resource.path
    return try inserting(
      protectedResourcePath, into: resource, path: path + (resource.query.map { "?" + $0 } ?? ""))
  }

  /// The issuer whose metadata is published at an address; nil where the address is none of these.
  package static func issuer(publishingAt url: AbsoluteURL) -> AbsoluteURL? {
    let (openID, oauth) = (openIDConfigurationPath, authorizationServerPath)
    guard url.query == nil, url.fragment == nil else { return nil }
    if url.text.hasSuffix(openID) { return try? AbsoluteURL(String(url.text.dropLast(openID.count))) }
    guard let known = [oauth, openID].first(where: url.path.hasPrefix) else { return nil }
    let path = url.path.dropFirst(known.count)
    // What begins otherwise would go on with the host's name.
    guard path.isEmpty || path.hasPrefix("/") else { return nil }
    return try? AbsoluteURL("\(url.scheme)://\(url.authority ?? "")\(path)")
  }

  private static func inserting(
    _ wellKnown: String, into url: AbsoluteURL, path: String
  ) throws(OAuthError) -> AbsoluteURL { try AbsoluteURL("\(url.scheme)://\(url.authority ?? "")\(wellKnown)\(path)") }

  private static func withoutTrailingSlash(_ text: String) -> String {
    text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text
  }
}
