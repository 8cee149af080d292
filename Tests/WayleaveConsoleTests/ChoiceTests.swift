import HTTPTypes
import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@testable import WayleaveSignIn

@Suite("RFC 6749 §2.3: the names of client authentication on the command line")
struct AuthenticationNameTests {
  @Test(
    "each has one name, and a server's name means the same",
    arguments: [
      ("none", .publicClient), ("basic", .basic), ("client_secret_basic", .basic), ("basic-raw", .basicRaw),
      ("post", .post), ("client_secret_post", .post), ("client_secret_jwt", .secretJWT),
      ("private_key_jwt", .privateKeyJWT), ("tls", .tls), ("tls_client_auth", .tls),
      ("self_signed_tls_client_auth", .selfSignedTLS), ("Basic", nil), ("", nil), ("secret", nil),
    ] as [(String, ClientAuthenticationMethod?)])
  func names(name: String, method: ClientAuthenticationMethod?) {
    #expect(ClientAuthenticationMethod(shownName: name) == method)
    if let method { #expect(ClientAuthenticationMethod(shownName: method.shownName) == method) }
  }
}

@Suite("The user and the state of an account, in a word")
struct AccountStateTests {
  private let now = Instant(secondsSinceEpoch: 2000)

  private func stored(expiresAt: Int64?, isRefreshable: Bool = false) throws -> StoredCredential {
    var stored = try StoredCredential.sample()
    stored.credential = .oauth2(
      .init(
        accessToken: Secret("a"), refreshToken: isRefreshable ? Secret("r") : nil,
        expiresAt: expiresAt.map { Instant(secondsSinceEpoch: $0) }))
    return stored
  }

  @Test(
    "a token ends at its last second",
    arguments: [
      (nil, false, "good"), (2001, false, "good"), (2000, false, "ended"), (1999, false, "ended"), (2001, true, "good"),
      (2000, true, "expired"),
    ] as [(Int64?, Bool, String)])
  func state(expiresAt: Int64?, isRefreshable: Bool, word: String) throws {
    #expect(try stored(expiresAt: expiresAt, isRefreshable: isRefreshable).state(at: now) == word)
  }

  @Test("what is signed out waits for the provider, whatever else is true")
  func signedOut() throws {
    var stored = try stored(expiresAt: 3000)
    stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: now)]
    #expect(stored.state(at: now) == "revocation_pending")
    let text = stored.text(named: "shop", storedIn: "/s", works: nil, at: ShownTime(now: now))
    #expect(text.contains("signed out") && text.contains("`wayleave logout shop`"))
  }

  @Test(
    "the user is named by name, handle or subject, and the handle not twice",
    arguments: [
      (nil, nil, " as 1"), ("Ada", nil, " as Ada"), (nil, "ada", " as ada"), ("Ada", "ada", " as Ada (ada)"),
      ("ada", "ada", " as ada"),
    ] as [(String?, String?, String)])
  func who(name: String?, handle: String?, text: String) throws {
    let identity = Identity(issuer: "shop", subject: "1", displayName: name, handle: handle)
    #expect(try StoredCredential.sample(identity: identity).who == text)
    #expect(try StoredCredential.sample().who == "")
  }

  @Test("what the provider said when it was asked", arguments: [(nil, 0), (true, 1), (false, 1)] as [(Bool?, Int)])
  func checked(works: Bool?, lines: Int) throws {
    let text = try StoredCredential.sample().text(
      named: "shop", storedIn: "/s", works: works.map { .success($0) }, at: ShownTime(now: now))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("  checked  ") }.count == lines)
    #expect(text.contains("it works") == (works == true))
  }

  @Test(
    "an email says whether it is verified, where the provider did",
    arguments: [(true, "a@b (verified)"), (false, "a@b (not verified)"), (nil, "a@b")] as [(Bool?, String)])
  func email(isVerified: Bool?, text: String) throws {
    let identity = Identity(issuer: "shop", subject: "1", email: "a@b", isEmailVerified: isVerified)
    #expect(try StoredCredential.sample(identity: identity).profile.map(\.value) == [text])
  }
}

@Suite("git-credential(1): the user name that git sends chooses the account")
struct MeantUserTests {
  private func account(_ subject: String, named name: String, handle: String) throws -> StoredCredential {
    var stored = try StoredCredential.sample(identity: Identity(issuer: "shop", subject: subject, handle: handle))
    stored.account = Account(provider: "shop", client: "x", subject: subject)
    stored.name = name
    return stored
  }

  @Test(
    "by the name of an account, else by the handle, else by the subject; a name that stands for no user means all",
    arguments: [
      ("work", ["1"]), ("home", ["2"]), ("ada", ["1"]), ("ravi", ["2"]), ("id-3", ["id-3"]), ("zoe", []),
      // A name of an account goes before the handle of another one, and a handle before a subject.
      ("bob", ["1b"]), ("id-2", ["7"]), ("oauth2", ["1", "2", "1b", "id-3", "7"]),
      ("git", ["1", "2", "1b", "id-3", "7"]), ("Ada", []), ("", []),
    ] as [(String, [String])])
  func meant(user: String, subjects: [String]) throws {
    let all = [
      try account("1", named: "work", handle: "ada"), try account("2", named: "home", handle: "ravi"),
      try account("1b", named: "bob", handle: "eve"), try account("id-3", named: "third", handle: "bob"),
      try account("7", named: "fourth", handle: "id-2"),
    ]
    #expect(all.meant(byUser: user) { _ in "oauth2" }.map(\.account.subject) == subjects)
  }
}

@Suite("The certificates that a sign-in trusts where no file is named")
struct TrustRootsTests {
  private func account(_ name: String, client: ClientID, roots: String?) throws -> StoredCredential {
    var stored = try StoredCredential.sample()
    stored.account = Account(provider: "shop", client: client, subject: name)
    stored.client = try Client(id: client)
    (stored.name, stored.trustRoots) = (name, roots)
    return stored
  }

  @Test(
    "those of the account that signs in again, or of the accounts of the client; never those of another one",
    arguments: [
      ("ada", "x", "shop", nil), ("bob", "x", "shop", "/bob.pem"), ("bob", nil, nil, "/bob.pem"),
      ("new", "x", "shop", nil), (nil, "x", "shop", "/bob.pem"), (nil, "y", "shop", "/eve.pem"),
      (nil, "z", "shop", nil), (nil, "x", "other", nil), (nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?)])
  func known(name: String?, client: String?, provider: String?, roots: String?) throws {
    let all = [
      try account("ada", client: "x", roots: nil), try account("bob", client: "x", roots: "/bob.pem"),
      try account("eve", client: "y", roots: "/eve.pem"),
    ]
    let found = all.trustRoots(
      named: name, of: client.map { ClientID($0) }, at: provider.map { ProviderName($0) })
    #expect(found == roots)
  }
}

@Suite("A name that a user gave comes before one that was derived")
struct GivenNameTests {
  private func account(_ subject: String, client: ClientID = "x", name: String? = nil, handle: String? = nil) throws
    -> StoredCredential
  {
    let sample = try StoredCredential.sample()
    return StoredCredential(
      account: Account(provider: "shop", client: client, subject: subject), provider: sample.provider,
      client: sample.client, name: name, credential: sample.credential,
      identity: Identity(issuer: "shop", subject: subject, handle: handle), obtainedAt: sample.obtainedAt)
  }

  private func subject(_ name: String?, _ all: [StoredCredential]) -> String {
    do throws(OAuthError) { return try AccountName.find(name, among: all).account.subject } catch {
      return error.code.rawValue
    }
  }

  @Test("“shop” is the account that was named so, even with two at the shop")
  func given() throws {
    let all = [try account("1"), try account("2", name: "shop"), try account("3", handle: "ada")]
    #expect(subject("shop", all) == "2" && subject("shop/ada", all) == "3" && subject("shop/1", all) == "1")
    #expect(subject("shop/ADA", all) == "configuration.unknown_account")
    #expect(all.map { AccountName.of($0, among: all) } == ["shop/1", "shop", "shop/ada"])
  }

  @Test("the same user by two clients is shown with the client")
  func clients() throws {
    let all = [try account("1", client: "x"), try account("1", client: "y")]
    #expect(subject("shop/1", all) == "configuration.ambiguous_account")
    #expect(all.map { AccountName.of($0, among: all) } == ["shop/x/1", "shop/y/1"])
    for stored in all {
      #expect(try AccountName.find(AccountName.of(stored, among: all), among: all).account == stored.account)
    }
  }

  @Test("names are compared by their bytes", arguments: ["\u{E9}", "e\u{301}"])
  func bytes(name: String) throws {
    let all = [try account("1", name: "\u{E9}"), try account("2", name: "e\u{301}")]
    #expect(subject(name, all) == (name.utf8.count == 2 ? "1" : "2"))
  }

  @Test("without accounts, and with two and no name")
  func none() throws {
    #expect(subject(nil, []) == "configuration.unknown_account")
    #expect(subject(nil, [try account("1"), try account("2")]) == "configuration.ambiguous_account")
    #expect(subject(nil, [try account("1")]) == "1")
  }
}

@Suite("wayleave login --trace: steps as people read them")
struct TraceTextTests {

  @Test("a URL stands without its query where the parameters follow, and with it elsewhere")
  func place() {
    let url = "https://as.example/authorize?scope=openid"
    let fields = [Event.Field(name: "scope", value: "openid")]
    for name in [Event.Name.requestSent, .userSent, .callbackAccepted] {
      #expect(Event(name, url).text(in: TextLayout(width: 80)).contains("?scope"))
      let text = Event(name, url, fields: fields).text(in: TextLayout(width: 80))
      #expect(text == "· \(name.rawValue)  https://as.example/authorize\n    scope  openid")
    }
    #expect(Event(.tolerated, url, fields: fields).text(in: TextLayout(width: 80)).contains("?scope"))
  }

  @Test("no line is wider than the terminal, and nothing moves the cursor", arguments: [40, 80])
  func hostile(width: Int) {
    let event = Event(
      .tolerated, rule: .rfc(6749, "5.1"), "a\u{1B}[2J\u{202E} " + String(repeating: "x", count: 10_000))
    let text = event.text(in: TextLayout(width: width))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width } && text.count < 2000)
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    #expect(text.hasPrefix("· answer.tolerated  ") && text.contains("6749"))
  }
}
