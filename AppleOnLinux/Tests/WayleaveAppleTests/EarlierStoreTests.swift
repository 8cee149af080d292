import Foundation
import HTTPTypes
import Security
import Synchronization
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("Archives of earlier libraries: read as data, whatever class they name")
struct KeyedArchiveTests {
  static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  private func oauth1(_ archive: ArchiveWriter) throws -> TokenCredential {
    guard case .oauth1(let token) = try EarlierCredential(archived: archive.data, at: Self.now).credential else {
      throw CancellationError()
    }
    return token
  }

  @Test(arguments: ["BDBOAuth1Credential", "BDBOAuthToken"])
  func `a token of BDBOAuth1Manager, under either of its names`(className: String) throws {
    let token = try oauth1(
      ArchiveWriter(
        className, texts: ["token": "t", "secret": "s", "verifier": "v"],
        userInfo: ["user_id": "38895958", "screen_name": "theSeanCook", "oauth_token": "other"]))
    #expect(token.token == Secret("t") && token.secret == Secret("s"))
    #expect(token.additional.fields.count == 2 && token.expiresAt == nil)
    #expect(try token.additional.text(of: "screen_name") == "theSeanCook")
  }

  @Test func `a token of AFOAuth1Client has its session and its end`() throws {
    // 2023-11-14T22:13:20Z is 721,692,800 seconds after the beginning of 2001.
    let token = try oauth1(
      ArchiveWriter(
        "AFOAuth1Token", texts: ["key": "t", "secret": "s", "session": "handle"], expiration: 721_692_800 + 3600))
    #expect(token.sessionHandle == Secret("handle"))
    #expect(token.expiresAt == Self.now + 3600)
    let ended = try oauth1(
      ArchiveWriter("AFOAuth1Token", texts: ["key": "t", "secret": "s"], expiration: 1))
    #expect(ended.expiresAt == Self.now + 1)
  }

  @Test func `texts of any script, and those that could be changed, are read`() throws {
    let token = try oauth1(
      ArchiveWriter(
        "BDBOAuth1Credential", texts: ["token": "t", "secret": "s"], userInfo: ["fullname": "Jamal Ünïcode 名"],
        mutable: true))
    #expect(try token.additional.text(of: "fullname") == "Jamal Ünïcode 名")
  }

  @Test(arguments: [
    ("BDBOAuth1Credential", ["token": "t", "secret": "s"]), ("BDBOAuthToken", ["token": "t", "secret": "s"]),
    ("AFOAuth1Token", ["key": "t", "secret": "s", "session": "handle"]),
  ])
  func `an archive that the archiver of Foundation wrote is read`(className: String, texts: [String: String]) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.setClassName(className, for: LibraryToken.self)
    let end = Date(timeIntervalSinceReferenceDate: 721_692_800 + 3600)
    archiver.encode(
      LibraryToken(texts: texts, userInfo: ["screen_name": "theSeanCook", "fullname": "Jamal Ünïcode 名"], end: end),
      forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let data = archiver.encodedData.naming(LibraryToken.self, className)
    guard case .oauth1(let token) = try EarlierCredential(archived: data, at: Self.now).credential else {
      throw CancellationError()
    }
    #expect(token.token == Secret("t") && token.secret == Secret("s") && token.expiresAt == Self.now + 3600)
    #expect(token.sessionHandle == texts["session"].map { Secret($0) })
    #expect(try token.additional.text(of: "screen_name") == "theSeanCook")
    #expect(try token.additional.text(of: "fullname") == "Jamal Ünïcode 名")
  }

  @Test(arguments: ["NSURL", "BDBOAuth1Credentials", ""])
  func `another class is no token`(className: String) async {
    let data = ArchiveWriter(className, texts: ["token": "t", "key": "t", "secret": "s"]).data
    #expect(await code { try EarlierCredential(archived: data, at: Self.now) } == .malformedAccountFile)
  }

  @Test(arguments: [["token": "t"], ["secret": "s"], ["token": "", "secret": "s"], ["token": "$null", "secret": "s"]])
  func `a token without its parts is none`(texts: [String: String]) async {
    let data = ArchiveWriter("BDBOAuthToken", texts: texts).data
    #expect(await code { try EarlierCredential(archived: data, at: Self.now) } == .malformedAccountFile)
  }

  @Test func `an archive that is cut short or changed anywhere is refused, or read without harm`() throws {
    let bytes = [UInt8](
      ArchiveWriter("BDBOAuthToken", texts: ["token": "t", "secret": "s"], userInfo: ["a": "b"], expiration: 5).data)
    for length in 0..<bytes.count {
      #expect(throws: OAuthError.self) { try EarlierCredential(archived: Data(bytes.prefix(length)), at: Self.now) }
    }
    for place in bytes.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] = value
        _ = try? EarlierCredential(archived: Data(changed), at: Self.now)
      }
    }
  }

  @Test func `a list that contains itself, and numbers that are none, are refused`() {
    let loop: [UInt8] = Array("bplist00".utf8) + [0xA1, 0x00]
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15], trailer[31]) = (1, 1, 1, 10)
    #expect(BinaryPropertyList(loop + [8] + trailer)?.object(0) == .array([0]))
    #expect(KeyedArchive(loop + [8] + trailer) == nil)
    trailer[31] = 200
    #expect(BinaryPropertyList(loop + [8] + trailer) == nil)
    #expect(BinaryPropertyList([]) == nil)
  }
}

extension KeychainTests {
  @Suite("What an earlier version of the app left is moved and deleted, once, and told")
  struct EarlierStoreTests {
    private let scene = KeychainScene()
    private let server = TwitterServer()

    private func put(_ data: Data, service: String, account: String = "") {
      StandInKeychain.put(data, service: service, account: account)
    }

    private static let archive = ArchiveWriter("BDBOAuth1Credential", texts: ["token": "t", "secret": "s"]).data

    private func client() throws -> Client { try Client(id: "key", secret: Secret("secret")) }

    @Test func `the item of BDBOAuth1Manager moves, and a second move finds nothing`() async throws {
      put(Self.archive, service: "api.twitter.com")
      put(Data("other".utf8), service: "api.twitter.com", account: "another library")
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      let moved = try #require(try await server.accounts.move(from: store, of: .twitter, as: client()))
      #expect(moved.leftBecause == nil && moved.signedIn.stored.identity?.handle == "theSeanCook")
      #expect(StandInKeychain.items.map(\.account) == ["another library"])
      #expect(server.events.contains { $0.name == .credentialRemoved && $0.detail.contains("api.twitter.com") })
      #expect(try await server.accounts.move(from: store, of: .twitter, as: client()) == nil)
    }

    @Test func `an item of the service that has an account is another's`() async throws {
      put(Self.archive, service: "api.twitter.com", account: "another library")
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      #expect(try await server.accounts.move(from: store, of: .twitter, as: client()) == nil)
      #expect(StandInKeychain.items.count == 1)
    }

    @Test func `the item of AFOAuth1Client moves by its identifier alone`() async throws {
      let data = ArchiveWriter("AFOAuth1Token", texts: ["key": "t", "secret": "s"]).data
      for identifier in ["mine", "other"] { put(data, service: "AFOAuthCredentialService", account: identifier) }
      _ = try await server.accounts.move(from: .afOAuth1Client(identifier: "mine"), of: .twitter, as: client())
      #expect(StandInKeychain.items.map(\.account) == ["other"])
    }

    @Test func `tokens of the Foursquare libraries move`() async throws {
      let server = FoursquareServer()
      for (store, service, account) in [
        (EarlierStore.dasQuadrat(clientID: "id"), "Foursquare2API-FSKeychain", "id"),
        (.dasQuadrat(clientID: "id", userTag: "ada"), "Foursquare2API-FSKeychain", "id_ada"),
        (.foursquareAPIv2, "Foursquare2API", "AccessToken"),
      ] {
        StandInKeychain.items = []
        put(Data("canary-token".utf8), service: service, account: account)
        let accounts = server.accounts(by: WebAuthenticationSource())
        let moved = try #require(try await accounts.move(from: store, of: .foursquare, as: client()))
        #expect(moved.signedIn.account.subject == "42" && StandInKeychain.items.isEmpty)
      }
    }

    // TU5
    @Test func `the tutorial's token leaves the user defaults, which are in the clear`() async throws {
      let key = "access_token.\(UUID().uuidString)"
      UserDefaults.standard.set("canary-token", forKey: key)
      defer { UserDefaults.standard.removeObject(forKey: key) }
      let accounts = FoursquareServer().accounts(by: WebAuthenticationSource())
      let moved = try await accounts.move(from: .userDefaults(key: key), of: .foursquare, as: client())
      #expect(moved?.signedIn.account.subject == "42" && UserDefaults.standard.string(forKey: key) == nil)
      UserDefaults.standard.set("two\nlines", forKey: key)
      let refused = await code { try await accounts.move(from: .userDefaults(key: key), of: .foursquare, as: client()) }
      #expect(refused == .malformedAccountFile && UserDefaults.standard.string(forKey: key) != nil)
    }

    @Test func `a token that the provider refuses is neither stored nor deleted`() async throws {
      put(Self.archive, service: "api.twitter.com")
      server.refuses.withLock { $0 = true }
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      #expect(await code { try await server.accounts.move(from: store, of: .twitter, as: client()) } != nil)
      let all = try await server.accounts.all()
      #expect(all.isEmpty && StandInKeychain.items.count == 1)
    }

    @Test func `a copy that cannot be deleted is told, and the next move deletes it`() async throws {
      put(Self.archive, service: "api.twitter.com")
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      // Looking for it and its value, both once more before the deletion, which looks for it too.
      StandInKeychain.answer(
        errSecSuccess, errSecSuccess, errSecSuccess, errSecSuccess, errSecSuccess, errSecInteractionNotAllowed)
      let moved = try await server.accounts.move(from: store, of: .twitter, as: client())
      #expect(moved?.leftBecause?.code == .storeLocked && StandInKeychain.items.count == 1)
      let again = try await server.accounts.move(from: store, of: .twitter, as: client())
      #expect(again?.leftBecause == nil && StandInKeychain.items.isEmpty)
      #expect(again?.signedIn.account == moved?.signedIn.account)
    }

    @Test func `a token that takes the place of the moved one meanwhile is not deleted`() async throws {
      put(Self.archive, service: "api.twitter.com")
      let newer = ArchiveWriter("BDBOAuth1Credential", texts: ["token": "newer", "secret": "s"]).data
      server.meanwhile.withLock {
        $0 = {
          StandInKeychain.reset()
          StandInKeychain.put(newer, service: "api.twitter.com", account: "")
        }
      }
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      let moved = try await server.accounts.move(from: store, of: .twitter, as: client())
      #expect(moved?.leftBecause?.code == .storeConflict && StandInKeychain.items.count == 1)
    }

    @Test func `a locked device is told, and nothing is lost`() async throws {
      put(Self.archive, service: "api.twitter.com")
      StandInKeychain.set(.beforeFirstUnlock)
      let store = EarlierStore.bdbOAuth1Manager(host: "api.twitter.com")
      #expect(await code { try await server.accounts.move(from: store, of: .twitter, as: client()) } == .storeLocked)
      #expect(StandInKeychain.items.count == 1)
    }
  }
}

/// Twitter's API, for one user.
private final class TwitterServer: Transport {
  let refuses = Mutex(false)
  /// What happens while the provider is asked.
  let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
  private let told = Collected<Event>()
  private let vault = MemoryVault()

  var events: [Event] { told.all }

  var accounts: Accounts {
    Accounts(
      transport: self, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
      events: told.add)
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    meanwhile.withLock(\.self)?()
    guard !refuses.withLock(\.self) else {
      return ResponseMessage(.unauthorized, json: ["errors": [["code": 89, "message": "Invalid or expired token."]]])
    }
    return ResponseMessage(
      .ok, json: ["id": 38_895_958, "id_str": "38895958", "screen_name": "theSeanCook", "name": "Sean Cook"])
  }
}

/// A token that encodes itself under the names of the libraries. The archiver of Linux takes no private class.
final class LibraryToken: NSObject, NSCoding {
  private let texts: [String: String]
  private let userInfo: [String: String]
  private let end: Date

  init(texts: [String: String], userInfo: [String: String], end: Date) {
    (self.texts, self.userInfo, self.end) = (texts, userInfo, end)
  }

  /// No test makes one of an archive.
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    for (name, text) in texts { coder.encode(NSString(string: text), forKey: name) }
    let keys = userInfo.keys.sorted()
    coder.encode(
      NSDictionary(
        objects: keys.map { NSString(string: userInfo[$0] ?? "") }, forKeys: keys.map { NSString(string: $0) }),
      forKey: "userInfo")
    coder.encode(NSDate(timeIntervalSinceReferenceDate: end.timeIntervalSinceReferenceDate), forKey: "expiration")
  }
}

/// Writes archives in the form in which `NSKeyedArchiver` writes the tokens of the libraries.
struct ArchiveWriter {
  private indirect enum Value {
    case text(String)
    case integer(Int)
    case real(Double)
    case uid(Int)
    case array([Value])
    case dictionary([(String, Value)])
  }

  let data: Data

  init(
    _ className: String, texts: [String: String], userInfo: [String: String] = [:], expiration: Double? = nil,
    mutable: Bool = false
  ) {
    var objects: [Value] = [.text("$null"), .text("the root")]
    func add(_ value: Value) -> Value {
      objects.append(value)
      return .uid(objects.count - 1)
    }
    func described(_ name: String) -> Value {
      add(.dictionary([("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")]))]))
    }
    func text(_ text: String) -> Value {
      guard mutable else { return add(.text(text)) }
      return add(.dictionary([("NS.string", .text(text)), ("$class", described("NSMutableString"))]))
    }
    var root: [(String, Value)] = []
    for (name, value) in texts.sorted(by: { $0.key < $1.key }) { root.append((name, text(value))) }
    root.append(("verifierThatIsNone", .uid(0)))
    let sorted = userInfo.sorted { $0.key < $1.key }
    root.append(
      (
        "userInfo",
        add(
          .dictionary([
            ("NS.keys", .array(sorted.map { text($0.key) })), ("NS.objects", .array(sorted.map { text($0.value) })),
            ("$class", described("NSDictionary")),
          ]))
      ))
    if let expiration {
      root.append(
        (
          "expiration", add(.dictionary([("NS.time", .real(expiration)), ("$class", described("NSDate"))]))
        ))
    }
    root.append(("$class", described(className)))
    objects[1] = .dictionary(root)
    data = Self.written(
      .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", .uid(1))])), ("$objects", .array(objects)),
      ]))
  }

  /// The binary property list: every value is an object, references and offsets take two bytes.
  private static func written(_ top: Value) -> Data {
    var encoded: [[UInt8]] = []
    func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x11] + two(count)
    }
    func write(_ value: Value) -> Int {
      let number = encoded.count
      encoded.append([])
      encoded[number] =
        switch value {
        case .text(let text) where text.utf8.allSatisfy({ $0 < 128 }): head(5, text.utf8.count) + Array(text.utf8)
        case .text(let text): head(6, text.utf16.count) + text.utf16.flatMap { two(Int($0)) }
        case .integer(let integer): [0x12] + two(integer >> 16) + two(integer)
        case .real(let real): [0x23] + (0..<8).reversed().map { UInt8(real.bitPattern >> ($0 * 8) & 255) }
        case .uid(let number): [0x81] + two(number)
        case .array(let values): head(0xA, values.count) + values.flatMap { two(write($0)) }
        case .dictionary(let pairs):
          head(0xD, pairs.count) + pairs.flatMap { two(write(.text($0.0))) } + pairs.flatMap { two(write($0.1)) }
        }
      return number
    }
    _ = write(top)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in encoded {
      offsets += two(bytes.count)
      bytes += object
    }
    let start = bytes.count
    func eight(_ number: Int) -> [UInt8] { [0, 0, 0, 0] + two(number >> 16) + two(number) }
    return Data(bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 2] + eight(encoded.count) + eight(0) + eight(start))
  }
}
