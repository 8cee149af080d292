import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave

@Suite("Entries of the catalogue: what a token endpoint's own words mean")
struct CatalogueRefusalTests {
  @Test(
    "the answer to a refresh token that has ended says that the grant is gone, and another refusal does not",
    arguments: [
      (
        "strava", 400,
        #"{"message":"Bad Request","errors":[{"resource":"RefreshToken","field":"refresh_token","code":"invalid"}]}"#,
        #"{"message":"Bad Request","errors":[{"resource":"Application","field":"client_secret","code":"invalid"}]}"#
      ),
      (
        "withings", 200, #"{"status":503,"body":{},"error":"Invalid Params: invalid refresh_token"}"#,
        #"{"status":601,"body":{},"error":"Too Many Requests"}"#
      ),
      (
        "x", 400, #"{"error":"invalid_request","error_description":"Value passed for the token was invalid."}"#,
        #"{"error":"invalid_request","error_description":"Value passed for the redirect uri was invalid."}"#
      ),
      (
        "github-app", 200, #"{"error":"bad_refresh_token","error_description":"It is incorrect or expired."}"#,
        #"{"error":"incorrect_client_credentials"}"#
      ),
      ("slack", 200, #"{"ok":false,"error":"invalid_refresh_token"}"#, #"{"ok":false,"error":"bad_client_secret"}"#),
      ("zoho", 200, #"{"error":"invalid_code"}"#, #"{"error":"invalid_client"}"#),
    ])
  func deadRefreshTokens(name: String, status: Int, dead: String, other: String) throws {
    let dialect = try dialect(of: name)
    #expect(try code(of: dead, status: status, dialect: dialect) == .grantRefused)
    #expect(try code(of: other, status: status, dialect: dialect) != .grantRefused)
  }

  @Test("tokens in an envelope are found, with what came with them")
  func envelopes() throws {
    let body =
      #"{"status":0,"body":{"userid":"363","access_token":"at","refresh_token":"rt","expires_in":10800,"token_type":"Bearer"}}"#
    let tokens = try TokenResponse(reading: answer(body, status: 200), dialect: try dialect(of: "withings"))
    #expect(tokens.accessToken == Secret("at") && tokens.refreshToken == Secret("rt") && tokens.expiresIn == 10_800)
    #expect(tokens.additional["userid"] == .string("363"))
  }

  private func dialect(of name: String) throws -> OAuth2Dialect {
    let name = ProviderName(name)
    let entry = try Provider.builtIn(named: name) ?? Provider.builtInTemplate(named: name)?("com")
    guard case .oauth2(let service) = try #require(entry).service else { return .common }
    return service.dialect
  }

  private func code(of body: String, status: Int, dialect: OAuth2Dialect) throws -> OAuthError.Code? {
    let answer = try answer(body, status: status)
    let error = #expect(throws: OAuthError.self) { try TokenResponse(reading: answer, dialect: dialect) }
    return error?.code
  }

  private func answer(_ body: String, status: Int) throws -> ResponseMessage {
    ResponseMessage(.init(code: status), json: try JSON(decoding: Array(body.utf8)))
  }
}
