import WayleaveOAuth2
import WayleaveWire

/// A client that no one registered: its id is the URL of a document that says what others register.
///
/// OAuth Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document).
struct PublishedClient: Sendable {
  /// How large a document may be: § Security Considerations.
  static let maximumSize = 5 * 1024
  /// How long a document counts before it is fetched again; one that is not good never counts.
  static let lifetime: Duration = .seconds(300)
  /// How long a client is known whose document is not asked for.
  static let memory: Duration = .seconds(7 * 86_400)

  let client: TollgateClient
  let fetchedAt: Instant

  /// The URL that a client id is; nil for an id of another kind.
  ///
  /// § Client Identifier, and http on this machine. It should have no query, and here it must not.
  static func url(of id: ClientID) -> AbsoluteURL? {
    guard id.text.hasPrefix("http"), let url = try? AbsoluteURL(id.text),
      url.scheme == "https" || (url.scheme == "http" && url.isLoopback), url.fragment == nil, url.query == nil,
      url.path.utf8.count > 1
    else { return nil }
    let hasDots = url.path.split(separator: "/").contains {
      let periods = $0.lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
      return periods == "." || periods == ".."
    }
    return hasDots ? nil : url
  }

  /// Reads the document that came from the id; nil for what is no document of this client.
  init?(reading answer: ResponseMessage, of id: ClientID, at now: Instant) {
    // "client_id" is compared byte for byte, and a redirect is not followed: else one client could speak for another.
    guard answer.status == 200, answer.body.count <= Self.maximumSize,
      let members = (try? JSON(decoding: answer.body))?.object,
      members["client_id"]?.string?.hasSameBytes(as: id.text) == true,
      members["client_secret"] == nil, members["client_secret_expires_at"] == nil,
      var metadata = try? ClientMetadata(members), let host = Self.url(of: id)?.host
    else { return nil }
    metadata.authentication = metadata.authentication ?? .publicClient
    guard metadata.authentication == .publicClient || metadata.authentication == .privateKeyJWT else { return nil }
    // The person sees the host, which is verified; the name is what the client says.
    metadata.name = metadata.name.map { "\($0) (\(host))" } ?? host
    // A document is for many servers: what this one does not offer cannot be asked for, and may be in it.
    guard let client = try? TollgateClient(id: id, metadata: metadata, offeredScopes: metadata.scopes) else {
      return nil
    }
    (self.client, fetchedAt) = (client, now)
  }
}
