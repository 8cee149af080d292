import HTTPTypes
import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("RFC 9728: doctor shows how a sign-in at an API finds its server, step by step")
struct APICheckTests {
  private static let api = "https://api.example/mcp"

  private func check() throws -> APICheck { APICheck(of: try AbsoluteURL(Self.api), subject: "a") }

  @Test(
    "§5.1: what an API answers, with its challenge; its metadata counts only on its own origin",
    arguments: [
      (Self.api, 401, nil, "answers 401, without a challenge."),
      (Self.api, 401, "Negotiate, Bearer", "answers 401, with a challenge (Negotiate, Bearer)."),
      (
        Self.api, 401, "Bearer scope=\"a b\", resource_metadata=\"https://api.example/meta\"",
        "with a challenge (Bearer). Its metadata is at https://api.example/meta. It wants “a b”."
      ),
      (Self.api, 401, "Bearer resource_metadata=\"https://evil.example/meta\"", "with a challenge (Bearer)."),
      (Self.api, 405, nil, "answers 405."), ("https://api.example/meta", 401, "Bearer", "answers 401."),
    ] as [(String, Int, String?, String)])
  func step(url: String, status: Int, challenge: String?, words: String) throws {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)))
    response.head.headerFields[.wwwAuthenticate] = challenge
    let step = APICheck.Step(RequestMessage(.get, to: try AbsoluteURL(url)), response)
    let finding = try #require(try check().findings(of: [step]).first)
    #expect(finding.message.hasPrefix("GET \(url) ") && finding.message.hasSuffix(words), "\(finding.message)")
    #expect(finding.verdict == .good)
  }

  @Test("an entry that says where clients are registered needs none of the user's: the sign-in makes one")
  func registering() throws {
    let mastodon = try Provider.mastodon("social.example.com")
    guard case .oauth2(let service) = mastodon.service else { return #expect(Bool(false)) }
    #expect(service[.registration]?.url.text == "https://social.example.com/api/v1/apps")
    #expect(service.dialect.registersByForm)
    for (provider, verdict) in [(mastodon, Finding.Verdict.good), (.foursquare, .failed)] {
      let check = ClientCheck(at: provider, subject: "a", at: Instant(secondsSinceEpoch: 0))
      #expect(check.findings(for: []).map(\.verdict) == [verdict], "\(provider.name)")
    }
  }

  @Test("§ Client Registration Approaches: a client id that is a URL where the server reads it, else a registration")
  func client() throws {
    func client(_ name: String) throws -> RegisteredClient {
      let url = "https://\(name).example/client.json"
      return try RegisteredClient(name: name, provider: ProviderName(url), client: Client(id: ClientID(url)))
    }
    let (one, two) = (try client("one"), try client("two"))
    let check = try check()
    let used = check.client(among: [one], isReading: true, isRegistering: true)
    #expect(used?.verdict == .good && used?.message.contains("https://one.example/client.json") == true)
    #expect(check.client(among: [one, two], isReading: true, isRegistering: true)?.verdict == .warning)
    for (published, isReading) in [([], true), ([one], false)] {
      let registered = check.client(among: published, isReading: isReading, isRegistering: true)
      #expect(registered?.message.contains("registers this program") == true)
      #expect(check.client(among: published, isReading: isReading, isRegistering: false) == nil)
    }
  }
}
