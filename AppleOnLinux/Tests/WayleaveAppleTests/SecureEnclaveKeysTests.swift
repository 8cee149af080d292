import CryptoKit
import Foundation
import HTTPTypes
import Security
import Synchronization
import Testing
import Wayleave
@testable import WayleaveAppleUnderTest
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

extension KeychainTests {
  @Suite("RFC 9449 §11.4: keys in the Secure Enclave")
  struct SecureEnclaveKeysTests {
    private let scene = KeychainScene()

    private func keys(_ vault: KeychainVault? = nil) -> SecureEnclaveKeys {
      SecureEnclaveKeys(in: vault ?? scene.vault())
    }

    private func made() throws -> NamedSigningKey { try #require(try keys().makeKey(for: [.es256, .rs256])) }

    /// Whether a key makes a proof that its public half verifies.
    private func proves(_ key: any ExternalSigningKey) throws {
      var request = try RequestMessage(.get, to: AbsoluteURL("https://api.example/items"))
      var random = SystemRandomNumberGenerator()
      let now = Instant(secondsSinceEpoch: 1_700_000_000)
      try request.prove(DPoPKey(key), token: Secret("not-a-real-token"), at: now, using: &random)
      let proof = try DPoPProof(reading: request)
      try proof.verify(for: request, token: Secret("not-a-real-token"), at: now)
      #expect(proof.keyThumbprint == key.publicKey.thumbprint)
    }

    @Test func `a key signs, and another process finds it by its name`() throws {
      let made = try made()
      try proves(made.key)
      let found = try #require(try keys().key(named: made.name))
      try proves(found)
      #expect(found.publicKey.thumbprint == made.key.publicKey.thumbprint && !found.publicKey.isPrivate)
      let other = try self.made()
      #expect(other.name != made.name && other.key.publicKey.thumbprint != made.key.publicKey.thumbprint)
    }

    @Test func `a key is for this device alone, from the first unlock on, and asks no one`() throws {
      StandInKeychain.setGroups(["TEAM.app", "TEAM.shared"])
      let vault = scene.vault(
        accessGroup: "TEAM.shared", protection: .init(.whenUnlocked, userPresence: "use your account"))
      let made = try #require(try keys(vault).makeKey(for: [.es256]))
      #expect(StandInEnclave.protections == [kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly])
      let item = try #require(StandInKeychain.items.first)
      let installation = try #require(scene.marker.read())
      #expect(item.service == "wayleave@TEAM.shared.key.\(installation)" && item.group == "TEAM.shared")
      #expect(made.name == "\(installation).\(item.account)")
      #expect(item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly && item.isSynchronizable == false)
      StandInKeychain.set(.locked)
      try proves(try #require(try keys(vault).key(named: made.name)))
      #expect(StandInKeychain.reasons == [] && !item.needsPerson)
    }

    @Test func `a key of our own takes its place where there is no enclave or no ES256, and never after a failure`()
      throws
    {
      #expect(try keys().makeKey(for: [.rs256, .es384]) == nil)
      StandInEnclave.isThere = false
      #expect(try keys().makeKey(for: [.es256]) == nil)
      StandInEnclave.isThere = true
      StandInEnclave.refuse(.make)
      #expect(throws: OAuthError.self) { try keys().makeKey(for: [.es256]) }
      StandInEnclave.refuse()
      StandInKeychain.makesAccessControls = false
      let error = #expect(throws: OAuthError.self) { try keys().makeKey(for: [.es256]) }
      #expect(error?.code == .storeUnreadable && error?.message.contains("Secure Enclave") == true)
      #expect(StandInKeychain.items.isEmpty)
    }

    @Test func `before the first unlock no key is made or found, and no installation begins`() throws {
      StandInKeychain.set(.beforeFirstUnlock)
      #expect(throws: OAuthError.self) { try made() }
      #expect(scene.marker.read() == nil)
      StandInKeychain.set(.unlocked)
      let name = try made().name
      StandInKeychain.set(.beforeFirstUnlock)
      let error = #expect(throws: OAuthError.self) { try keys().key(named: name) }
      #expect(error?.code == .storeLocked)
    }

    /// What a keychain may answer, and the error that it becomes.
    private static let answers: [(status: OSStatus, expected: OAuthError.Code)] = [
      (errSecInteractionNotAllowed, .storeLocked), (errSecMissingEntitlement, .unsupported),
      (errSecUserCanceled, .cancelled), (errSecAuthFailed, .storeLocked), (errSecNotAvailable, .storeUnreadable),
      (errSecDecode, .storeUnreadable), (errSecParam, .storeUnreadable), (errSecDuplicateItem, .storeConflict),
      (-4, .storeUnreadable), (-34, .storeUnreadable), (1, .storeUnreadable),
    ]

    @Test(arguments: answers.indices)
    func `a refusal of the keychain at any call is told by its number, and no key is taken for gone`(row: Int) throws {
      let (status, expected) = Self.answers[row]
      let kept = try made()
      for work in [
        { _ = try $0.makeKey(for: [.es256]) }, { _ = try $0.key(named: kept.name) },
        { try $0.remove(named: kept.name) },
      ] as [(SecureEnclaveKeys) throws -> Void] {
        StandInKeychain.answer(status)
        let error = #expect(throws: OAuthError.self) { try work(keys()) }
        #expect(error?.code == expected && StandInKeychain.unanswered == 0)
        #expect(StandInKeychain.items.count == 1)
      }
      try proves(try #require(try keys().key(named: kept.name)))
    }

    @Test func `a key is gone where its item is, where it is another device's, and where its name is no name of ours`()
      throws
    {
      let made = try made()
      for name in ["", "another", "another.", made.name + "0", "0" + made.name] {
        #expect(try keys().key(named: name) == nil)
      }
      StandInEnclave.moveToAnotherDevice()
      #expect(try keys().key(named: made.name) == nil)
      #expect(StandInKeychain.items.count == 1)
      StandInKeychain.items = []
      #expect(try keys().key(named: made.name) == nil)
    }

    @Test
    func `an enclave that fails is no key that is gone: only one that makes keys shows that a key is not its own`()
      throws
    {
      let made = try made()
      let held = try #require(try keys().key(named: made.name))
      for call in StandInEnclave.Call.allCases {
        if call == .open { StandInEnclave.refuse(.open, .make) } else { StandInEnclave.refuse(call) }
        let error = #expect(throws: OAuthError.self) {
          switch call {
          case .make: _ = try keys().makeKey(for: [.es256])
          case .open: _ = try keys().key(named: made.name)
          case .sign: try proves(held)
          }
        }
        #expect(error?.code == .storeUnreadable && "\(error?.remedy ?? "")".contains("sign in again"))
      }
      StandInEnclave.refuse()
      try proves(try #require(try keys().key(named: made.name)))
    }

    @Test(arguments: [
      ([], OAuthError.Code.storeDamaged), ([1, 0, 0, 0, 9, 1], .storeDamaged), ([2, 0], .storeTooNew),
    ])
    func `an item that is cut or of a later version is told`(bytes: [UInt8], expected: OAuthError.Code) throws {
      let made = try made()
      StandInKeychain.items[0].data = Data(bytes)
      let error = #expect(throws: OAuthError.self) { try keys().key(named: made.name) }
      #expect(error?.code == expected)
    }

    @Test func `a key is removed by its name, and no other is`() throws {
      let (first, second) = (try made(), try made())
      try keys().remove(named: first.name)
      try keys().remove(named: first.name)
      for name in ["", "another", "another."] { try keys().remove(named: name) }
      #expect(try keys().key(named: first.name) == nil)
      try proves(try #require(try keys().key(named: second.name)))
    }

    @Test func `keys of an earlier installation go with its records`() async throws {
      try await scene.vault().replace(.account, with: Secret("former owner"), expecting: .nothing)
      let former = try made()
      scene.deleteApp()
      try await scene.vault().probe()
      let present = try made()
      #expect(try await scene.vault().removeItemsOfEarlierInstallations() == 2)
      #expect(try keys().key(named: former.name) == nil)
      try proves(try #require(try keys().key(named: present.name)))
    }

    // AP17
    @Test func `an account has its key in the enclave: it is used by each process, and goes with the account`()
      async throws
    {
      let server = BindingServer()
      func process() -> Accounts {
        let vault = scene.vault()
        return Accounts(
          transport: server, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
          keys: keys(vault))
      }
      func signIn() async throws -> SignedIn {
        let redirectURI = try RedirectURI("com.example.app:/callback")
        let client = try Client(id: "app", redirectURIs: [redirectURI])
        let page = try await process().begin(BindingServer.provider(), as: client)
        let state = try #require(try page.queryForm.nonEmptyText(of: "state"))
        guard
          case .completed(let signedIn) = try await process().receive("com.example.app:/callback?code=c&state=\(state)")
        else { throw OAuthError.unexpectedEnd }
        return signedIn
      }
      let first = try await signIn()
      let again = try await signIn()
      #expect(first.account == again.account && server.proofs == 2)
      // The key of the first sign-in went when another took its place.
      #expect(keyItems.count == 1)
      let used = try await process().session(for: again.account).get("https://api.example/items")
      #expect(used.status == 200 && server.proofs == 3)
      _ = try await process().fresh(again.account, forcing: true)
      #expect(server.proofs == 4)

      StandInEnclave.moveToAnotherDevice()
      #expect(
        await code { try await process().session(for: again.account).get("https://api.example/items") } == .signInNeeded
      )
      #expect(await code { try await process().fresh(again.account, forcing: true) } == .signInNeeded)
      #expect(server.proofs == 4)

      #expect(try await process().signOut(again.account).isRemoved)
      #expect(keyItems.isEmpty)
    }

    private var keyItems: [StandInKeychain.Item] { StandInKeychain.items.filter { $0.service.contains(".key.") } }
  }
}

extension OAuthError {
  fileprivate static var unexpectedEnd: OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The sign-in was lost.", rule: .wayleave("a test"), received: .nothing,
      remedy: "None.")
  }
}

/// A server that binds tokens to the key whose proof it sees, and counts the proofs.
private final class BindingServer: Transport {
  private let count = Mutex(0)

  var proofs: Int { count.withLock(\.self) }

  static func provider() throws -> Provider {
    var service = OAuth2Service(
      issuer: "https://as.example", authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"),
      otherEndpoints: [.revocation: try Endpoint("https://as.example/revoke")])
    service.dpopAlgorithms = [.es256]
    return Provider(
      name: "example", title: "Example", service: .oauth2(service), apiOrigins: [try Origin("https://api.example")],
      identity: IdentityRule(endpoint: try Endpoint("https://api.example/me"), subject: "{id}"))
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard request.head.path != "/revoke" else { return ResponseMessage(HTTPResponse(status: .ok)) }
    let isProven = (try? DPoPProof(reading: request)) != nil
    guard isProven else { return ResponseMessage(HTTPResponse(status: .badRequest)) }
    switch request.head.path {
    case "/token":
      count.withLock { $0 += 1 }
      return ResponseMessage(
        .ok,
        json: [
          "access_token": "canary-access", "token_type": "DPoP", "expires_in": 3600, "refresh_token": "canary-refresh",
        ])
    case "/me": return ResponseMessage(.ok, json: ["id": "42"])
    default:
      count.withLock { $0 += 1 }
      return ResponseMessage(.ok, json: [:])
    }
  }
}
