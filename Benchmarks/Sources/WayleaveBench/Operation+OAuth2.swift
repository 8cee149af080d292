import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

extension Operation {
  /// The messages of OAuth 2, on the values that the peers use.
  static func oauth2(_ name: String) throws -> Operation? {
    switch name {
    case "ours.authurl": try authorizationURL()
    case "ours.callback": callback()
    case "ours.tokenjson": tokenAnswer()
    case "ours.dpop-ES256": try proof()
    default: nil
    }
  }

  /// State, verifier and challenge are drawn anew each time, from the system's generator, as in a sign-in; what stays
  /// the same is held, as the peers hold it.
  private static func authorizationURL() throws -> Operation {
    let endpoint = try Endpoint("https://accounts.example.com/o/oauth2/auth")
    let template = AuthorizationRequest(
      clientID: "812741506391.apps.example.com", redirectURI: try RedirectURI("http://127.0.0.1:38291/callback"),
      scopes: ["openid", "email", "profile"], state: nil, codeChallenge: nil)
    return Operation { count in
      var random = SystemRandomNumberGenerator()
      var request = template
      var url: AbsoluteURL?
      for _ in 0..<count {
        let secrets = AuthorizationSecrets(using: &random)
        request.state = secrets.state
        request.codeChallenge = CodeChallenge(of: secrets.verifier)
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
      var issuer: Issuer?
      for _ in 0..<count { issuer = try AuthorizationCallback(reading: AbsoluteURL(text)).issuer }
      return issuer?.text ?? ""
    }
  }

  private static func tokenAnswer() -> Operation {
    let dialect = OAuth2Dialect()
    return Operation { count in
      let answer = SampleAnswer.tokens
      var tokens: TokenResponse?
      for _ in 0..<count { tokens = try TokenResponse(reading: answer, dialect: dialect) }
      return String(tokens?.accessToken.count ?? 0)
    }
  }

  /// A fresh proof on a token request, of a key that is there: what the peers do, with the header set.
  private static func proof() throws -> Operation {
    let key = try DPoPKey.generate()
    let request = RequestMessage(posting: Form(), to: try Endpoint("https://server.example.com/token"))
    return Operation { count in
      var random = SystemRandomNumberGenerator()
      var proved = request
      for second in 0..<count {
        proved = request
        try proved.prove(key, at: Instant(secondsSinceEpoch: 1_800_000_000 + Int64(second)), using: &random)
      }
      return String(proved.head.headerFields.count)
    }
  }
}

/// What a token endpoint answers.
enum SampleAnswer {
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
}
