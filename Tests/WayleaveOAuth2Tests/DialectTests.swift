import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// How a provider departs is data, read where the message is made or read.
@Suite("Dialects of OAuth 2")
struct DialectTests {
  private let endpoint = Endpoint(known: "https://as.example/token")
  private let now = Instant(secondsSinceEpoch: 1_700_000_000)

  private func client() throws -> Client { try Client(id: "id", secret: Secret("s+")) }

  private func exchange(_ dialect: OAuth2Dialect) throws -> RequestMessage {
    try AuthorizationCodeGrant(code: Secret("c"), verifier: nil, redirectURI: RedirectURI("https://app.example/cb"))
      .request(to: endpoint, as: client(), dialect: dialect)
  }

  private func answer(_ body: String, _ dialect: OAuth2Dialect) throws -> TokenResponse {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
    response.head.headerFields[.contentType] = "application/json"
    return try TokenResponse(reading: response, dialect: dialect)
  }

  @Test("a provider's own names take the place of the standard ones, and an empty one leaves a parameter out")
  func names() throws {
    let dialect = OAuth2Dialect {
      $0.parameterNames = ["client_id": "app_id", "client_secret": "secret", "grant_type": "", "response_type": ""]
      $0.request.clientAuthentication = .post
    }
    let form = try exchange(dialect).bodyForm
    #expect(try form.text(of: "app_id") == "id" && form.text(of: "secret") == "s+")
    #expect(!form.contains("client_id") && !form.contains("client_secret") && !form.contains("grant_type"))
    let request = AuthorizationRequest(
      clientID: "id", redirectURI: try RedirectURI("https://app.example/cb"), state: Secret("x"), codeChallenge: nil)
    let page = Endpoint(known: "https://as.example/authorize")
    let query = try request.url(at: page, dialect: dialect).queryForm
    #expect(try query.text(of: "app_id") == "id" && !query.contains("response_type"))
  }

  // FS16
  @Test("a token request travels as the provider wants it", arguments: TokenRequestFormat.allCases)
  func formats(_ format: TokenRequestFormat) throws {
    let request = try exchange(
      OAuth2Dialect {
        $0.request.format = format
        $0.request.clientAuthentication = .post
        $0.request.parameters = ["action": "requesttoken"]
        $0.request.headers = ["X-Accept": "application/json"]
      })
    #expect(request.head.method == (format == .get ? .get : .post))
    #expect(request.head.headerFields[try #require(HTTPField.Name("X-Accept"))] == "application/json")
    let pairs: Form =
      switch format {
      case .form: try request.bodyForm
      case .json:
        try Form(
          JSON(decoding: request.body).object?.members.map { ($0.name, $0.value.string ?? "") } ?? [])
      case .query, .get: try Form(decoding: request.query ?? "")
      }
    #expect(try pairs.text(of: "code") == "c" && pairs.text(of: "client_secret") == "s+")
    #expect(try pairs.text(of: "action") == "requesttoken")
    #expect(request.body.isEmpty == (format == .get || format == .query))
  }

  @Test("a secret as a bearer token stands in the header alone")
  func bearerSecret() throws {
    let request = try exchange(OAuth2Dialect { $0.request.clientAuthentication = .bearerSecret })
    #expect(request.head.headerFields[.authorization] == "Bearer s+")
    #expect(try !request.bodyForm.contains("client_secret"))
  }

  @Test("a secret that is a JWT of the team is signed again for each request")
  func signedSecret() throws {
    var random = SeededGenerator(seed: 1)
    let dialect = OAuth2Dialect {
      $0.request.clientAuthentication = .signedSecret
      $0.request.assertionAudience = "https://apple.example"
    }
    let key = try JSONWebKey.generate(for: .es256)
    let request = try Client(id: "com.example.app", key: key, assertionIssuer: "TEAM")
      .asserting(to: "https://issuer.example", dialect: dialect, at: now, using: &random)
      .request(posting: ["grant_type": "x"], to: endpoint, dialect: dialect)
    let parts = try #require(try request.bodyForm.text(of: "client_secret")).split(separator: ".")
    let claims = try JSON(decoding: try #require(Base64.url.decode(String(parts[1]))))
    #expect(claims["iss"] == "TEAM" && claims["sub"] == "com.example.app" && claims["aud"] == "https://apple.example")
    #expect(try !request.bodyForm.contains("client_assertion"))
  }

  @Test("tokens are found in their envelope, under the provider's names, with its expiry")
  func answers() throws {
    let slack = OAuth2Dialect {
      $0.answer.envelopes = ["authed_user"]
      $0.answer.defaultTokenType = "Bearer"
    }
    let user = try answer(#"{"ok":true,"team":{"id":"T1"},"authed_user":{"id":"U1","access_token":"x"}}"#, slack)
    #expect(user.accessToken == Secret("x") && user.additional["id"] == "U1")
    #expect(JSON.object(user.additional).value(at: "team.id") == "T1")
    let bot = try answer(#"{"access_token":"b","authed_user":{"id":"U1"}}"#, slack)
    #expect(bot.accessToken == Secret("b"))
    let both = try answer(
      #"{"access_token":"b","refresh_token":"rb","expires_in":9,"scope":"s","authed_user":{"access_token":"x"}}"#, slack
    )
    #expect(both.accessToken == Secret("x") && both.refreshToken == nil)
    #expect(both.expiresIn == nil && both.scopes == nil)
    let renamed = OAuth2Dialect {
      $0.answer.names = ["access_token": "token.value", "expires_in": "lives"]
      $0.answer.defaultTokenType = "Bearer"
      $0.answer.expiry = .milliseconds
    }
    let read = try answer(#"{"token":{"value":"x"},"lives":"5000"}"#, renamed)
    #expect(read.accessToken == Secret("x") && read.expiresIn == 5)
  }

  @Test(
    "a time of expiry is read as it is written",
    arguments: [
      (ExpiryForm.time, "1700000060"), (.timestamp, #""2023-11-14T22:14:20Z""#),
      (.timestamp, #""2023-11-14T23:14:20.123+01:00""#),
    ])
  func expiry(_ form: ExpiryForm, _ written: String) throws {
    let dialect = OAuth2Dialect { $0.answer.expiry = form }
    let read = try answer(#"{"access_token":"x","token_type":"Bearer","expires_in":\#(written)}"#, dialect)
    #expect(read.expiresAt == now + .seconds(60) && read.expiresIn == nil)
  }

  @Test(
    "an error with status 200 is a refusal where the entry names its member, and 0 is none",
    arguments: [
      ("errcode", #""errcode":40029"#, true), ("errcode", #""errcode":0"#, false), ("status", #""status":503"#, true),
    ])
  func errors(_ path: String, _ member: String, _ isRefused: Bool) throws {
    let dialect = OAuth2Dialect {
      $0.answer.errorPath = path
      $0.answer.errorDescriptionPath = "errmsg"
    }
    let body = #"{\#(member),"errmsg":"no","access_token":"x","token_type":"Bearer"}"#
    let code = try refusal { try answer(body, dialect) }
    #expect((code == .tokenRefused) == isRefused)
  }

  @Test("a refresh token in an envelope is saved from an answer that cannot be used")
  func salvage() throws {
    let dialect = OAuth2Dialect { $0.answer.envelopes = ["data"] }
    var response = ResponseMessage(.ok, json: ["data": ["refresh_token": "r2", "access_token": 5]])
    response.head.headerFields[.contentType] = "application/json"
    #expect(SalvagedTokens(from: response, dialect: dialect)?.refreshToken == Secret("r2"))
    #expect(SalvagedTokens(from: response) == nil)
  }

  @Test("requests to the API carry the scheme, the fields and the client id that the entry names")
  func requests() throws {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://api.example/me"))
    let dialect = OAuth2Dialect {
      $0.api.scheme = "OAuth"
      $0.api.headers = ["Client-Id": "{client_id}", "Notion-Version": "2022-06-28"]
    }
    try request.authorize(with: Secret("t"), dialect: dialect, client: client())
    #expect(request.head.headerFields[.authorization] == "OAuth t")
    #expect(request.head.headerFields[try #require(HTTPField.Name("Client-Id"))] == "id")
    var own = try RequestMessage(.get, to: AbsoluteURL("https://api.example/me"))
    let field = OAuth2Dialect { $0.api.tokenPlacement = .field("X-Shopify-Access-Token") }
    try own.authorize(with: Secret("t"), dialect: field)
    #expect(own.head.headerFields[try #require(HTTPField.Name("X-Shopify-Access-Token"))] == "t")
    #expect(own.head.headerFields[.authorization] == nil)
    #expect(try refusal { try own.authorize(with: Secret("t"), dialect: field) } == .duplicateParameter)
  }

  // Made with `printf t | openssl dgst -sha256 -hmac s+`.
  @Test("Facebook's appsecret_proof is the HMAC of the token under the client secret")
  func appSecretProof() throws {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://graph.example/me"))
    let dialect = OAuth2Dialect { $0.api.adapter = .appSecretProof }
    try request.authorize(with: Secret("t"), dialect: dialect, client: client())
    let query = try Form(decoding: request.query ?? "")
    #expect(try query.text(of: "appsecret_proof") == "53200bfc013865316e5dbf67347c9a1f02c46b4d4155b7915f4267328645dbe7")
  }

  @Test("an access token that brings the next one is sent as the provider names it, and the client only where it must")
  func exchanges() throws {
    let usual = AccessTokenExchange(grantType: "fb_exchange_token", tokenParameter: "fb_exchange_token")
    let request = try usual.request(
      for: Secret("t"), to: endpoint, as: client(), dialect: OAuth2Dialect { $0.request.clientAuthentication = .post })
    #expect(request.head.method == .get)
    #expect(
      request.head.path == "/token?grant_type=fb_exchange_token&fb_exchange_token=t&client_id=id&client_secret=s%2B")
    let open = AccessTokenExchange(grantType: "ig_refresh_token", tokenParameter: "access_token", authenticates: false)
    let refresh = try open.request(for: Secret("t"), to: endpoint, as: client(), dialect: .common)
    #expect(refresh.head.path == "/token?grant_type=ig_refresh_token&access_token=t")
  }

  @Test("a token is given back in the style of the provider", arguments: RevocationStyle.allCases)
  func revocation(_ style: RevocationStyle) throws {
    let place = try Endpoint(template: "https://api.example/applications/{client_id}/token")
    let request = try RevocationRequest(token: Secret("t"), kind: .accessToken)
      .request(to: place, as: client(), dialect: OAuth2Dialect { $0.revocation = style })
    #expect(request.head.path == "/applications/id/token")
    let authorization = request.head.headerFields[.authorization]
    switch style {
    case .standard: #expect(try request.bodyForm.text(of: "token") == "t")
    case .accessToken:
      #expect(try request.bodyForm.text(of: "token") == "t")
      #expect(try request.bodyForm.text(of: "token_type_hint") == nil)
    case .post: #expect(request.head.method == .post && authorization == "Bearer t")
    case .delete: #expect(request.head.method == .delete && authorization == "Bearer t")
    case .deleteByClient:
      #expect(request.head.method == .delete && authorization?.hasPrefix("Basic ") == true)
      #expect(try JSON(decoding: request.body) == ["access_token": "t"])
    }
  }
}
