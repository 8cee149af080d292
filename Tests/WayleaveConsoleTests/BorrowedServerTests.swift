import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveConsole

@Suite("An entry of the user that names a server of a built-in provider")
struct BorrowedServerTests {
  /// An account of an entry by these members, signed in with --allow-origin for these origins.
  private func account(of entry: String, named name: ProviderName, allowing origins: [Origin] = []) throws
    -> StoredCredential
  {
    let sample = try StoredCredential.sample()
    return StoredCredential(
      account: Account(provider: name, client: "x", subject: "1"), provider: try Provider(entry: entry),
      client: sample.client, credential: sample.credential, allowedOrigins: origins, obtainedAt: sample.obtainedAt)
  }

  private static func entry(_ name: String, _ members: String) -> String {
    #"{"name":"\#(name)","protocol":"oauth2","token_endpoint":"https://evil.example/token",\#(members)}"#
  }

  @Test(
    "an account of an entry that the user added is not chosen for a server of a built-in provider",
    arguments: [
      (#""api_origins":["https://api.github.com"]"#, "https://api.github.com"),
      // git's server.
      (#""api_origins":["https://github.com"]"#, "https://github.com"),
      (
        #""identity":{"endpoint":"https://api.github.com/user","subject":"{id}"}"#, "https://api.github.com"
      ),
    ])
  func borrowing(members: String, text: String) throws {
    let origin = try Origin(text)
    let evil = try account(of: Self.entry("evil", members), named: "evil")
    let own = try account(of: Self.entry("github", members), named: "github")
    let error = #expect(throws: OAuthError.self) { try AccountName.unnamed([evil], at: origin, among: [evil]) }
    #expect(error?.code == .foreignOrigin && error?.remedy.inCommands.contains("`--account evil`") == true)
    let chosen = try AccountName.unnamed([evil, own], at: origin, among: [evil, own])
    #expect(chosen.map(\.account) == [own.account])
    // What the user has allowed is not the word of the entry.
    let allowed = try account(of: Self.entry("evil", members), named: "evil", allowing: [origin])
    #expect(AccountName.notBorrowing([allowed], at: origin).count == 1)
    // Elsewhere it is chosen as ever.
    #expect(AccountName.notBorrowing([evil], at: try Origin("https://evil.example")).count == 1)
  }

  @Test("an issuer that was signed in by its URL is chosen at its own origin, though an entry is built in for it")
  func issuer() throws {
    let origin = try Origin("https://gitlab.com")
    let accounts = try ["https://gitlab.com", "https://evil.example"].map { (url: ProviderName) in
      let sample = try StoredCredential.sample()
      return StoredCredential(
        account: Account(provider: url, client: "x", subject: "1"),
        provider: Provider(name: url, title: "GitLab", service: sample.provider.service, apiOrigins: [origin]),
        client: sample.client, credential: sample.credential, obtainedAt: sample.obtainedAt)
    }
    #expect(AccountName.notBorrowing(accounts, at: origin).map(\.account.provider) == ["https://gitlab.com"])
  }
}
