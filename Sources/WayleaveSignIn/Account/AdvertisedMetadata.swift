public import WayleaveOAuth2
public import WayleaveWire

/// What an authorization server said of its protections at a sign-in, stored with the credential of it: what is
/// gone the next time is a downgrade.
public struct AdvertisedMetadata: Sendable, Equatable {
  /// The issuer that was asked.
  public let issuer: AbsoluteURL
  /// What it said, as far as it is needed again.
  public let metadata: AuthorizationServerMetadata
  /// When it said so.
  public let seenAt: Instant

  /// What a document says; throws what reading it again throws.
  package init(_ metadata: AuthorizationServerMetadata, of issuer: AbsoluteURL, at now: Instant) throws(OAuthError) {
    self.issuer = issuer
    self.metadata = try AuthorizationServerMetadata(metadata.protections, for: issuer, named: metadata.issuer)
    seenAt = now
  }
}

extension AdvertisedMetadata {
  package var json: JSON {
    [
      "issuer": .string(issuer.text), "document": .object(metadata.raw), "seen_at": JSON(seenAt.secondsSinceEpoch),
    ]
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let issuer = json["issuer"]?.string.flatMap({ try? AbsoluteURL($0) }),
      let document = json["document"]?.object, let seenAt = json["seen_at"]?.integer,
      let metadata = try? AuthorizationServerMetadata(
        document, for: issuer, named: document["issuer"]?.string.map(Issuer.init))
    else { return nil }
    self.issuer = issuer
    self.metadata = metadata
    self.seenAt = Instant(secondsSinceEpoch: seenAt)
  }
}

extension AuthorizationServerMetadata {
  /// What is gone since an earlier document of the same issuer; throws `discovery.downgraded` unless that is accepted.
  package func downgrades(
    of issuer: AbsoluteURL, since earlier: AdvertisedMetadata?, areAccepted: Bool
  ) throws(OAuthError) -> [MetadataDowngrade] {
    guard let earlier, Issuer(earlier.issuer) == Issuer(issuer) else { return [] }
    let downgrades = downgrades(since: earlier.metadata)
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
