import Crypto
import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9449 §11.4: accounts bind tokens to keys that stay in a keystore")
struct KeystoreTests {
  /// A keystore in memory, which gives its keys and no private bytes.
  private final class Keystore: SigningKeys {
    struct Key: ExternalSigningKey {
      let own: P256.Signing.PrivateKey
      let publicKey: JSONWebKey

      init() throws {
        own = P256.Signing.PrivateKey()
        let point = own.publicKey.rawRepresentation
        var members = JSON.Object()
        members["kty"] = "EC"
        members["crv"] = "P-256"
        members["x"] = .string(Base64.url.encodedText(Array(point.prefix(32))))
        members["y"] = .string(Base64.url.encodedText(Array(point.suffix(32))))
        publicKey = try JSONWebKey(members)
      }

      func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        Array(try own.signature(for: bytes).rawRepresentation)
      }
    }

    struct Locked: Error {}

    let held = Lock<[String: Key]>([:])
    var names: [String] { held.withLock { $0.keys.sorted() } }
    let isLocked = Lock(false)

    func makeKey(for algorithms: Set<SignatureAlgorithm>) throws -> NamedSigningKey? {
      guard algorithms.contains(.es256) else { return nil }
      let key = try Key()
      return held.withLock { held in
        let name = "key-\(held.count)"
        held[name] = key
        return NamedSigningKey(key, name: name)
      }
    }

    func key(named name: String) throws -> (any ExternalSigningKey)? {
      if isLocked.withLock({ $0 }) { throw Locked() }
      return held.withLock { $0[name] }
    }

    func remove(named name: String) throws {
      if isLocked.withLock({ $0 }) { throw Locked() }
      held.withLock { $0[name] = nil }
    }
  }

  private let scene = Scene()
  private let keystore = Keystore()

  private func accounts(keys: (any SigningKeys)?) -> Accounts {
    Accounts(
      transport: scene.server, callbackSource: scene.allowing, credentials: scene.credentials, signIns: scene.signIns,
      keys: keys, now: { Example.now })
  }

  private func signIn() async throws -> SignedIn {
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    let provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    return try await accounts(keys: keystore).signIn(to: provider, as: try Example.client())
  }

  @Test("the record has the key's name and its public half; another process finds the key by it")
  func found() async throws {
    let signedIn = try await signIn()
    guard case .oauth2(let tokens) = signedIn.stored.credential else { return }
    #expect(tokens.proofKey?.name == "key-0" && tokens.proofKey?.key == nil)
    let record = signedIn.stored.exposedJSON
    #expect(record["credential"]?["proof_key"]?["name"]?.string == "key-0")
    let written = try JSON(decoding: record.encoded())
    let read = try #require(StoredCredential(exposedJSON: written))
    #expect(read == signedIn.stored)
    // As another process reads it: without the keystore's key.
    try await scene.credentials.put(read)
    let answer = try await accounts(keys: keystore).session(for: read.account).get("https://api.example/x")
    #expect(answer.status == 200)
    let sent = try #require(scene.server.requests.last)
    #expect(sent.head.headerFields[.authorization]?.hasPrefix("DPoP ") == true)
    #expect(HTTPField.Name("DPoP").flatMap { sent.head.headerFields[$0] } != nil)
    #expect(try await accounts(keys: keystore).fresh(read.account, forcing: true).credential != read.credential)
  }

  @Test("without its key the token is not used, and never as Bearer; it can be signed out all the same")
  func gone() async throws {
    let signedIn = try await signIn()
    let read = try #require(StoredCredential(exposedJSON: signedIn.stored.exposedJSON))
    try await scene.credentials.put(read)
    let sent = scene.server.requests.count
    let other = try Keystore.Key()
    keystore.held.withLock { $0["key-0"] = other }
    for (keys, expected) in [
      (nil, .signInNeeded), (keystore, .signInNeeded),
    ] as [((any SigningKeys)?, OAuthError.Code)] {
      let accounts = accounts(keys: keys)
      #expect(await code { _ = try await accounts.session(for: read.account).get("https://api.example/x") } == expected)
    }
    keystore.isLocked.withLock { $0 = true }
    #expect(await code { _ = try await accounts(keys: keystore).fresh(read.account) } == .storeUnreadable)
    #expect(scene.server.requests.count == sent)
    #expect(try await accounts(keys: keystore).signOut(read.account).revocation == .revoked)
  }

  @Test("a key goes from its keystore with the record that names it, and not before")
  func removed() async throws {
    let first = try await signIn()
    // Signed in again: the record names another key.
    let again = try await signIn()
    #expect(first.account == again.account && again.replaced != nil)
    #expect(keystore.names == ["key-1"])
    // What is still to be revoked needs its record, and so its key.
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/revoke" { throw TransportFailure.notSent("down") }
      return nil
    }
    #expect(try await accounts(keys: keystore).signOut(again.account).isRemoved == false)
    #expect(keystore.names == ["key-1"])
    scene.server.setFault(nil)
    #expect(try await accounts(keys: keystore).sendPendingRevocations().count == 1)
    #expect(try await accounts(keys: keystore).all().isEmpty && keystore.names == [])
  }

  @Test("a key to which the server binds no token is removed at once")
  func unbound() async throws {
    scene.server.state.withLock { $0.sendsRefreshToken = false }
    let provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    let signedIn = try await accounts(keys: keystore).signIn(to: provider, as: try Example.client())
    #expect(signedIn.stored.credential.proofKey == nil && keystore.names == [])
  }

  @Test("the key of a sign-in that brings too little is removed with its tokens, and that of the account stays")
  func tooLittle() async throws {
    let held = try await signIn()
    var accounts = accounts(keys: keystore)
    accounts.stepUp = StepUpCheck(account: held.account, demand: AccessDemand(scopes: ["never.granted"]))
    let provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    let options = Accounts.SignInOptions(scopes: ["profile"])
    let refused = await code { [accounts] in
      _ = try await accounts.signIn(to: provider, as: try Example.client(), options: options)
    }
    #expect(refused == .scopeNeeded)
    #expect(keystore.names == ["key-0"])
  }

  @Test("the key of a record that an import supersedes is removed with it, and the key of the import stays")
  func superseded() async throws {
    let named = try await signIn().stored
    guard case .oauth2(var tokens) = named.credential else { return }
    let other = try Keystore.Key()
    keystore.held.withLock { $0["superseded"] = other }
    tokens.proofKey = try DPoPKey(other, named: "superseded")
    var provisional = named
    provisional.account = Account(
      provider: named.account.provider, client: named.account.client, subject: "unidentified-1")
    (provisional.identity, provisional.credential) = (nil, .oauth2(tokens))
    let revision = try await scene.credentials.load(named.account)?.revision
    try await scene.credentials.replace(named.account, with: nil, expecting: revision)
    try await scene.credentials.put(provisional)
    _ = try await accounts(keys: keystore).adopt(named, replacing: true)
    #expect(try await accounts(keys: keystore).all().map(\.account) == [named.account])
    #expect(keystore.names == ["key-0"])
  }

  @Test("a keystore that removes nothing, or fails to, is no reason to keep an account")
  func notRemoved() async throws {
    let signedIn = try await signIn()
    keystore.isLocked.withLock { $0 = true }
    _ = try await accounts(keys: keystore).signOut(signedIn.account)
    #expect(try await accounts(keys: keystore).all().isEmpty && keystore.names == ["key-0"])
  }

  @Test("RFC 7523 §2.2: a client signs by its key in the keystore, which another process finds by its name")
  func client() async throws {
    let key = try Keystore.Key()
    keystore.held.withLock { $0["of the client"] = key }
    let client = try Client(
      id: "reader", key: key, named: "of the client", redirectURIs: [RedirectURI("http://127.0.0.1:7777/cb")])
    let signedIn = try await accounts(keys: keystore).signIn(to: Example.provider(), as: client)
    let record = signedIn.stored.exposedJSON
    #expect(record["client_entry"]?["key"]?["name"]?.string == "of the client")
    let read = try #require(StoredCredential(exposedJSON: JSON(decoding: record.encoded())))
    #expect(read.client == client && read.client.authentication == .privateKeyJWT && read.client.key == nil)
    try await scene.credentials.put(read)
    _ = try await accounts(keys: keystore).fresh(read.account, forcing: true)
    for request in scene.server.requests where request.pathWithoutQuery == "/token" {
      let assertion = try #require(try ClientCredentials(reading: request).assertion)
      _ = try assertion.proof(
        by: JSONWebKeySet([key.publicKey]), allowing: [.es256], to: "https://as.example", at: Example.now)
    }
    #expect(scene.server.paths.count { $0 == "/token" } == 2)
    // The key is the client's, which other accounts may have too.
    _ = try await accounts(keys: keystore).signOut(read.account)
    #expect(keystore.names == ["of the client"])
  }

  @Test("a client whose key is gone, is another, or cannot be had says so, and nothing is sent")
  func clientKeyGone() async throws {
    let key = try Keystore.Key()
    let client = try Client(id: "reader", key: key, named: "of the client")
    // As a record has it: without the keystore's key.
    let stored = try #require(Client(exposedJSON: client.exposedJSON))
    let account = try await scene.hold(client: stored)
    let other = try Keystore.Key()
    for (keys, held, isLocked, expected) in [
      (nil, key, false, .signInNeeded), (keystore, nil, false, .signInNeeded), (keystore, other, false, .signInNeeded),
      (keystore, key, true, .storeUnreadable),
    ] as [((any SigningKeys)?, Keystore.Key?, Bool, OAuthError.Code)] {
      keystore.held.withLock { $0["of the client"] = held }
      keystore.isLocked.withLock { $0 = isLocked }
      #expect(await code { _ = try await accounts(keys: keys).fresh(account) } == expected)
    }
    #expect(scene.server.requests.isEmpty)
    keystore.isLocked.withLock { $0 = false }
    // Nothing was spent, and the account is as it was.
    #expect(try await accounts(keys: keystore).fresh(account).endedBecause == nil)
  }

  @Test("where the keystore has no key of such an algorithm, the key is one of our own")
  func ownKey() async throws {
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    let provider = try Example.provider { $0.dpopAlgorithms = [.ed25519] }
    let signedIn = try await accounts(keys: keystore).signIn(to: provider, as: try Example.client())
    guard case .oauth2(let tokens) = signedIn.stored.credential else { return }
    #expect(tokens.proofKey?.key != nil && keystore.held.withLock(\.isEmpty))
  }
}

extension CredentialStore {
  /// Saves a record in place of the one that is there.
  fileprivate func put(_ stored: StoredCredential) async throws {
    let revision = try await load(stored.account)?.revision
    try await replace(stored.account, with: stored, expecting: revision)
  }
}
