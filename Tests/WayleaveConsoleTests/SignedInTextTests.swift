import Testing
import WayleaveConsole
import WayleaveWire

@testable import Wayleave

@Suite("What login says at its end")
struct SignedInTextTests {
  private let time = ShownTime(now: Instant(secondsSinceEpoch: 40_000))
  private let ravi = Identity(issuer: "shop", subject: "1", displayName: "Ravi")

  private func signedIn(
    _ identity: Identity?, replaced: ReplacedSignIn? = nil, refusedName: String? = nil
  ) throws -> SignedIn {
    let stored = try StoredCredential.sample(identity: identity)
    return SignedIn(
      account: stored.account, stored: stored, unidentifiedBecause: nil, replaced: replaced, refusedName: refusedName)
  }

  @Test("S1: it says which account it is, and what it replaces")
  func replaced() throws {
    let plain = try signedIn(ravi)
    #expect(plain.text(named: "work", at: time) == "Signed in at The Shop as Ravi. The account is “work”.")
    #expect(plain.json(named: "work", storedIn: "/")["replaced"] == .null)
    let earlier = ReplacedSignIn(
      name: "work", since: Instant(secondsSinceEpoch: 33_120), scopes: ["openid", "profile"])
    let again = try signedIn(ravi, replaced: earlier)
    #expect(
      again.text(named: "work", at: time)
        == "Signed in at The Shop as Ravi. The account is “work”. You were signed in there since 09:12 (scopes: “openid profile”); this sign-in replaces that one. Its tokens were not revoked: The Shop takes them until they expire, or until you remove the app there."
    )
    #expect(
      again.json(named: "work", storedIn: "/")["replaced"] == ["account": "work", "since": 33_120, "revoked": false])
  }

  @Test("where the provider has no way to say who the user is, login says how to renew this account; not where it did")
  func nameless() throws {
    let text = try signedIn(nil).text(named: "shop", at: time)
    #expect(text.contains("adds another") && text.contains("`wayleave login --account shop`"), "\(text)")
    #expect(try !signedIn(ravi).text(named: "shop", at: time).contains("adds another"))
    let earlier = ReplacedSignIn(name: "shop", since: Instant(secondsSinceEpoch: 33_120), scopes: [])
    for (identity, isUnknown) in [(ravi, false), (nil, true)] {
      let text = try signedIn(identity, replaced: earlier).text(named: "shop", at: time)
      #expect(text.contains("cannot check that it is the same person") == isUnknown, "\(text)")
      #expect(!text.contains("adds another"), "\(text)")
    }
  }

  @Test("scopes without “openid”, where the provider has it, are why no one is named, and login says so")
  func withoutOpenID() throws {
    for (identity, offered, asked, isSaid) in [
      (nil, ["openid", "notes"], ["notes"], true), (nil, ["openid"], [], false), (nil, ["notes"], ["notes"], false),
      (nil, ["openid"], ["notes", "openid"], false), (ravi, ["openid"], ["notes"], false),
    ] as [(Identity?, [String], [String], Bool)] {
      let stored = try StoredCredential.sample(identity: identity, scopes: offered)
      let note = SignedIn(ofAnother: stored).noteOnOpenID(asking: asked)
      #expect(note?.contains("`--scope openid`") == (isSaid ? true : nil), "\(offered) \(asked)")
    }
  }

  @Test(
    "RFC 6749 §3.3: what was granted and not asked for is named",
    arguments: [
      (["notes"], ["notes", "admin"], "admin"), (["notes"], ["notes"], nil), (["notes", "admin"], ["notes"], nil),
      // Without scopes of the user's, those of the entry were asked for.
      ([], ["profile", "admin"], "admin"), ([], ["profile"], nil), (["notes"], nil, nil),
    ] as [([String], [String]?, String?)])
  func more(asked: [String], granted: [String]?, named: String?) throws {
    var stored = try StoredCredential.sample(scopes: ["profile"])
    stored.credential = .oauth2(.init(accessToken: Secret("a-token-that-is-secret"), scopes: granted))
    let note = SignedIn(ofAnother: stored).noteOnMoreScopes(asking: asked)
    #expect(note == named.map { "The provider granted more than was asked for: “\($0)”." })
  }

  @Test("S2: a name that stays with another account is named, with the commands that free it")
  func refused() throws {
    for identity in [ravi, nil] {
      let refused = try signedIn(identity, refusedName: "my work")
      let text = refused.text(named: "shop/ravi", at: time)
      for part in [
        "“shop/ravi”", "“my work”", "`wayleave accounts rename 'my work' OTHER`", "`wayleave logout 'my work'`",
      ] {
        #expect(text.contains(part))
      }
      #expect(refused.json(named: "shop/ravi", storedIn: "/")["refused_name"] == "my work")
    }
    #expect(try signedIn(ravi).json(named: "shop", storedIn: "/")["refused_name"] == .null)
  }
}
