import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A name belongs to one account: where a new credential is stored, and under which name")
struct AccountPlaceTests {
  private static let ada = Account(provider: "shop", client: "reader", subject: "ada")
  private static let zoe = Account(provider: "shop", client: "reader", subject: "zoe")
  private static let unknown = Account(provider: "shop", client: "reader", subject: "unidentified-new")

  private func stored(
    _ account: Account, _ name: String? = nil, handle: String? = nil, ended: Bool = false, isSignedOut: Bool = false,
    token: String? = nil
  ) throws -> StoredCredential {
    var stored = try StoredCredential.sample(account)
    // Each sign-in brings a token of its own, as a rule.
    stored.credential = .oauth2(.init(accessToken: Secret(token ?? "canary-\(UInt64.random(in: 0 ... .max))")))
    stored.name = name
    if !account.subject.hasPrefix(Account.provisionalPrefix) {
      stored.identity = Identity(issuer: "shop", subject: account.subject, handle: handle)
    }
    stored.endedBecause = ended ? "revoked" : nil
    if isSignedOut {
      stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: stored.obtainedAt)]
    }
    return stored
  }

  private func place(_ account: Account, _ name: String?, _ all: [StoredCredential]) throws -> AccountPlace {
    AccountPlace(of: try stored(account), wanting: name, among: all, orAs: "next")
  }

  @Test("a free name: the user's first credential has it, or a further one where there is a first")
  func free() throws {
    #expect(try place(Self.ada, "work", []) == AccountPlace(account: Self.ada, name: "work"))
    let second = try place(Self.ada, "home", [stored(Self.ada, "work")])
    #expect(second == AccountPlace(account: Self.ada.of(grant: "next"), name: "home"))
    let named = try place(Self.ada, "work", [stored(Self.ada)])
    #expect(named == AccountPlace(account: Self.ada.of(grant: "next"), name: "work"))
    #expect(try place(Self.unknown, "work", []) == AccountPlace(account: Self.unknown, name: "work"))
  }

  @Test("175: a record under the user's first key that cannot be read stays there, and what is new gets another key")
  func unreadableFirst() throws {
    let next = Self.ada.of(grant: "next")
    func place(_ name: String?, _ all: [StoredCredential]) throws -> AccountPlace {
      AccountPlace(of: try stored(Self.ada), wanting: name, among: all, orAs: "next", besideUnreadableFirst: true)
    }
    for name in [nil, "work"] { #expect(try place(name, []) == AccountPlace(account: next, name: name)) }
    // That one is renewed by the next sign-in, and a named one is not taken for it.
    let beside = Self.ada.of(grant: "beside")
    #expect(try place(nil, [stored(beside)]) == AccountPlace(account: beside, name: nil))
    #expect(try place(nil, [stored(beside, "work")]) == AccountPlace(account: next, name: nil))
    #expect(try place("work", [stored(beside, "work")]) == AccountPlace(account: beside, name: "work"))
  }

  @Test("the name of an account of the same user: that account is renewed", arguments: ["", "second"])
  func own(grant: String) throws {
    let mine = Self.ada.of(grant: grant)
    let all = [try stored(mine, "work"), try stored(Self.zoe, "home")]
    #expect(try place(Self.ada, "work", all) == AccountPlace(account: mine, name: "work"))
  }

  @Test(
    "C3: the name of another user, client or provider stays there, and the credential gets none",
    arguments: [
      zoe, Account(provider: "shop", client: "other", subject: "ada"),
      Account(provider: "mall", client: "reader", subject: "ada"),
    ])
  func foreign(holder: Account) throws {
    let all = [try stored(holder, "work")]
    #expect(
      try place(Self.ada, "work", all) == AccountPlace(account: Self.ada, name: nil, refusedName: "work"))
    // A named account of the same user keeps its credential; one without a name is renewed.
    let withHome = all + [try stored(Self.ada, "home")]
    let further = AccountPlace(account: Self.ada.of(grant: "next"), name: nil, refusedName: "work")
    #expect(try place(Self.ada, "work", withHome) == further)
    let unnamed = withHome + [try stored(Self.ada.of(grant: "b"))]
    #expect(try place(Self.ada, "work", unnamed).account == Self.ada.of(grant: "b"))
  }

  @Test(
    "a name to which another user's account answers today counts as taken", arguments: ["shop", "shop/zl", "shop/zoe"])
  func derived(name: String) throws {
    let all = [try stored(Self.zoe, "home", handle: "zl")]
    #expect(try place(Self.ada, name, all).refusedName == name)
    // One's own account is renewed by such a name, and keeps the name that it was given.
    #expect(try place(Self.zoe, name, all) == AccountPlace(account: Self.zoe, name: "home"))
    #expect(try place(Self.zoe, name, [stored(Self.zoe, handle: "zl")]) == AccountPlace(account: Self.zoe, name: name))
  }

  @Test(
    "RFC 7591 §3: a later registration for the same API renews the account of an earlier one, under its key and name",
    arguments: ["ada", "unidentified-old"])
  func replacedRegistration(subject: String) throws {
    func made(
      _ id: ClientID, at provider: ProviderName = "shop", for api: String?, _ subject: String, _ name: String? = nil
    ) throws -> StoredCredential {
      var made = try stored(Account(provider: provider, client: id, subject: subject), name)
      made.client = try Client(id: id)
      made.clientMadeFor = api
      return made
    }
    func place(_ new: StoredCredential, _ name: String?, _ all: [StoredCredential]) -> AccountPlace {
      AccountPlace(of: new, wanting: name, among: all, orAs: "next")
    }
    let (notes, tasks) = ("https://api.example/notes", "https://api.example/tasks")
    let isUnknown = subject.hasPrefix(Account.provisionalPrefix)
    let old = try made("one", for: notes, subject, "api")
    let new = try made("two", for: notes, isUnknown ? "unidentified-new" : subject)
    #expect(place(new, "api", [old]) == AccountPlace(account: old.account, name: "api"))
    // It moved, and moves again.
    var moved = new
    (moved.account, moved.name) = (old.account, "api")
    #expect(moved.clientID == "two")
    let third = try made("three", for: notes, isUnknown ? "unidentified-next" : subject)
    #expect(place(third, "api", [moved]) == AccountPlace(account: old.account, name: "api"))
    for other in [
      try made("one", for: tasks, subject, "api"), try made("one", for: nil, subject, "api"),
      try made("one", at: "mall", for: notes, subject, "api"),
    ] { #expect(place(new, "api", [other]) == AccountPlace(account: new.account, name: nil, refusedName: "api")) }
    // A server may give out the first id again: what moved stays.
    let again = try made("one", for: tasks, isUnknown ? "unidentified-next" : subject)
    let beside = isUnknown ? again.account : again.account.of(grant: "next")
    #expect(place(again, nil, [moved]) == AccountPlace(account: beside, name: nil))
    #expect(place(again, "tasks", [moved]) == AccountPlace(account: beside, name: "tasks"))
  }

  @Test("names are compared by their bytes")
  func bytes() throws {
    let all = [try stored(Self.zoe, "\u{E9}")]
    #expect(try place(Self.ada, "e\u{301}", all) == AccountPlace(account: Self.ada, name: "e\u{301}"))
    #expect(try place(Self.ada, "\u{E9}", all).refusedName == "\u{E9}")
  }

  @Test("without a name: the account without one is renewed, or the only one; else a new one")
  func withoutName() throws {
    #expect(try place(Self.ada, nil, []) == AccountPlace(account: Self.ada, name: nil))
    #expect(try place(Self.ada, nil, [stored(Self.ada)]) == AccountPlace(account: Self.ada, name: nil))
    #expect(try place(Self.ada, nil, [stored(Self.ada, "work")]) == AccountPlace(account: Self.ada, name: "work"))
    let both = [try stored(Self.ada, "work"), try stored(Self.ada.of(grant: "b"), "home"), try stored(Self.zoe)]
    #expect(try place(Self.ada, nil, both) == AccountPlace(account: Self.ada.of(grant: "next"), name: nil))
    let unnamed = both + [try stored(Self.ada.of(grant: "c"))]
    #expect(try place(Self.ada, nil, unnamed) == AccountPlace(account: Self.ada.of(grant: "c"), name: nil))
  }

  @Test("a user who is not known replaces a credential without a user by its name, and never one of a known user")
  func unknownUser() throws {
    let old = Account(provider: "shop", client: "reader", subject: "unidentified-old")
    let refused = AccountPlace(account: Self.unknown, name: nil, refusedName: "work")
    #expect(try place(Self.unknown, "work", [stored(Self.ada, "work")]) == refused)
    #expect(try place(Self.unknown, "work", [stored(Self.ada, "work", ended: true)]) == refused)
    let replaced = AccountPlace(account: old, name: "work")
    #expect(try place(Self.unknown, "work", [stored(old, "work")]) == replaced)
    #expect(try place(Self.unknown, "work", [stored(old, "work", ended: true)]) == replaced)
    #expect(try place(Self.unknown, "work", [stored(old, "work", isSignedOut: true)]) == replaced)
    // It is not replaced unless it is named.
    #expect(try place(Self.unknown, nil, [stored(old, "work")]) == AccountPlace(account: Self.unknown, name: nil))
    #expect(try place(Self.unknown, "home", [stored(old, "work")]) == AccountPlace(account: Self.unknown, name: "home"))
    for elsewhere in [
      Account(provider: "shop", client: "other", subject: "unidentified-old"),
      Account(provider: "mall", client: "reader", subject: "unidentified-old"),
    ] {
      #expect(try place(Self.unknown, "work", [stored(elsewhere, "work", ended: true)]) == refused)
    }
    // A user who is known now is not the one of a credential without a user.
    #expect(try place(Self.ada, "work", [stored(old, "work", ended: true)]).refusedName == "work")
  }

  @Test("a sign-out frees the name; who signs in again later does not take it back")
  func signedOut() throws {
    let out = try stored(Self.ada, "work", isSignedOut: true)
    #expect(try place(Self.zoe, "work", [out]) == AccountPlace(account: Self.zoe, name: "work"))
    #expect(try place(Self.ada, "work", [out]) == AccountPlace(account: Self.ada, name: "work"))
    #expect(try place(Self.ada, nil, [out]) == AccountPlace(account: Self.ada, name: "work"))
    #expect(try place(Self.ada, nil, [out, stored(Self.zoe, "work")]) == AccountPlace(account: Self.ada, name: nil))
    #expect(try place(Self.ada, "home", [out]) == AccountPlace(account: Self.ada, name: "home"))
  }

  @Test("a name to which several accounts answer is free; one to which a single account answers is that account's")
  func ambiguous() throws {
    let two = [try stored(Self.ada, "a"), try stored(Self.zoe, "z")]
    let shared = try #require(two[0].derivedNames.first { two[1].derivedNames.contains($0) })
    #expect(try place(Self.ada.of(grant: "n"), shared, two).name == shared)
    #expect(try place(Self.ada, shared, [two[1]]).refusedName == shared)
  }

  @Test("a token that the provider issued again to the same user stays in one record, which keeps its name")
  func sameToken() throws {
    func place(_ account: Account, _ name: String?, _ all: [StoredCredential]) throws -> AccountPlace {
      AccountPlace(of: try stored(account, token: "canary-same"), wanting: name, among: all, orAs: "next")
    }
    let held = try stored(Self.ada, "work", token: "canary-same")
    let kept = AccountPlace(account: Self.ada, name: "work", refusedName: "home")
    #expect(try place(Self.ada, "home", [held]) == kept)
    #expect(try place(Self.ada, nil, [held]) == AccountPlace(account: Self.ada, name: "work"))
    let unnamed = try stored(Self.ada, token: "canary-same")
    #expect(try place(Self.ada, "home", [unnamed]) == AccountPlace(account: Self.ada, name: "home"))
    #expect(try place(Self.ada, "home", [unnamed, stored(Self.zoe, "home")]).refusedName == "home")
    // Another user's record is left alone, whatever is in it.
    #expect(try place(Self.zoe, "home", [held]) == AccountPlace(account: Self.zoe, name: "home"))
  }

  @Test(
    "what cannot be typed or shown is no name",
    arguments: ["", " ", "-x", "a\u{1B}[1m", "a\u{202E}b", " a", "a ", String(repeating: "x", count: 101)])
  func notAName(name: String) { #expect(throws: OAuthError.self) { try GivenName.require(name) } }

  @Test(
    "other words are names", arguments: ["work", "shop/ada", "my account", "Zoë", String(repeating: "x", count: 100)])
  func name(name: String) throws { try GivenName.require(name) }

  @Test("a record of before is read as the user's first credential, and a further one keeps its grant")
  func record() throws {
    let further = try stored(Self.ada.of(grant: "b"), "home")
    #expect(StoredCredential(exposedJSON: further.exposedJSON)?.account == further.account)
    var members = try #require(try stored(Self.ada).exposedJSON.object)
    members["grant"] = nil
    #expect(StoredCredential(exposedJSON: .object(members))?.account == Self.ada)
    #expect(Self.ada.nameParts.count == 3 && Self.ada.of(grant: "b").nameParts.count == 4)
    #expect(Self.ada != Self.ada.of(grant: "b"))
  }
}
