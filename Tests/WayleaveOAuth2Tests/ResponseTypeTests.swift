import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("OAuth 2.0 Multiple Response Type Encoding Practices")
struct ResponseTypeTests {
  @Test(
    "RFC 6749 §3.1.1: the order of the words does not matter, and other words are none",
    arguments: [
      ("code", .code), ("code id_token", .codeAndIDToken), ("id_token code", .codeAndIDToken), ("token", nil),
      ("", nil),
      ("id_token", nil), ("code token", nil), ("code id_token token", nil), ("code code", nil), ("Code", nil),
      ("code  id_token", nil), ("code\u{301}", nil),
    ] as [(String, ResponseType?)])
  func words(text: String, type: ResponseType?) {
    #expect(ResponseType(text) == type)
  }

  @Test("JARM-2: an ID token travels in no query", arguments: ResponseMode.allCases)
  func modes(mode: ResponseMode) throws {
    let endpoint = try Endpoint("https://op.example/authorize")
    var request = AuthorizationRequest(
      clientID: "c", redirectURI: try RedirectURI("app:/cb"), state: nil, codeChallenge: nil, responseMode: mode)
    #expect(try AuthorizationRequest(reading: RequestMessage(.get, to: request.url(at: endpoint))) == request)
    request.responseType = .codeAndIDToken
    let isQuery = mode == .query || mode == .queryJWT
    #expect(try refusal { try request.url(at: endpoint) } == (isQuery ? .invalidValue : nil))
    let read = try refusal {
      try AuthorizationRequest(
        reading: [
          "response_type": "code id_token", "client_id": "c", "redirect_uri": "app:/cb", "response_mode": mode.rawValue,
        ], allowing: [.codeAndIDToken])
    }
    #expect(read == (isQuery ? .invalidValue : nil))
    #expect(mode.isJWT == mode.rawValue.hasSuffix("jwt"))
  }

  @Test("9700-18: an unknown mode is refused, such as that of postMessage")
  func unknownMode() throws {
    let form: Form = [
      "response_type": "code", "client_id": "c", "redirect_uri": "app:/cb", "response_mode": "web_message",
    ]
    #expect(try refusal { try AuthorizationRequest(reading: form) } == .invalidValue)
  }
}
