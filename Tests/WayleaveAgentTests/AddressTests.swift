import Testing
import WayleaveAgentProtocol
import WayleaveProvider
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: a grant for requests or for Echo is not one for the endpoints of OAuth")
struct AgentAddressTests {
  private static let api = "https://api.twitter.com"

  @Test(
    "Echo names the address of the entry and no other",
    arguments: [
      ("/1.1/account/verify_credentials.json", true),
      ("/1.1/account/verify_credentials.json?include_email=true", false),
      ("/1.1/statuses/update.json?status=x", false), ("/oauth/access_token", false),
    ])
  func echo(path: String, isGood: Bool) async throws {
    let scene = try await AgentScene([.signing("ada")])
    #expect(
      try scene.ask(.echo(account: "ada", url: Self.api + path)).code == (isGood ? nil : "configuration.unsupported"))
  }

  @Test(
    "a request to an endpoint of OAuth is not signed, however its path is written, and one to the API is",
    arguments: [
      (api + "/1.1/statuses/update.json", true), (api + "/oauth/access_token?x_reverse_auth_target=k", false),
      (api + "/oauth/request_token", false), (api + "/OAuth//access_token/", false),
      (api + "/oauth/./%61ccess_token", false), (api + "/1.1/oauth/invalidate_token", false),
      ("https://api.x.com/oauth/access_token", false), (api + "/oauth/authenticate", false),
      (api + "/1.1/../oauth/access_token", false), (api + "/1.1/%2e%2e/oauth/access_token", false),
      (api + "/1.1/x/.%2E/../oauth/request_token", false),
    ])
  func oauth1(url: String, isGood: Bool) async throws {
    let scene = try await AgentScene([.signing("ada")])
    let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "POST", url: url)))
    #expect(answer.code == (isGood ? nil : "configuration.unsupported"))
  }

  @Test(
    "an endpoint that is named by a query is found in any spelling of it, and in a form",
    arguments: [
      ("?title=Special:OAuth/token", "", false), ("?title=Special%3aOAuth%2Ftoken&x=1", "", false),
      ("", "title=Special%3AOAuth%2Ftoken", false), ("?title=Main_Page", "", true),
    ])
  func query(query: String, body: String, isGood: Bool) async throws {
    let scene = try await AgentScene([.signing("ada", at: .mediawiki)])
    let message = AgentMessage(
      method: "POST", url: "https://meta.wikimedia.org/w/index.php" + query,
      fields: body.isEmpty ? [] : [AgentPair("Content-Type", "application/x-www-form-urlencoded")],
      body: body.isEmpty ? nil : Array(body.utf8))
    let answer = try scene.ask(.authorize(account: "ada", message))
    #expect(answer.code == (isGood ? nil : "configuration.unsupported"), "\(answer)")
  }
}
