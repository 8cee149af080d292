import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire
public import WayleaveProvider

/// A credential as it is stored: its account, what is known of the user, and where it may be sent.
public struct StoredCredential: Sendable, Equatable {
  /// The key.
  public var account: Account
  /// The provider as it was when the credential was issued, with the endpoints that were found.
  public var provider: Provider { didSet { entryForm = EntryForm() } }
  /// The client to which it was issued.
  public var client: Client
  /// The API, or else the issuer, for which a sign-in has registered the client; nil for a client that was given.
  package var clientMadeFor: String?
  /// That registration, under the title that the server shows, where the app has no other place for it; nil for a client that
  /// was given, and where the program stores its registrations by themselves.
  package var appRegistration: RegisteredClient?
  /// The name the user gave the account; nil when none was given.
  public var name: String?
  /// What the provider issued.
  public var credential: Credential
  /// Who the user is; nil when the provider does not say.
  public var identity: Identity?
  /// Where requests may go in addition to the provider's own API origins.
  public var allowedOrigins: [Origin]
  /// When the credential was issued or last refreshed.
  public var obtainedAt: Instant
  /// What the server advertised when the user signed in; nil where its endpoints were known without asking it.
  public var advertised: AdvertisedMetadata?
  /// What ended the credential; nil for one that has not ended. It stays for the user to see.
  package var ending: CredentialEnding?
  /// The refresh that began last, when its outcome was not stored.
  package var refreshAttempt: RefreshAttempt?
  /// Which APIs refused a token that had just been renewed, so that their refusals cause no renewal for a while.
  package var refusedRenewals = RefusedRenewals()
  /// Whether the sign-in demanded tokens that are bound to a key: then a refresh accepts no others.
  public var requiresBinding = false
  /// The APIs that the sign-in named, which each refresh names too; empty in records of earlier versions.
  ///
  /// RFC 8707 §2.
  package var resources: [ResourceIndicator] = []
  /// Whether the sign-in was to name none, so that the next one names none either.
  package var omitsResources = false
  /// The file of certificates that the sign-in trusted in addition to the system's; nil for none.
  ///
  /// What it took to reach the provider belongs to the account: renewals, other programs and the sign-out need it too.
  package var trustRoots: String?
  /// The subject under which the credential was stored until the provider said who the user is; nil for none.
  ///
  /// A record of that name is what a program left that ended between two writes: nothing may refresh it.
  public package(set) var provisionalSubject: String?
  /// What sign-outs could not deliver to the provider yet; empty as a rule.
  ///
  /// RFC 7009 §2.2.1.
  package var pendingRevocations: [PendingRevocation] = []
  /// Names the time from the sign-in that stored the account to its sign-out; nil in records of earlier versions.
  ///
  /// A renewed sign-in keeps it. After a sign-out there is another one: what was allowed before is not allowed again.
  /// It begins with its time, so that the first of several accounts is known: ``enrolledAt``.
  package var enrollment: String?
  /// The machines that have signed the account in or renewed it, the last one at the end; empty where that is not known.
  package var machines: [String] = []
  /// When the last sign-in stored it, which no refresh changes; nil for what was not signed in to here, and in records of
  /// earlier versions.
  package var signedInAt: Instant?
  /// The provider's entry as a record has it.
  private var entryForm = EntryForm()

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
    ending = endedBecause.map(CredentialEnding.refused)
  }
}

extension StoredCredential {
  /// The id of the client that it came by.
  ///
  /// A registration that a sign-in made may be replaced by another one. The account stays, and so does its key, which has
  /// the id of the first.
  package var clientID: ClientID { clientMadeFor == nil ? account.client : client.id }

  /// Whether both came by one client, or by registrations for one API, of which a later one replaces an earlier one.
  package func hasClient(of other: StoredCredential) -> Bool {
    isAccount(at: other.account.provider, as: other.clientID, madeFor: other.clientMadeFor)
  }

  /// Whether a sign-in by a client may renew this account: one of the same client, or of an earlier one that was registered
  /// for the same API.
  package func isAccount(at provider: ProviderName, as client: ClientID?, madeFor purpose: String?) -> Bool {
    guard account.provider == provider else { return false }
    if let purpose, clientMadeFor?.hasSameBytes(as: purpose) ?? false { return true }
    return clientID == client
  }

  /// Why only a new sign-in helps: in the words of the provider, or since the user signed out. Nil for a good one.
  ///
  /// What is set counts as the provider's.
  public var endedBecause: String? {
    get { ending?.reason }
    set { ending = newValue.map(CredentialEnding.refused) }
  }
}

extension StoredCredential {
  /// The record with its secrets in the clear, for the encrypted store and nothing else.
  package var exposedJSON: JSON {
    [
      "provider": .string(account.provider.text), "client": .string(account.client.text),
      "subject": .string(account.subject), "grant": .string(account.grant),
      "provider_entry": entryForm.json(of: provider), "client_entry": client.exposedJSON, "name": JSON(name),
      "credential": credential.exposedJSON, "identity": identity?.json ?? .null,
      "allowed_origins": JSON(allowedOrigins.map(\.description)), "obtained_at": JSON(obtainedAt.secondsSinceEpoch),
      "advertised": advertised?.json ?? .null, "ended_because": JSON(endedBecause),
      "signed_out": .bool(ending == .signedOut),
      "refresh_attempt": refreshAttempt?.json ?? .null, "requires_binding": .bool(requiresBinding),
      "client_made_for": JSON(clientMadeFor), "app_registration": appRegistration?.exposedJSON ?? .null,
      "refused_renewals": refusedRenewals.json,
      "provisional_subject": JSON(provisionalSubject),
      "pending_revocations": .array(pendingRevocations.map(\.exposedJSON)), "enrollment": JSON(enrollment),
      "machines": JSON(machines), "signed_in_at": signedInAt.map { JSON($0.secondsSinceEpoch) } ?? .null,
      "resources": omitsResources ? false : resources.isEmpty ? .null : JSON(resources.map(\.text)),
      "trust_roots": JSON(trustRoots),
    ]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    self.init(exposedJSON: json, readingEntry: Provider.ofRecord)
    entryForm = EntryForm(json["provider_entry"])
  }

  /// The same with other readers of the provider's entry and of the client.
  init?(
    exposedJSON json: JSON, readingEntry entry: (JSON) -> Provider?,
    client: (JSON) -> Client? = { Client(exposedJSON: $0) }
  ) {
    guard let account = Account(json: json),
      let entry = json["provider_entry"].flatMap(entry),
      let registration = json["client_entry"].flatMap(client),
      let credential = json["credential"].flatMap(Credential.init(exposedJSON:))
    else { return nil }
    self.init(
      account: account, provider: entry, client: registration, name: json["name"]?.string,
      credential: credential, identity: json["identity"].flatMap(Identity.init(json:)),
      allowedOrigins: json["allowed_origins"]?.array?.compactMap { $0.string.flatMap { try? Origin($0) } } ?? [],
      obtainedAt: Instant(secondsSinceEpoch: json["obtained_at"]?.integer ?? 0),
      advertised: json["advertised"].flatMap(AdvertisedMetadata.init(json:)))
    refreshAttempt = json["refresh_attempt"].flatMap(RefreshAttempt.init(json:))
    refusedRenewals = RefusedRenewals(json: json["refused_renewals"])
    requiresBinding = json["requires_binding"]?.bool ?? false
    provisionalSubject = json["provisional_subject"]?.string
    clientMadeFor = json["client_made_for"]?.string
    appRegistration = json["app_registration"].flatMap(RegisteredClient.init(exposedJSON:))
    enrollment = json["enrollment"]?.string
    machines = json["machines"]?.array?.compactMap(\.string) ?? []
    signedInAt = json["signed_in_at"]?.integer.map(Instant.init(secondsSinceEpoch:))
    trustRoots = json["trust_roots"]?.string
    resources = json["resources"]?.array?.compactMap { $0.string.flatMap { try? ResourceIndicator($0) } } ?? []
    omitsResources = json["resources"] == false
    for pending in json["pending_revocations"]?.array ?? [] {
      // A record that lost what is to be revoked is damaged: the program promised the user to revoke it.
      guard let pending = PendingRevocation(exposedJSON: pending) else { return nil }
      pendingRevocations.append(pending)
    }
    if let reason = json["ended_because"]?.string {
      ending = CredentialEnding(because: reason, isSignOut: json["signed_out"]?.bool, isBeingRevoked: isSignedOut)
    }
  }
}

extension StoredCredential {
  /// Reads what ``exposedJSON`` wrote, without the provider's entry: reading that takes longer than all else.
  ///
  /// Its own entry sends nothing anywhere, and says at most in which run of a playground it is. It is for what needs the
  /// account and the token, and nothing else of the provider.
  package static func withoutEntry(exposedJSON json: JSON) -> StoredCredential? {
    StoredCredential(exposedJSON: json, readingEntry: { Provider.unread?.inRun(of: $0) })
  }

  /// The token that brings the next access token; nil when there is none.
  package var refreshToken: Secret? {
    guard case .oauth2(let tokens) = credential else { return nil }
    return tokens.refreshToken
  }

  /// What is sent to renew the credential: the refresh token, or the session handle of OAuth 1.0a. Nil when there is none.
  package var renewalToken: Secret? {
    guard case .oauth1(let credential) = credential else { return refreshToken }
    return credential.sessionHandle
  }

  /// The refresh that was cut off: its token was sent, perhaps, and no answer was stored. Nil when there is none.
  ///
  /// The provider may have spent the token. One more try with it is the only way to know.
  package var pendingRefresh: RefreshAttempt? {
    guard let refreshAttempt, let renewalToken, refreshAttempt.concerns(renewalToken) else { return nil }
    return refreshAttempt
  }
}
