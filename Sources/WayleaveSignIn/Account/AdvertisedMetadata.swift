public import WayleaveOAuth2
public import WayleaveWire

/// What an authorization server said of its protections at a sign-in, stored with the credential of it: what is
/// gone the next time is a downgrade.
public struct AdvertisedMetadata: Sendable, Equatable {
  /// The issuer that was asked.
  public let issuer: AbsoluteURL
  /// When it said so.
  public let seenAt: Instant
  /// What it said of its protections. It is read when it is compared, and not with each credential.
  private let document: JSON.Object

  /// What a document says.
  package init(_ metadata: AuthorizationServerMetadata, of issuer: AbsoluteURL, at now: Instant) {
    self.issuer = issuer
    document = metadata.protections
    seenAt = now
  }

  /// What it said, as far as it is needed again; nil where a stored document cannot be read.
  public var metadata: AuthorizationServerMetadata? {
    try? AuthorizationServerMetadata(document, for: issuer, named: document["issuer"]?.string.map(Issuer.init))
  }
}

extension AdvertisedMetadata {
  package var json: JSON {
    [
      "issuer": .string(issuer.text), "document": .object(document), "seen_at": JSON(seenAt.secondsSinceEpoch),
    ]
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let issuer = json["issuer"]?.string.flatMap({ try? AbsoluteURL($0) }),
      let document = json["document"]?.object, let seenAt = json["seen_at"]?.integer
    else { return nil }
    self.issuer = issuer
    self.document = document
    self.seenAt = Instant(secondsSinceEpoch: seenAt)
  }
}

extension AuthorizationServerMetadata {
  /// What is gone since an earlier document of the same issuer; throws `discovery.downgraded` unless that is accepted.
  package func downgrades(
    of issuer: AbsoluteURL, since earlier: AdvertisedMetadata?, areAccepted: Bool
  ) throws(OAuthError) -> [MetadataDowngrade] {
    guard let earlier, Issuer(earlier.issuer) == Issuer(issuer), let before = earlier.metadata else { return [] }
    let downgrades = downgrades(since: before)
    guard downgrades.isEmpty || areAccepted else { throw .downgraded(downgrades, at: issuer) }
    return downgrades
  }
}

extension OAuthError {
  fileprivate static func downgraded(_ downgrades: [MetadataDowngrade], at issuer: AbsoluteURL) -> OAuthError {
    let lost = downgrades.map(\.description).joined(separator: "; ")
    return OAuthError(
      .metadataDowngraded, message: "\(issuer) no longer offers a protection that it had before: \(lost).",
      rule: .wayleave("a protection that a server once had is not lost unseen"),
      expected: "\(lost), as \(issuer) advertised before", remedy: .acceptDowngrade)
  }
}
