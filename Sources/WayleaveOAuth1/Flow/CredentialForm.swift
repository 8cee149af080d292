import HTTPTypes
import WayleaveWire

/// The form in which providers give temporary and token credentials: a token, its secret, and whatever else.
struct CredentialForm {
  let token: Secret
  let secret: Secret
  let rest: Form

  init(token: Secret, secret: Secret, rest: Form = Form()) {
    self.token = token
    self.secret = secret
    self.rest = rest
  }

  init(
    reading response: ResponseMessage, answering request: RequestMessage?, by table: RefusalTable
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .refused(by: response, answering: request, table) }
    guard !response.looksLikeHTML, let form = try? Form(decodingAnswer: response.body),
      let token = try? form.nonEmptyText(of: "oauth_token"), let secret = try? form.text(of: "oauth_token_secret"),
      (token + secret).utf8.allSatisfy(\.isVisibleCharacter)
    else { throw .notCredentials(response) }
    self.token = Secret(token)
    self.secret = Secret(secret)
    var rest = form
    rest.fields.removeAll {
      $0.name.elementsEqual("oauth_token".utf8) || $0.name.elementsEqual("oauth_token_secret".utf8)
    }
    self.rest = rest
  }

  var form: Form {
    var form = Form()
    form.append("oauth_token", token)
    form.append("oauth_token_secret", secret)
    form.append(contentsOf: rest)
    return form
  }
}

extension CredentialMethod {
  /// A request for credentials with these pairs, not yet signed.
  func request(_ form: Form, to endpoint: Endpoint) -> RequestMessage {
    switch self {
    case .post: return RequestMessage(posting: form, to: endpoint)
    case .get:
      var request = RequestMessage(.get, to: endpoint.url)
      request.appendQuery(form)
      return request
    }
  }
}

extension OAuthError {
  /// A refusal; when the provider shows its base string and the request is known, it says where ours differs.
  static func refused(
    by response: ResponseMessage, answering request: RequestMessage?, _ table: RefusalTable
  ) -> OAuthError {
    var received = "status \(response.status)"
    if let theirs = ReportedProblem(reading: response)?.baseString, let request,
      let ours = try? SignedRequest(reading: request).baseString
    {
      received += "; " + (ours.difference(from: theirs)?.description ?? "the base strings are the same")
    }
    let refusal = ProviderRefusal(reading: response)
    if table.meaning(of: refusal) == .accountSuspended {
      return OAuthError(
        .accountSuspended, rule: .rfc(5849, "2"), expected: "credentials with status 200",
        received: .described(received), remedy: .readWhySuspended, refusal: refusal)
    }
    return OAuthError(
      .authorizationRefused, message: "The provider refuses to issue a token: \(received).", rule: .rfc(5849, "2"),
      received: .described(received),
      remedy: Remedy(for: refusal)
        ?? "Check consumer key and secret, the callback registered at the provider, and this machine's clock.",
      refusal: refusal)
  }

  fileprivate static func notCredentials(_ response: ResponseMessage) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: response.looksLikeHTML
        ? "The provider answered with a web page in place of a token."
        : "The provider's answer has no oauth_token and oauth_token_secret.",
      rule: .rfc(5849, "2.3"),
      remedy: "Check the address of the endpoint; a suspended account can also be answered with a page.")
  }
}
