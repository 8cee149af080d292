import HTTPTypes
import Testing
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

@Suite("RFC 7662 §2.2 and RFC 7517 §5: what an issuer answers that is no answer, or not all of it")
struct StrangeIssuerTests {
  private let issuer: ExampleIssuer
  private let token = Secret("opaque-token-of-ravi")

  init() throws { issuer = try ExampleIssuer() }

  /// What an introspection endpoint answers that is none.
  enum Answer: String, CaseIterable {
    case large, page, list, redirect, twice, empty

    var response: ResponseMessage {
      switch self {
      case .large: return Self.answer([UInt8](repeating: 0x20, count: 10_000_000))
      case .page: return Self.answer(Array("<html>Sign in</html>".utf8))
      case .list: return Self.answer(Array(#"[{"active":true}]"#.utf8))
      case .redirect:
        var response = ResponseMessage(HTTPResponse(status: .temporaryRedirect))
        response.head.headerFields[.location] = "https://evil.example/evil"
        return response
      case .twice: return Self.answer(Array(#"{"active":false,"aud":"https://api.example/notes","active":true}"#.utf8))
      case .empty: return Self.answer([])
      }
    }

    private static func answer(_ body: [UInt8]) -> ResponseMessage {
      var response = ResponseMessage(HTTPResponse(status: .ok), body: body)
      response.head.headerFields[.contentType] = "application/json"
      return response
    }
  }

  @Test(
    "10 MB, a page, a list, another host, two words about one thing and nothing are 503, and the token stays here",
    arguments: Answer.allCases)
  func introspection(_ answer: Answer) async throws {
    issuer.answer("/introspect", answer.response)
    let client = try Client(id: "notes-api", secret: Secret("s3cret"))
    let api = try issuer.resource(.introspecting(issuer.url, as: client))
    let refused = try #require(await api.refusal(of: request(token)))
    #expect(refused.response.status == .serviceUnavailable && refused.challenge == nil)
    #expect(issuer.asked == ["/.well-known/openid-configuration", "/introspect"])
    #expect(refused.reason?.description.contains(token.exposedText) == false)
  }

  /// The published key with other members.
  private func published(_ changes: [String: JSON]) throws -> JSON {
    var key = try #require(issuer.key.publicKey?.json.object)
    for (name, value) in changes { key[name] = value }
    return .object(key)
  }

  @Test("RFC 7517 §5: keys of kinds that are unknown here, and those for encryption, harm none that is good")
  func mixedKeys() async throws {
    let strange: [JSON] = [
      ["kty": "XYZ", "kid": "1"], ["kid": "1"], ["kty": "RSA", "kid": "1", "n": "AQAB", "e": "AQAB"],
      try published(["use": "enc"]), try published(["x": "AQAB"]), try published(["key_ops": ["encrypt"]]),
    ]
    issuer.answer("/keys", ResponseMessage(.ok, json: ["keys": .array(strange + [try published([:])] + strange)]))
    let token = try issuer.token()
    #expect(try await issuer.resource().refusal(of: request(token)) == nil)
    issuer.answer("/keys", ResponseMessage(.ok, json: ["keys": .array(strange)]))
    let refused = try await issuer.resource().refusal(of: request(token))
    #expect(refused?.summary == "401 invalid_token \(OAuthError.Code.unknownKey.rawValue)")
  }
}
