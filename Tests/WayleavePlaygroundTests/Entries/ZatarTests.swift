import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("The playground plays Zatar")
struct ZatarTests {
  private static let tokenPath = "beta-api.zatar.com/v2/token"

  private func code(_ playground: TestPlayground, scope: String = "read,update") async throws -> String {
    try await playground.entryCode("zatar", "beta-api.zatar.com/v2/authorize", ["scope": scope])
  }

  private func ask(
    _ pairs: [String: String?], at playground: TestPlayground,
    _ fields: [String: String] = ["Authorization": TestPlayground.entryBasic, "Accept": "application/json"]
  ) async throws -> ResponseMessage {
    let form = Form(pairs.compactMapValues(\.self).map { (name: $0.key, value: $0.value) })
    return try await playground.post("zatar", Self.tokenPath, form, fields)
  }

  private func redeem(
    _ code: String, _ changes: [String: String?] = [:], at playground: TestPlayground
  ) async throws -> ResponseMessage {
    let pairs: [String: String?] = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": TestPlayground.callback,
    ]
    return try await ask(pairs.merging(changes) { $1 }, at: playground)
  }

  @Test("ZA4: a callback has the code first, and the state directly behind it")
  func callback() async throws {
    try await TestPlayground.withEntries { playground in
      let callback = try await playground.callback(
        "zatar", "beta-api.zatar.com/v2/authorize", ["scope": "read,update,create"])
      #expect(callback.contains("/callback?code=") && callback.hasSuffix("&state=s"))
    }
  }

  @Test(
    "ZA10: what is missing is listed as violations; what is wrong has a word; and a code is good once",
    arguments: [
      (["code": nil], "violations"), (["redirect_uri": nil], "violations"), (["grant_type": nil], "violations"),
      (["code": "never-issued"], "invalid_grant"), (["redirect_uri": "http://127.0.0.1:1/callback"], "invalid_grant"),
      (["grant_type": "magic"], "unsupported_grant_type"),
    ] as [([String: String?], String)])
  func wrongRequests(changes: [String: String?], word: String) async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      let refused = try await redeem(code, changes, at: playground)
      #expect(refused.status == 400)
      #expect((refused.json?["violations"] == nil ? refused.oauthError : "violations") == word)
      let answer = try await redeem(code, at: playground)
      #expect(answer.status == 200 && answer.json?["scope"] == "read,update")
      #expect(try await redeem(code, at: playground).oauthError == "invalid_grant")
    }
  }

  @Test("ZA8: a client shows its secret by HTTP Basic alone")
  func client() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      let pairs: [String: String?] = [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TestPlayground.callback,
      ]
      let secret = ["client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret]
      let inBody = pairs.merging(secret) { $1 }
      for wrong in [pairs, inBody] {
        let refused = try await ask(wrong, at: playground, ["Accept": "application/json"])
        #expect(refused.status == 401 && refused.oauthError == "invalid_client")
      }
      #expect(try await ask(pairs, at: playground).status == 200)
    }
  }

  @Test("a refresh brings new tokens of both kinds, and ends both of before")
  func refresh() async throws {
    try await TestPlayground.withEntries { playground in
      let first = try await redeem(try await code(playground), at: playground).json
      let pairs: [String: String?] = [
        "grant_type": "refresh_token", "refresh_token": first?["refresh_token"]?.string,
      ]
      let second = try await ask(pairs, at: playground).json
      #expect(second?["refresh_token"] != nil && second?["refresh_token"] != first?["refresh_token"])
      #expect(try await ask(pairs, at: playground).oauthError == "invalid_grant")
      for (token, status) in [(first, 401), (second, 200)] {
        let fields = ["Authorization": "Bearer \(token?["access_token"]?.string ?? "")"]
        #expect(try await playground.get("zatar", "beta-api.zatar.com/v2/devices", fields).status == status)
      }
    }
  }

  @Test("ZA10: an app without a scope of Zatar's gets null tokens with status 200, and one that takes no JSON a page")
  func oddAnswers() async throws {
    try await TestPlayground.withEntries { playground in
      let empty = try await redeem(try await code(playground, scope: "fly"), at: playground)
      #expect(empty.status == 200 && empty.json?["access_token"] == .null && empty.json?["refresh_token"] == .null)
      let page = try await ask(
        [:], at: playground, ["Authorization": TestPlayground.entryBasic, "Accept": "text/html"])
      #expect(page.status == 200 && page.json == nil)
    }
  }
}
