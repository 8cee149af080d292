import HTTPTypes
public import WayleaveWire

/// The answer of an authorization server in the body of a POST that the user's browser makes to the redirect URI.
///
/// OAuth 2.0 Form Post Response Mode §2. What comes so was sent by a page of another origin: it is used only when its
/// state answers a sign-in that waits, and cookies with `SameSite` do not come along.
public struct FormPostResponse: Sendable, Equatable {
  /// The pairs of the answer.
  public var parameters: Form

  /// An answer to send.
  public init(_ parameters: Form) {
    self.parameters = parameters
  }

  /// Reads the POST; throws `sign_in.malformed_callback`, or what ``WayleaveWire/Form`` throws.
  ///
  /// Refused: another method, another content type, and pairs in the query that the redirect URI does not have itself.
  public init(reading request: RequestMessage, at redirectURI: RedirectURI) throws(OAuthError) {
    guard request.head.method == .post else { throw .notFormPost("a POST", request.head.method.rawValue) }
    let type = request.head.headerFields[.contentType].map(ContentType.essence(of:))
    guard type == ContentType.form else { throw .notFormPost(ContentType.form, type) }
    guard (request.query ?? "").hasSameBytes(as: redirectURI.url.query ?? "") else {
      throw .notFormPost("the query of the redirect URI", "another")
    }
    parameters = try Form(decoding: request.body)
    try parameters.requireDistinctNames(but: AuthorizationCallback.forPeople)
  }

  /// The page that makes the browser post the answer, at once or at the press of its button where scripts are off.
  ///
  /// §4: "Cache-Control: no-cache, no-store". The policy allows the one script of the page by its digest, and the form
  /// to go to the redirect URI; no address of the page goes along as the referrer.
  public func page(to redirectURI: RedirectURI) -> ResponseMessage {
    let fields = parameters.fields.map { field in
      #"<input type="hidden" name="\#(HTMLText.escaped(field.name))" value="\#(HTMLText.escaped(field.value))">"#
    }
    let action = HTMLText.escaped(redirectURI.text)
    let page = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>One moment</title></head><body>\
      <form method="post" action="\(action)">\(fields.joined())<button>Continue</button></form>\
      <script>\(Self.script)</script></body></html>
      """
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(page.utf8))
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    response.head.headerFields[.cacheControl] = "no-cache, no-store"
    response.head.headerFields[.contentSecurityPolicy] = Self.policy
    if let name = HTTPField.Name("Referrer-Policy") { response.head.headerFields[name] = "no-referrer" }
    return response
  }

  // A field that is named “submit” hides the form's own method.
  private static let script = "HTMLFormElement.prototype.submit.call(document.forms[0])"

  // `form-action` is left out: browsers apply it to the redirects that follow as well, which are the client's affair.
  private static let policy =
    "default-src 'none'; script-src 'sha256-ox4bri+xTrW3kuLTyRoak73QX8KZGuyP3JlQYusbSlA='; base-uri 'none'; frame-ancestors 'none'"
}

extension OAuthError {
  fileprivate static func notFormPost(_ expected: String, _ received: String?) -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .specification("OAuth 2.0 Form Post Response Mode", "2"), expected: expected,
      received: .text(received), remedy: "Nothing was used; the sign-in goes on waiting.")
  }
}
