import Synchronization
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What commands work with: the folders, the stores in them, the catalogue, and accounts over them.
struct Workplace: Sendable {
  let folders: Folders
  let catalogue: Catalogue
  let clients: FileClientStore
  private let key: FileStoreKey
  private let output: OutputOptions
  private let damages: Damages

  init(output: OutputOptions) throws(OAuthError) {
    folders = try Folders()
    catalogue = Catalogue(folder: folders.providers)
    key = try Self.storeKey(at: folders.key)
    clients = FileClientStore(directory: folders.clients, key: key)
    self.output = output
    damages = Damages(output: output)
  }

  /// Accounts over the user's stores for the time of `body`, which ends the connections.
  ///
  /// `client` is the one by which something new is asked for, and where: its certificate is shown there.
  func withAccounts<Result: Sendable>(
    as client: (registered: RegisteredClient, provider: Provider)? = nil, userAgent: (any UserAgent)? = nil,
    trustRoots: String? = nil, folder: String? = nil, trace: TracePage? = nil,
    _ body: (Accounts) async throws -> Result
  ) async throws -> Result {
    let registered = try await clients.all()
    let providers = try catalogue.all()
    let certificates = ShownCertificates()
    // Last of all: a transport that is made must be shut down.
    let transport = try AsyncHTTPClientTransport(
      additionalTrustRoots: trustRoots ?? Environment.text("CA_FILE") ?? Environment.variable("SSL_CERT_FILE"),
      proxy: ProxyChoice(environment: Environment.variable), certificate: certificates.certificate)
    let accounts = Accounts(
      transport: transport, userAgent: userAgent,
      credentials: FileCredentialStore(
        directory: folder ?? folders.credentials, key: key, unreadable: { [damages] in damages.note($0) }),
      signIns: FileSignInStore(directory: folder.map { $0 + "-sign-ins" } ?? folders.signIns, key: key),
      metadata: FileMetadataStore(directory: folder.map { $0 + "-metadata" } ?? folders.metadata, key: key),
      registration: { Self.registration(of: $0, providers: providers, clients: registered) },
      events: listener(also: trace))
    do {
      for registered in registered where registered.certificate != nil {
        for stored in try await accounts.all() where registered.serves(stored) {
          certificates.show(registered, to: stored.provider)
        }
      }
      if let (registered, provider) = client, registered.certificate != nil {
        certificates.show(registered, to: try await accounts.found(provider).provider)
      }
      let result = try await body(accounts)
      await transport.shutdown()
      return result
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  /// Who is told of steps; nil when nobody wants to know.
  private func listener(also trace: TracePage?) -> (@Sendable (Event) -> Void)? {
    guard output.isTraced || trace != nil else { return nil }
    return { [output] event in
      output.tell(event)
      trace?.tell(event)
    }
  }

  /// The account that a name means, or the only one when no name is given; and what to call it.
  func account(
    named name: String?, in accounts: Accounts
  ) async throws(OAuthError) -> (stored: StoredCredential, name: String) {
    let all = try await accounts.all()
    let stored = try find(name ?? Environment.text("ACCOUNT"), among: all)
    return (stored, AccountName.of(stored, among: all))
  }

  /// The account that a name means; throws what is wrong with a record that may be its.
  func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) { return try AccountName.find(name, among: all) } catch {
      guard error.code == .unknownAccount else { throw error }
      try requireUndamaged()
      throw error
    }
  }

  /// Throws what is wrong with a record that could not be read.
  func requireUndamaged() throws(OAuthError) {
    if let damage = damages.first { throw damage }
  }

  /// Today's entry and client for a credential: an entry that was mended and a secret that was changed count at once.
  private static func registration(
    of stored: StoredCredential, providers: [Provider], clients: [RegisteredClient]
  ) -> (provider: Provider, client: Client) {
    // An entry that sends tokens elsewhere than the one the credential came by needs a sign-in of its own.
    let entry = providers.first {
      $0.name == stored.account.provider && $0.tokenOrigins.isSubset(of: stored.provider.tokenOrigins)
    }
    let client = clients.first { $0.serves(stored) }
    return (entry ?? stored.provider, client?.client ?? stored.client)
  }

  private static func storeKey(at path: String) throws(OAuthError) -> FileStoreKey {
    for name in ["STORE_PASSPHRASE", "STORE_PASSPHRASE_FILE"] where Environment.isEmpty(name) {
      // A command that was to print the passphrase may have failed: a store without one is not what was meant.
      throw .emptyPassphrase(name)
    }
    if let file = Environment.text("STORE_PASSPHRASE_FILE") { return .passphrase(try TextFile.secret(file)) }
    if let passphrase = Environment.text("STORE_PASSPHRASE") { return .passphrase(Secret(passphrase)) }
    return .keyFile(path)
  }
}

extension RegisteredClient {
  /// Whether a credential came by this registration.
  fileprivate func serves(_ stored: StoredCredential) -> Bool {
    provider.hasSameBytes(as: stored.account.provider) && client.id.hasSameBytes(as: stored.account.client)
  }
}

/// The records that could not be read; each is told of once.
private final class Damages: Sendable {
  private let found = Mutex<[OAuthError]>([])
  private let output: OutputOptions

  init(output: OutputOptions) { self.output = output }

  var first: OAuthError? { found.withLock(\.first) }

  func note(_ damage: OAuthError) {
    let isNew = found.withLock { found in
      guard !found.contains(damage) else { return false }
      found.append(damage)
      return true
    }
    if isNew { output.say("One account is left out: \(damage.message). \(damage.remedy)") }
  }
}

extension OAuthError {
  fileprivate static func emptyPassphrase(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("a passphrase that is given is one"), expected: "a passphrase in WAYLEAVE_\(name)",
      received: .described("an empty value"), remedy: "Unset the variable to use the key file, or give the passphrase.")
  }
}
