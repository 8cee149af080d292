import Testing
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("N5: the section hand_over of an entry")
struct HandOverRuleTests {
  private static let section: JSON = [
    "id_token": [
      "issuer": "https://limited.example", "jwks_uri": "https://limited.example/keys", "algorithms": ["ES256"],
    ],
    "inspection": [
      "endpoint": "https://api.example/debug_token", "placement": "json", "token_parameter": "input_token",
      "app_token_parameter": "access_token", "valid": "data.is_valid", "error": "data.error", "client": "data.app_id",
      "user": "data.user_id", "expires_at": ["data.expires_at"], "expires_in": "data.expires_in",
      "scopes": "data.scopes",
    ],
    "verify_credentials": "https://api.example/verify.json",
    "check_token": [
      "endpoint": "https://api.example/check", "subject": "{id}", "name": "{name}", "handle": "{handle}",
      "token": "token", "scopes": "perms",
    ],
  ]

  private func provider(_ section: JSON) throws -> Provider {
    try Provider(json: try Example.provider().json.with("hand_over", section))
  }

  @Test("every key is read, and written as it was read")
  func roundTrip() throws {
    let provider = try provider(Self.section)
    let rule = try #require(provider.handOver)
    #expect(rule.idToken?.issuer == "https://limited.example" && rule.idToken?.algorithms == [.es256])
    #expect(rule.inspection?.client == "data.app_id" && rule.inspection?.expiresAt == ["data.expires_at"])
    #expect(rule.checkToken?.subject == "{id}")
    #expect(provider.json["hand_over"] == Self.section)
    #expect(try Provider(record: provider.json) == provider)
  }

  @Test(
    "the entries that have a rule of their own, and those that need none or cannot have one",
    arguments: [
      (Provider.facebook, .inspection, .idToken), (.google, .inspection, .idToken), (.github, .inspection, nil),
      (.discord, .inspection, nil), (.twitch, .inspection, nil), (.line, nil, .idToken), (.apple, nil, .idToken),
      (.foursquare, nil, nil), (.x, nil, nil),
    ] as [(Provider, HandOverCheck?, HandOverCheck?)])
  func entries(provider: Provider, ofAccessToken: HandOverCheck?, ofIDToken: HandOverCheck?) {
    #expect((try? HandOverCheck(of: .accessToken(Secret("a")), at: provider)) == ofAccessToken)
    #expect((try? HandOverCheck(of: .idToken(Secret("a")), at: provider)) == ofIDToken)
    #expect(
      (try? HandOverCheck(of: .code(Secret("a"), verifier: nil, redirectURI: nil), at: provider)) == .codeExchange)
  }

  @Test("Twitter and Flickr verify a token with its secret, and Twitter an Echo to exactly one URL")
  func signing() {
    let token = HandedOver.tokenAndSecret(TokenCredential(token: Secret("a"), secret: Secret("b")))
    #expect((try? HandOverCheck(of: token, at: .twitter)) == .verifyCredentials)
    #expect((try? HandOverCheck(of: token, at: .flickr)) == .checkToken)
    #expect((try? HandOverCheck(of: .echo([:]), at: .twitter)) == .echo)
    #expect((try? HandOverCheck(of: .echo([:]), at: .flickr)) == nil)
    let url = Provider.twitter.handOver?.verifyCredentials?.url.text
    #expect(url == "https://api.twitter.com/1.1/account/verify_credentials.json")
  }

  @Test("an entry without the section has no rule, and a missing or unknown key and an http URL are refused")
  func refused() throws {
    #expect(try Example.provider().handOver == nil)
    #expect(try Provider(json: try Example.provider().json).handOver == nil)
    for section in [
      ["inspection": ["endpoint": "https://api.example/x"]], ["inspection": ["client": "app"]],
      ["inspection": ["endpoint": "https://api.example/x", "client": "app", "clients": "app"]],
      ["check_token": ["endpoint": "https://api.example/x"]], ["id_token": ["issuer": "https://limited.example"]],
      ["verify": "https://api.example/x"],
    ] as [JSON] {
      #expect(refusal { try provider(section) } == .malformedProvider)
    }
    #expect(refusal { try provider(["verify_credentials": "http://api.example/x"]) } == .insecureURL)
    let hmac = Self.section.with(
      "id_token", ["issuer": "https://l.example", "jwks_uri": "https://l.example/k", "algorithms": ["HS256"]])
    #expect(refusal { try provider(hmac) } == .malformedProvider)
  }
}
