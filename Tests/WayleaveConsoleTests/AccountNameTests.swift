import Testing
import WayleaveSignIn
import Wayleave
@testable import WayleaveConsole
import WayleaveWire

@Suite("A name means one account")
struct AccountNameTests {
  private func account(_ subject: String, name: String? = nil, isSignedOut: Bool = false) throws -> StoredCredential {
    let sample = try StoredCredential.sample(identity: Identity(issuer: "shop", subject: subject))
    var stored = StoredCredential(
      account: Account(provider: "shop", client: "x", subject: subject), provider: sample.provider,
      client: sample.client, name: name, credential: sample.credential, identity: sample.identity,
      obtainedAt: sample.obtainedAt)
    if isSignedOut {
      stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: sample.obtainedAt)]
    }
    return stored
  }

  private func found(_ name: String?, among all: [StoredCredential]) -> Result<String, OAuthError> {
    Result { () throws(OAuthError) in try AccountName.find(name, among: all).account.subject }
  }

  @Test("an account that is signed out, with a revocation still to be sent, is not the one that is meant")
  func signedOut() throws {
    let all = [try account("1", isSignedOut: true), try account("2")]
    #expect(try found(nil, among: all).get() == "2")
    #expect(try found("shop", among: all).get() == "2")
    // Its full name still means it.
    #expect(try found("shop/1", among: all).get() == "1")
    #expect(AccountName.of(all[0], among: all) == "shop/1" && AccountName.of(all[1], among: all) == "shop")
  }

  @Test("two that are signed in are two, whatever is signed out next to them")
  func ambiguous() throws {
    let all = [try account("1", isSignedOut: true), try account("2"), try account("3")]
    guard case .failure(let error) = found(nil, among: all) else {
      Issue.record("one was chosen")
      return
    }
    #expect(error.code == .ambiguousAccount)
    #expect(error.remedy.inCommands.contains("`--account shop/2`, `--account shop/3`"), "\(error.remedy)")
    guard case .failure(let named) = found("shop", among: all) else { return }
    // It may have been typed for `accounts rename`, which has no such option.
    #expect(named.remedy.inCommands.contains(": `shop/2`, `shop/3`."), "\(named.remedy)")
  }

  @Test("where nothing else is there, the signed-out account is meant: logout sends its revocation again")
  func alone() throws {
    let all = [try account("1", name: "work", isSignedOut: true)]
    for name in [nil, "shop", "work", "shop/1"] { #expect(try found(name, among: all).get() == "1") }
    guard case .failure(let error) = found("other", among: all) else {
      Issue.record("one was chosen")
      return
    }
    #expect(error.code == .unknownAccount)
  }

  @Test(
    "an account whose provider is built in is signed in by name; another word is a place holder",
    arguments: [
      ("github", "`wayleave login github`"), ("zendesk.acme", "`wayleave login zendesk.acme`"),
      ("nosuch", "`wayleave login PROVIDER`"),
    ])
  func signInNext(name: String, command: String) throws {
    guard case .failure(let error) = found(name, among: [try account("1")]) else {
      Issue.record("one was chosen")
      return
    }
    #expect(error.remedy.inCommands.contains(command), "\(error.remedy.inCommands)")
  }

  @Test("a second account of a provider changes what the first is called, and both are said")
  func changes() throws {
    let (first, second) = (try account("1"), try account("2"))
    #expect(AccountName.changes(by: first.account, before: [], after: [first]) == [])
    let sentences = AccountName.changes(by: second.account, before: [first], after: [first, second])
    #expect(sentences.count == 2, "\(sentences)")
    #expect(sentences.first == "The account “shop” is called “shop/1” from now on.")
    #expect(sentences.last?.hasPrefix("“shop” alone means more than one account.") == true)
    #expect(sentences.last?.contains("`wayleave accounts rename shop/2 NAME`") == true, "\(sentences)")
    // A name of its own that looks like the longer form is no sign of a second account.
    let named = try account("3", name: "shop/work")
    #expect(AccountName.changes(by: named.account, before: [], after: [named]) == [])
    // The same account signed in again changes nothing.
    #expect(AccountName.changes(by: first.account, before: [first], after: [first]) == [])
  }

  @Test("U7: the first account of a provider keeps the provider's name, whatever is signed in later")
  func firstKeepsName() throws {
    func account(_ subject: String, at time: Int64?, name: String? = nil, isSignedOut: Bool = false) throws
      -> StoredCredential
    {
      var stored = try self.account(subject, name: name, isSignedOut: isSignedOut)
      stored.enrollment = time.map { StoredCredential.enrollment(at: $0, mark: String(repeating: "f", count: 32)) }
      return stored
    }
    let (first, second) = (try account("1", at: 1_764_000_000_000_001), try account("2", at: 1_764_000_000_000_002))
    for all in [[first, second], [second, first]] {
      #expect(try found("shop", among: all).get() == "1")
      #expect(AccountName.of(first, among: all) == "shop" && AccountName.of(second, among: all) == "shop/2")
      #expect(AccountName.ofEach(all, among: all) == all.map { AccountName.of($0, among: all) })
    }
    let said = AccountName.changes(by: second.account, before: [first], after: [first, second])
    #expect(said.count == 1 && said[0].hasPrefix("“shop” is the name of another account."), "\(said)")
    // A name of its own takes nothing from another account, and gives nothing away.
    let named = try account("2", at: 1_764_000_000_000_002, name: "xa")
    #expect(AccountName.changes(by: named.account, before: [first], after: [first, named]) == [])
    // A record of an earlier version is older than all; of several such ones the name means none.
    let old = try account("3", at: nil)
    #expect(try found("shop", among: [first, old]).get() == "3")
    #expect(found("shop", among: [old, try account("4", at: nil), first]).failure == .ambiguousAccount)
    // A sign-out gives the name up.
    let gone = try account("1", at: 1_764_000_000_000_001, isSignedOut: true)
    #expect(try found("shop", among: [gone, second]).get() == "2")
    // A name that was given goes first.
    #expect(try found("shop", among: [first, try account("5", at: 1_764_000_000_000_009, name: "shop")]).get() == "5")
  }

  @Test("where another account was given the provider's name, it is not said that the name means several")
  func providerNameIsTaken() throws {
    var other = try account("1", name: "shop")
    other.account = Account(provider: "market", client: "x", subject: "1")
    let new = try account("2")
    let sentences = AccountName.changes(by: new.account, before: [other], after: [other, new])
    #expect(sentences.count == 1 && sentences[0].hasPrefix("“shop” is the name of another account."), "\(sentences)")
  }

  @Test("the answer of a sign-in in the place of a name is not repeated")
  func answerForName() throws {
    guard case .failure(let error) = found("http://127.0.0.1:9/cb?code=SplxlOBe", among: [try account("1")]) else {
      Issue.record("one was chosen")
      return
    }
    #expect(error.code == .unknownAccount)
    #expect(!"\(error) \(error.json)".contains("Splx"))
    #expect(error.remedy.inCommands.contains("wayleave login --resume"))
  }

  @Test(
    "190: a word that may be a token is not repeated, and one that can be a name is",
    arguments: [
      ("gho_16C7e42F292c6912E7710c838347Ae178B4a", false), ("ya29.a0AfH6SMBx-123456", false),
      ("2YotnFZFEjr1zCsi", false),
      ("eyJhbGciOiJub25lIn0.e30.", false), ("github/2YotnFZFEjr1zCsi", false), ("d0c9f1a2b3c4d5e6", false),
      ("login2.accounts.example.com", true), ("playground-tollgate", true), ("github/ada-lovelace-of-london", true),
      ("work2", true),
      ("http://127.0.0.1:41234/tollgate", true), ("ada.lovelace@example.com", true), ("https://as.example/a", true),
    ])
  func tokenForName(name: String, isShown: Bool) {
    guard case .failure(let error) = found(name, among: []) else {
      Issue.record("one was chosen")
      return
    }
    #expect("\(error) \(error.json)".contains(name) == isShown, "\(error)")
  }

  /// Ada's account at an issuer on this machine, through a client.
  private func atTollgate(_ port: Int, _ handle: String, name: String? = nil, grant: String = "") throws
    -> StoredCredential
  {
    let sample = try StoredCredential.sample()
    let account = Account(
      provider: ProviderName("http://127.0.0.1:\(port)/tollgate"), client: "x", subject: "id-\(handle)", grant: grant)
    return StoredCredential(
      account: account, provider: sample.provider, client: sample.client, name: name, credential: sample.credential,
      identity: Identity(issuer: "shop", subject: "id-\(handle)", handle: handle), obtainedAt: sample.obtainedAt)
  }

  @Test("an issuer's account has a short name; the URL still means it, and two issuers of one name get a longer one")
  func short() throws {
    let one = [try atTollgate(1, "ada")]
    #expect(AccountName.of(one[0], among: one) == "tollgate")
    for name in ["tollgate", "127.0.0.1:1/tollgate", "http://127.0.0.1:1/tollgate", "tollgate/ada", "tollgate/id-ada"] {
      #expect(try AccountName.find(name, among: one).account == one[0].account)
    }
    let two = one + [try atTollgate(2, "ada")]
    #expect(two.map { AccountName.of($0, among: two) } == ["127.0.0.1:1/tollgate", "127.0.0.1:2/tollgate"])
    #expect(found("tollgate", among: two).failure == .ambiguousAccount)
    let users = one + [try atTollgate(1, "zoe")]
    #expect(users.map { AccountName.of($0, among: users) } == ["tollgate/ada", "tollgate/zoe"])
  }

  @Test("a name that a terminal does not show as it is, is not the one that is shown")
  func hidden() throws {
    let all = [try atTollgate(1, "x\u{200B}"), try atTollgate(1, "x\\u{200b}")]
    #expect(all.map { AccountName.of($0, among: all) } != Array(repeating: "tollgate/x\\u{200b}", count: 2))
    for stored in all where stored.identity?.handle?.contains("\u{200B}") == false {
      #expect(try AccountName.find(AccountName.of(stored, among: all), among: all).account == stored.account)
    }
  }

  @Test("the names of all at once are those that each has alone, and a name that all have is looked up once")
  func ofEach() throws {
    let crowd = try (0..<40).map { number in
      try atTollgate(
        1, "user-\(number % 30)", name: number % 7 == 0 ? "n-\(number)" : nil, grant: number < 30 ? "" : "b")
    }
    let lists = [
      [], [try account("1")], try [account("1", isSignedOut: true), account("2")],
      try [account("1", name: "é"), account("2", name: "e\u{301}"), account("3", name: "shop/1")],
      try [atTollgate(1, "x\u{200B}"), atTollgate(1, "x\\u{200b}")],
      try [atTollgate(1, "ada"), atTollgate(2, "ada"), atTollgate(1, "ada", name: "work", grant: "b")],
      try [atTollgate(1, "ada"), atTollgate(1, "ada", grant: "b")], crowd,
    ]
    for all in lists {
      #expect(AccountName.ofEach(all, among: all) == all.map { AccountName.of($0, among: all) })
      let some = Array(all.prefix(2).reversed())
      #expect(AccountName.ofEach(some, among: all) == some.map { AccountName.of($0, among: all) })
    }
    var bearers = NameBearers(of: crowd)
    for _ in crowd { #expect(bearers.account(meantBy: "tollgate") == nil) }
    #expect(bearers.found.count == 1)
  }

  @Test("of one user's accounts a derived name means the one without a name; those of another user have other names")
  func grants() throws {
    let all = [try atTollgate(1, "ada"), try atTollgate(1, "ada", name: "work", grant: "b")]
    #expect(all.map { AccountName.of($0, among: all) } == ["tollgate", "work"])
    #expect(try AccountName.find("tollgate/ada", among: all).account == all[0].account)
    let named = [all[1], try atTollgate(1, "zoe")]
    #expect(found("tollgate", among: named).failure == .ambiguousAccount)
    #expect(named.map { AccountName.of($0, among: named) } == ["work", "tollgate/zoe"])
    // Without any name each is still found.
    let bare = [all[0], try atTollgate(1, "ada", grant: "b")]
    for stored in bare {
      #expect(try AccountName.find(AccountName.of(stored, among: bare), among: bare).account == stored.account)
    }
  }
}

extension Result where Failure == OAuthError {
  fileprivate var failure: OAuthError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }
}
