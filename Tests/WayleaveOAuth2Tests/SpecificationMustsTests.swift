import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("Musts of more than one message")
struct SpecificationMustsTests {
  @Test("9700-10: a client with a key signs, and its secret stays at home")
  func asymmetricAuthentication() throws {
    var random = SeededGenerator()
    let key = try JSONWebKey.generate(for: .es256)
    let client = try Client(id: "both", secret: Secret("canary-secret"), key: key)
    let request = try ClientCredentialsGrant().request(
      to: Endpoint("https://as.example/token"),
      as: client.asserting(
        to: "https://as.example", at: Instant(secondsSinceEpoch: 1_700_000_000), using: &random))
    #expect(try ClientCredentials(reading: request).method == .privateKeyJWT)
    #expect(request.head.headerFields[.authorization] == nil)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("canary-secret"))
  }

  @Test("9068-3, §6: a client reads nothing out of an access token, though it be a JWT")
  func opaqueToken() throws {
    let claims = Base64.url.encodedText(Array(#"{"exp":1,"scope":"admin","sub":"somebody"}"#.utf8))
    let jwt = Base64.url.encodedText(Array(#"{"alg":"ES256","typ":"at+jwt"}"#.utf8)) + "." + claims + ".AAAA"
    let answer = ResponseMessage(.ok, json: ["access_token": .string(jwt), "token_type": "Bearer"])
    let tokens = try TokenResponse(reading: answer)
    #expect(tokens.accessToken == Secret(jwt))
    #expect(
      tokens.expiresIn == nil && tokens.scopes == nil && tokens.idToken == nil && tokens.additional == JSON.Object())
  }

  @Test("6750-8: a token travels in no cookie, wherever the provider wants it")
  func noCookie() throws {
    for placement in [TokenPlacement.header, .query("access_token")] {
      var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/me"))
      try request.authorize(with: Secret("canary-token"), dialect: OAuth2Dialect { $0.api.tokenPlacement = placement })
      #expect(request.head.headerFields[.cookie] == nil)
    }
  }
}
