import Foundation
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("File stores: registrations, with whatever they authenticate by")
struct ClientRecordsTests {
  let folder = TemporaryFolder()
  var store: ClientRecords {
    ClientRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/keys/key")))
  }

  /// A self-signed certificate for a P-256 key that was made for this test.
  static let key = Secret(
    """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtRa0ZAlI48ySDY0w
    A/HCxU0yoZ3e4td+ZtNes6AaoGyhRANCAASrv18w1jlTLASEQGT25lFW/1XYqdH0
    QXyWq/uNzCkOtkoUHihmc6OKz4gwYQ/hQyfWCK7NAfls+qC5Wt1dDJ0A
    -----END PRIVATE KEY-----
    """)
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBhzCCAS2gAwIBAgIUPI66beYPARHICJa0aDDiGZltaXowCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOY2xpZW50LmV4YW1wbGUwHhcNMjYxMTIxMDk1NzM1WhcNNDYx
    MTE2MDk1NzM1WjAZMRcwFQYDVQQDDA5jbGllbnQuZXhhbXBsZTBZMBMGByqGSM49
    AgEGCCqGSM49AwEHA0IABKu/XzDWOVMsBIRAZPbmUVb/Vdip0fRBfJar+43MKQ62
    ShQeKGZzo4rPiDBhD+FDJ9YIrs0B+Wz6oLla3V0MnQCjUzBRMB0GA1UdDgQWBBRj
    uFCjqDPx9rjWSZlKDoZ2OOu1BzAfBgNVHSMEGDAWgBRjuFCjqDPx9rjWSZlKDoZ2
    OOu1BzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCWH7LzGIV1
    LID2aUbM0F0ElYCzT7mK/t8REfe1e6l7ngIgVlKqht9+meYTq5R8v5592beG/w27
    AfxNkZQe2Plcs5Y=
    -----END CERTIFICATE-----
    """

  static let otherKey = Secret(
    """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNmgewuTgmyqREOY/
    A4rgB98JC2otRsk/z6P5P+/aNdChRANCAATJCfZDmyTd2kLZSd8aKIqOCTOIiPR0
    fY1cQJWBKMRSBMPWxs0r8CL9M4/11pFiOnrbDUs2E6NVl376as4CNCu/
    -----END PRIVATE KEY-----
    """)
  static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq79fMNY5UywEhEBk9uZRVv9V2KnR
    9EF8lqv7jcwpDrZKFB4oZnOjis+IMGEP4UMn1giuzQH5bPqguVrdXQydAA==
    -----END PUBLIC KEY-----
    """

  static func client(_ method: ClientAuthenticationMethod) throws -> RegisteredClient {
    let secret: Secret? =
      method.needsSecret ? Secret("canary-secret-of-32-bytes-or-more") : nil
    let certificate =
      try method.needsCertificate ? ClientCertificate(pem: Secret(Self.certificate), privateKey: key) : nil
    return try RegisteredClient(
      name: "mine-\(method.rawValue)", provider: "lane",
      client: Client(
        id: "canary-id", secret: secret,
        key: [.privateKeyJWT, .signedSecret].contains(method) ? JSONWebKey(pem: key) : nil,
        authentication: method, redirectURIs: [RedirectURI("http://127.0.0.1/callback")]),
      certificate: certificate,
      configuration: ClientConfiguration(
        endpoint: Endpoint("https://as.example/register/canary-id"), accessToken: Secret("canary-registration-token")),
      secretExpiresAt: secret.map { _ in Instant(secondsSinceEpoch: 1_900_000_000) })
  }

  @Test(arguments: ClientAuthenticationMethod.allCases)
  func `what is stored is read back whole, and its file says nothing`(method: ClientAuthenticationMethod) async throws {
    let client = try Self.client(method)
    try await store.put(client)
    #expect(try await store.all() == [client])
    for (name, bytes) in folder.files() {
      let text = name + String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("canary") && !text.contains("BEGIN"))
    }
    #expect(try await store.remove(named: client.name))
    #expect(try await store.all() == [])
  }

  @Test func `a change from an earlier registration is made, and what another process did in between stays`()
    async throws
  {
    enum Change: CaseIterable { case none, replaced, removed }
    for change in Change.allCases {
      for isLate in [false, true] {
        let vault = InterruptedVault()
        let (store, other) = (ClientRecords(in: vault), ClientRecords(in: vault.vault))
        let earlier = try Self.client(.basic)
        var (bound, replaced) = (earlier, earlier)
        bound.secretOrigins = [.origin(try Origin("https://lane.example"))]
        replaced.provider = "other"
        try await store.put(earlier)
        let interruption = { @Sendable [replaced] in
          switch change {
          case .none: break
          case .replaced: try await other.put(replaced)
          case .removed: _ = try await other.remove(named: replaced.name)
          }
        }
        if isLate { vault.interrupt(by: interruption) } else { try await interruption() }
        try await store.put(bound, inPlaceOf: earlier)
        let expected: RegisteredClient? =
          switch change {
          case .none: bound
          case .replaced: replaced
          case .removed: nil
          }
        #expect(try await other.client(named: earlier.name) == expected, "\(change) \(isLate)")
      }
    }
  }

  @Test func `a record of the first version, which knew neither certificate nor management, is read`() throws {
    let record: JSON = [
      "name": "old", "provider": "twitter",
      "client": ["id": "key", "secret": "s", "key": .null, "authentication": .null, "redirect_uris": []],
    ]
    let client = try #require(RegisteredClient(exposedJSON: record))
    #expect(client.client.id == "key" && client.certificate == nil && client.configuration == nil)
  }

  @Test func `a method that only a later version knows does not pass for the provider's own way`() throws {
    let record: JSON = [
      "name": "new", "provider": "lane", "client": ["id": "a", "secret": "s", "authentication": "attest_jwt"],
    ]
    #expect(RegisteredClient(exposedJSON: record) == nil)
  }

  @Test func `a record that lost its certificate, or half of its management, is damaged`() throws {
    for name in ["certificate", "configuration"] {
      var record = try #require(try Self.client(.tls).exposedJSON.object)
      record[name] = ["chain": "x", "endpoint": "x"]
      #expect(RegisteredClient(exposedJSON: .object(record)) == nil)
    }
    var record = try #require(try Self.client(.tls).exposedJSON.object)
    record["certificate"] = .null
    #expect(RegisteredClient(exposedJSON: .object(record)) == nil)
  }
}

/// A vault that another process changes after a record was read from it.
private final class InterruptedVault: Vault {
  let vault = MemoryVault()
  private let interruption = Lock<(@Sendable () async throws -> Void)?>(nil)

  var location: String { vault.location }

  func interrupt(by body: @escaping @Sendable () async throws -> Void) { interruption.withLock { $0 = body } }

  func record(named name: RecordName) async throws -> VaultRecord? {
    let record = try await vault.record(named: name)
    try await interruption.withLock { $0 }?()
    return record
  }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision? { try await vault.replace(name, with: contents, expecting: expected) }

  func records(of kind: RecordKind) async throws -> [Swift.Result<VaultRecord, OAuthError>] {
    try await vault.records(of: kind)
  }

  func ids(of kind: RecordKind) async throws -> [String] { await vault.ids(of: kind) }

  func remove(id: String, in state: RecordRevision?) async throws { await vault.remove(id: id, in: state) }

  func probe() async throws { try await vault.probe() }
}

@Suite("RFC 8705 §2: a client's certificate and its key")
struct ClientCertificateTests {
  private typealias Sample = ClientRecordsTests

  @Test func `both may stand in one file, of which the certificates are public`() throws {
    let both = Secret(Sample.key.exposedText + "\n" + Sample.certificate + "\n" + Sample.certificate)
    let read = try ClientCertificate(pem: both, privateKey: both)
    #expect(!read.chain.contains("PRIVATE") && read.chain.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
    #expect(try read.thumbprint == CertificateThumbprint(ofPEM: Sample.certificate))
  }

  @Test func `a certificate for another key is refused, and so is no certificate, no key, and a public key`()
    async throws
  {
    let broken = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----"
    for (chain, key, expected) in [
      (Sample.certificate, Sample.otherKey.exposedText, OAuthError.Code.invalidClient),
      ("no certificate", Sample.key.exposedText, .unsupportedKey), (Sample.certificate, "no key", .unsupportedKey),
      (Sample.certificate, Sample.publicKey, .unsupportedKey),
      (broken, Sample.key.exposedText, .unsupportedKey),
      (Sample.certificate + "\n" + broken, Sample.key.exposedText, .unsupportedKey),
    ] {
      #expect(await code { _ = try ClientCertificate(pem: Secret(chain), privateKey: Secret(key)) } == expected)
    }
  }

  @Test func `exactly a client that authenticates by a certificate has one`() async throws {
    let certificate = try ClientCertificate(pem: Secret(Sample.certificate), privateKey: Sample.key)
    let none = try Client(id: "a"), tls = try Client(id: "a", authentication: .tls)
    #expect(
      await code { _ = try RegisteredClient(name: "n", provider: "p", client: none, certificate: certificate) }
        == .invalidClient)
    #expect(await code { _ = try RegisteredClient(name: "n", provider: "p", client: tls) } == .invalidClient)
  }
}
