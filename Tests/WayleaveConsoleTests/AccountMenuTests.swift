import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("EI4, EI5: of several accounts the user chooses one")
struct AccountMenuTests {
  private func account(_ subject: String, name: String) throws -> StoredCredential {
    let sample = try StoredCredential.sample(identity: Identity(issuer: "shop", subject: subject))
    return StoredCredential(
      account: Account(provider: "shop", client: "x", subject: subject), provider: sample.provider,
      client: sample.client, name: name, credential: sample.credential, identity: sample.identity,
      obtainedAt: sample.obtainedAt)
  }

  // EI4
  @Test("each account is a line with its number and its name")
  func question() throws {
    let all = [try account("7", name: "work"), try account("8", name: "home")]
    let question = AccountMenu(all, among: all).question
    #expect(question.hasPrefix("You have 2 accounts:\n  1  work\n  2  home\nWhich one?"), "\(question)")
  }

  // EI5
  @Test(
    "a number or a name means one, and anything else none",
    arguments: [
      ("1", "7"), ("2", "8"), ("work", "7"), ("3", "9"), ("2026", "10"), ("0", nil), ("5", nil), ("-1", nil),
      ("Work", nil), ("99999999999999999999", nil), (" 1", nil),
    ] as [(String, String?)])
  func answers(text: String, subject: String?) throws {
    let all = [
      try account("7", name: "work"), try account("8", name: "home"), try account("9", name: "x"),
      try account("10", name: "2026"),
    ]
    #expect(AccountMenu(all, among: all).account(typed: text)?.account.subject == subject)
  }

  @Test("a name that is a number is that account, and not the one at that place")
  func numberedName() throws {
    let all = [try account("7", name: "2"), try account("8", name: "home")]
    #expect(AccountMenu(all, among: all).account(typed: "2")?.account.subject == "7")
  }
}
