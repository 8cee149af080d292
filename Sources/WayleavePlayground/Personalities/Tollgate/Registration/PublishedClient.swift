import WayleaveOAuth2
import WayleaveWire

/// A client that no one registered: its id is the URL of a document that says what others register.
///
/// OAuth Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document).
struct PublishedClient: Sendable {
  /// How long a document counts before it is fetched again; one that is not good never counts.
  static let lifetime: Duration = .seconds(300)
  /// How long a client is known whose document is not asked for.
  static let memory: Duration = .seconds(7 * 86_400)

  let client: TollgateClient
  let fetchedAt: Instant

  /// The URL that a client id is; nil for an id of another kind.
  ///
  /// Also http on this machine. It should have no query and a path of its own, and here it must.
  static func url(of id: ClientID) -> AbsoluteURL? {
    guard let url = try? ClientIDMetadataDocument.url(of: id, allowingLoopback: true),
      ClientIDMetadataDocument.warning(of: url) == nil
    else { return nil }
    return url
  }

  /// Reads the document that came from the id; nil for what is no document of this client.
  init?(reading answer: ResponseMessage, of id: ClientID, at now: Instant) {
    guard let host = Self.url(of: id)?.host,
      var metadata = try? ClientIDMetadataDocument(reading: answer, of: id, allowingLoopback: true).metadata
    else { return nil }
    metadata.authentication = metadata.authentication ?? .publicClient
    // The person sees the host, which is verified; the name is what the client says.
    metadata.name = metadata.name.map { "\($0) (\(host))" } ?? host
    // A document is for many servers: what this one does not offer cannot be asked for, and may be in it.
    guard let client = try? TollgateClient(id: id, metadata: metadata, offeredScopes: metadata.scopes) else {
      return nil
    }
    (self.client, fetchedAt) = (client, now)
  }
}
