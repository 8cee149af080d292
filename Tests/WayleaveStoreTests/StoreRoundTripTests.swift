import Testing
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveProvider
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Stores: whatever can be built can be read back")
struct StoreRoundTripTests {
  let folder = TemporaryFolder()
  var store: CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
  }

  @Test(
    "findings H3: a provider with any name is stored, read, replaced and removed",
    arguments: [
      "MyApp", "", " ", "Mein Dienst", "e\u{301}\u{600}", "\0", "../../x", String(repeating: "a", count: 500),
    ])
  func names(name: String) async throws {
    var stored = try StoredCredential.sample(Account(provider: ProviderName(name), client: "reader", subject: name))
    stored.provider = Provider(name: ProviderName(name), title: name, service: Provider.foursquare.service)
    let revision = try await store.replace(stored.account, with: stored, expecting: nil)
    #expect(try await store.load(stored.account)?.stored == stored)
    #expect(try await store.all() == [stored])
    let next = try await store.replace(stored.account, with: stored, expecting: revision)
    #expect(try await store.replace(stored.account, with: nil, expecting: next) == nil)
    #expect(try await store.all().isEmpty)
    // A file that a person writes has the rule all the same.
    let refusal = await code { _ = try Provider(json: stored.provider.json) }
    #expect(refusal == .malformedProvider)
  }

  @Test("random credentials, with whatever provider and client, come back as they were")
  func credentials() async throws {
    var values = RandomValues(seed: 1)
    for _ in 0..<60 {
      let stored = try values.storedCredential()
      _ = try await store.replace(stored.account, with: stored, expecting: nil)
      let read = try #require(try await store.load(stored.account)).stored
      #expect(read == stored)
      #expect(read.exposedJSON == stored.exposedJSON)
    }
    #expect(try await store.all().count == 60)
  }

  @Test("random sign-ins come back as they were")
  func signIns() async throws {
    let store = SignInRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
    var values = RandomValues(seed: 2)
    for number in 0..<40 {
      let signIn = try values.signIn()
      let key = SignIn.Key(state: Secret("\(number)"))
      try await store.put(signIn, under: key, until: Instant(secondsSinceEpoch: .max))
      let taken = try #require(try await store.take(key, at: Instant(secondsSinceEpoch: 0)))
      #expect(taken.exposedJSON == signIn.exposedJSON)
      #expect(taken.provider == signIn.provider && taken.client == signIn.client)
    }
  }

  @Test("random registrations come back as they were")
  func clients() async throws {
    let store = ClientRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
    var values = RandomValues(seed: 3)
    for number in 0..<40 {
      var client = try RegisteredClient(
        name: "\(number)" + values.text(), provider: ProviderName(values.text()), client: values.client())
      if values.flag() {
        client.configuration = ClientConfiguration(endpoint: values.endpoint(), accessToken: values.secret())
      }
      if values.flag() { client.secretExpiresAt = values.instant() }
      try await store.put(client)
      #expect(try await store.all().contains(client))
    }
  }

  @Test("findings L15: an empty list of algorithms stays empty, and the default stays the default")
  func algorithms() throws {
    for algorithms in [[], [.rs256], [.es256, .ps512], [.hs256]] as [Set<SignatureAlgorithm>] {
      var values = RandomValues(seed: 4)
      var service = values.oauth2()
      service.idTokenAlgorithms = algorithms
      // A file that a person writes has asymmetric ones only.
      service.dpopAlgorithms = []
      service.scopes = ["read"]
      let provider = Provider(name: "a", title: "a", service: .oauth2(service))
      #expect(try Provider(json: provider.json, allowingHTTP: true) == provider)
      #expect(try Provider(record: provider.json) == provider)
    }
  }

  @Test("what cannot be written down is refused before anything is overwritten")
  func keystore() async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice, token: "1"), expecting: nil)
    let before = folder.files()
    var unwritable = try StoredCredential.sample(.alice, token: "2")
    unwritable.credential = .oauth2(.init(accessToken: Secret("2"), proofKey: try DPoPKey(KeystoreKey())))
    var malformed = try StoredCredential.sample(.alice, token: "3")
    malformed.identity = Identity(issuer: "i", subject: "s", raw: .number("no number"))
    for stored in [unwritable, malformed] {
      #expect(await code { _ = try await store.replace(.alice, with: stored, expecting: revision) } == .storeUnwritable)
      #expect(folder.files() == before)
    }
    let ended = SignIn(
      to: .twitter, as: try Client(id: "reader"), redirectURI: try RedirectURI("http://127.0.0.1:7777/cb"),
      at: Instant(secondsSinceEpoch: 0))
    let signIns = SignInRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")))
    let refusal = await code {
      try await signIns.put(ended, under: .init(state: Secret("s")), until: Instant(secondsSinceEpoch: .max))
    }
    #expect(refusal == .storeUnwritable)
    _ = try await store.replace(.alice, with: .sample(.alice, token: "4"), expecting: revision)
  }

  private struct KeystoreKey: ExternalSigningKey {
    let key: JSONWebKey
    init() throws { key = try JSONWebKey.generate(for: .es256) }
    var publicKey: JSONWebKey { key.publicKey ?? key }
    func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { [] }
  }
}
