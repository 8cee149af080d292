import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveWire

extension Operation {
  /// The operations of OAuth 2, on the values that the peers use.
  static func oauth2(_ name: String) throws -> Operation? {
    switch name {
    case "ours.authurl": try authorizationURL()
    case "ours.callback": callback()
    case "ours.tokenjson": tokenAnswer()
    case "ours.exchange-mem": try exchangeInMemory()
    default: nil
    }
  }

  /// State, verifier and challenge are drawn anew each time, from the system's generator, as in a sign-in.
  private static func authorizationURL() throws -> Operation {
    let endpoint = try Endpoint("https://accounts.example.com/o/oauth2/auth")
    let redirectURI = try RedirectURI("http://127.0.0.1:38291/callback")
    return Operation { count in
      var random = SystemRandomNumberGenerator()
      var url: AbsoluteURL?
      for _ in 0..<count {
        let request = AuthorizationRequest(
          clientID: "812741506391.apps.example.com", redirectURI: redirectURI, scopes: ["openid", "email", "profile"],
          state: Secret(RandomText.base64URL(bytes: 16, using: &random)),
          codeChallenge: CodeChallenge(of: CodeVerifier(using: &random)))
        url = try request.url(at: endpoint)
      }
      return String(url?.text.utf8.count ?? 0)
    }
  }

  private static func callback() -> Operation {
    let text =
      "http://127.0.0.1:38291/callback?code=4%2F0AX4XfWj3e9b7c2d1f0a8&state=xcoiv98y2kd22vusuye3kch"
      + "&iss=https%3A%2F%2Faccounts.example.com&scope=openid%20email"
    return Operation { count in
      var issuer: String?
      for _ in 0..<count { issuer = try AuthorizationCallback(reading: AbsoluteURL(text)).issuer }
      return issuer ?? ""
    }
  }

  private static func tokenAnswer() -> Operation {
    Operation { count in
      var length = 0
      for _ in 0..<count { length = try TokenResponse(reading: MemoryTransport.tokens).accessToken.count }
      return String(length)
    }
  }

  /// The request of a code exchange, an answer that is there already, and its reading.
  private static func exchangeInMemory() throws -> Operation {
    let endpoint = try Endpoint("https://t.example/")
    let client = try Client(id: "id", secret: Secret("secret"))
    let grant = AuthorizationCodeGrant(
      code: Secret("4/0AX4XfWj3e9b7c2d1f0a8"),
      verifier: try CodeVerifier(Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")),
      redirectURI: try RedirectURI("http://127.0.0.1:38291/callback"))
    let transport: any Transport = MemoryTransport()
    return Operation(waiting: { count in
      var length = 0
      for _ in 0..<count {
        let response = try await transport.send(grant.request(to: endpoint, as: client), within: .token)
        length = try TokenResponse(reading: response).accessToken.count
      }
      return String(length)
    })
  }
}

/// Answers every request with the same tokens.
private struct MemoryTransport: Transport {
  static let tokens: ResponseMessage = {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = ContentType.json
    return ResponseMessage(head, body: Array(body.utf8))
  }()

  // The members and lengths of what the peers read.
  private static let body =
    #"{"access_token":"access-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY","token_type":"Bearer","#
    + #""expires_in":3599,"refresh_token":"refresh-0123456789abcdefghijklmnopqrstuv","#
    + #""scope":"openid email profile https://www.example.com/auth/photos"}"#

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage { Self.tokens }
}
