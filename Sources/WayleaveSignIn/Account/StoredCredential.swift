public import WayleaveOAuth2
public import WayleaveWire
public import WayleaveProvider

/// A credential as it is kept: whose it is, what is known of the user, and where it may be sent.
public struct StoredCredential: Sendable, Equatable {
  /// The key.
  public var account: Account
  /// The provider as it was when the credential came, with the endpoints that were found.
  public var provider: Provider
  /// The client through which it came.
  public var client: Client
  /// The name the user gave the account; nil when none was given.
  public var name: String?
  /// What the provider issued.
  public var credential: Credential
  /// Who the user is; nil when the provider does not tell.
  public var identity: Identity?
  /// Where requests may go besides the provider's own API origins.
  public var allowedOrigins: [Origin]
  /// When the credential came or was last refreshed.
  public var obtainedAt: Instant
  /// What the server advertised when the user signed in; nil where its endpoints were known without asking it.
  public var advertised: AdvertisedMetadata?
  /// Why only a new sign-in helps, when the provider has said so; the credential is kept for the user to see.
  public var endedBecause: String?
  /// What sign-outs could not deliver to the provider yet; empty as a rule.
  ///
  /// RFC 7009 §2.2.1.
  public var pendingRevocations: [PendingRevocation] = []

  /// A credential with what belongs to it.
  public init(
    account: Account, provider: Provider, client: Client, name: String? = nil, credential: Credential,
    identity: Identity? = nil,
    allowedOrigins: [Origin] = [], obtainedAt: Instant, advertised: AdvertisedMetadata? = nil,
    endedBecause: String? = nil
  ) {
    self.account = account
    self.provider = provider
    self.client = client
    self.name = name
    self.credential = credential
    self.identity = identity
    self.allowedOrigins = allowedOrigins
    self.obtainedAt = obtainedAt
    self.advertised = advertised
    self.endedBecause = endedBecause
  }
}

extension StoredCredential {
  /// The record with its secrets in the clear: for the encrypted store, and nothing else.
  package var exposedJSON: JSON {
    [
      "provider": .string(account.provider), "client": .string(account.client), "subject": .string(account.subject),
      "provider_entry": provider.json, "client_entry": client.exposedJSON, "name": JSON(name),
      "credential": credential.exposedJSON, "identity": identity?.json ?? .null,
      "allowed_origins": JSON(allowedOrigins.map(\.description)), "obtained_at": JSON(obtainedAt.secondsSinceEpoch),
      "advertised": advertised?.json ?? .null, "ended_because": JSON(endedBecause),
      "pending_revocations": .array(pendingRevocations.map(\.exposedJSON)),
    ]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let provider = json["provider"]?.string, let client = json["client"]?.string,
      let subject = json["subject"]?.string,
      let entry = json["provider_entry"].flatMap({ try? Provider(json: $0, allowingHTTP: true) }),
      let registration = json["client_entry"].flatMap(Client.init(exposedJSON:)),
      let credential = json["credential"].flatMap(Credential.init(exposedJSON:))
    else { return nil }
    self.init(
      account: Account(provider: provider, client: client, subject: subject), provider: entry,
      client: registration, name: json["name"]?.string,
      credential: credential, identity: json["identity"].flatMap(Identity.init(json:)),
      allowedOrigins: json["allowed_origins"]?.array?.compactMap { $0.string.flatMap { try? Origin($0) } } ?? [],
      obtainedAt: Instant(secondsSinceEpoch: json["obtained_at"]?.integer ?? 0),
      advertised: json["advertised"].flatMap(AdvertisedMetadata.init(json:)),
      endedBecause: json["ended_because"]?.string)
    for pending in json["pending_revocations"]?.array ?? [] {
      // A record that lost what is to be revoked is damaged: the user was told that it will be.
      guard let pending = PendingRevocation(exposedJSON: pending) else { return nil }
      pendingRevocations.append(pending)
    }
  }
}
