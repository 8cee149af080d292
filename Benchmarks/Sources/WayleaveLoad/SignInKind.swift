/// A provider at which the load signs in, with the requests that a client of it makes.
enum SignInKind: String, CaseIterable {
  case foursquare, tollgate, github
  /// oidc-provider-mock, which nobody here wrote.
  case mock

  /// The verifier and the challenge of RFC 7636, Appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let redirectURI = "http%3A%2F%2F127.0.0.1%2Fcallback"

  /// The requests of one sign-in, at a tenant where there is one.
  func steps(root: String, host: String, number: Int) -> [SignInStep] {
    let request = Requests(root: root, host: host)
    let asked =
      "response_type=code&redirect_uri=\(Self.redirectURI)&state=state-\(number)-of-the-load"
      + "&nonce=nonce-\(number)&code_challenge=\(Self.challenge)&code_challenge_method=S256"
    let grant = "grant_type=authorization_code&redirect_uri=\(Self.redirectURI)&code_verifier=\(Self.verifier)"
    switch self {
    case .foursquare:
      let client = "client_id=wayleave-demo"
      return [
        request.get("/oauth2/authenticate?\(client)&\(asked)", .code),
        request.post(
          "/oauth2/access_token", { "\(grant)&\(client)&client_secret=playground-secret-not-real&code=\($0)" },
          .accessToken),
        SignInStep(
          request: { request.head("GET", "/v2/users/self?v=20260101&oauth_token=\($0["token"] ?? "")") + "\r\n" },
          outcome: .text(Self.email)),
      ]
    case .tollgate:
      let client = "client_id=tollgate-native"
      return [
        request.get("/tollgate/authorize?\(client)&scope=openid%20profile%20email&\(asked)", .code),
        request.post("/tollgate/token", { "\(grant)&\(client)&code=\($0)" }, .accessToken),
        request.api("/tollgate/userinfo", .text(Self.email)),
      ]
    case .github:
      let client = "client_id=playground-client"
      let secret = "client_secret=playground-secret-that-is-not-real-at-all"
      let page = "/entries/github/github.com/login/oauth"
      let user = "/entries/github/api.github.com/user"
      let fields = "User-Agent: wayleave\r\nX-GitHub-Api-Version: 2022-11-28\r\n"
      return [
        request.get("\(page)/authorize?\(client)&scope=read%3Auser%20user%3Aemail&\(asked)", .code),
        request.post("\(page)/access_token", { "\(grant)&\(client)&\(secret)&code=\($0)" }, .accessToken),
        request.api(user, .success, fields), request.api(user + "/emails", .text(Self.email), fields),
      ]
    case .mock:
      let client = "client_id=any"
      return [
        // Its page, which a person would send, sent without being read.
        request.post(
          "/oauth2/authorize?\(client)&scope=openid%20profile%20email&\(asked)", { _ in "sub=\(Self.email)" }, .code),
        request.post("/oauth2/token", { "\(grant)&\(client)&client_secret=any&code=\($0)" }, .accessToken),
        request.api("/userinfo", .text(Self.email)),
      ]
    }
  }

  /// The person who allows everything.
  private static let email = "ada.fenwick@example.com"

  /// Requests to one tenant.
  private struct Requests {
    let root: String
    let host: String

    func head(_ method: String, _ path: String) -> String { "\(method) \(root)\(path) HTTP/1.1\r\nHost: \(host)\r\n" }

    func get(_ path: String, _ outcome: SignInStep.Outcome) -> SignInStep {
      SignInStep(request: { _ in head("GET", path) + "\r\n" }, outcome: outcome)
    }

    func post(
      _ path: String, _ body: @escaping (_ code: String) -> String, _ outcome: SignInStep.Outcome
    ) -> SignInStep {
      let head = head("POST", path) + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
      return SignInStep(
        request: { values in
          let body = body(values["code"] ?? "")
          return "\(head)\(body.utf8.count)\r\n\r\n\(body)"
        }, outcome: outcome)
    }

    func api(_ path: String, _ outcome: SignInStep.Outcome, _ fields: String = "") -> SignInStep {
      let head = head("GET", path) + fields
      return SignInStep(
        request: { head + "Authorization: Bearer \($0["token"] ?? "")\r\n\r\n" }, outcome: outcome)
    }
  }
}
