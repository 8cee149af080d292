import Testing
import Wayleave
import WayleaveConsole
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
}
