import Crypto
import HTTPTypes
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
import WayleaveWire

/// What an app hands over in one request, as a form, or as JSON with the same names.
///
/// A code comes as RFC 6749 §4.1.3 and RFC 7636 §4.5 write it, so that the OAuth client of the app can send it.
struct AppHandOver: Sendable {
  let handedOver: HandedOver
  let nonce: IDTokenNonce?

  /// Throws `configuration.invalid_value` for a request that hands over nothing, several things, or what is not accepted.
  init(reading request: RequestMessage, for app: AppProvider) throws(OAuthError) {
    let fields = try Self.fields(of: request)
    if let client = try fields.nonEmptyText(of: "client_id"), !client.hasSameBytes(as: app.client.id.text) {
      throw .appRequest("This is for another client.")
    }
    nonce = try fields.nonEmptySecret(of: "nonce").map { .hashed($0) }
    let kinds = try Self.kinds(in: fields, request)
    guard let kind = kinds.first, kinds.count == 1 else {
      let names = app.accepted.map(\.rawValue).sorted().joined(separator: ", ")
      throw .appRequest("Send exactly one of these: \(names).")
    }
    guard app.accepted.contains(kind) else { throw .appRequest("“\(kind.rawValue)” is not accepted here.") }
    // An ID token shows the hash alone: who saw one cannot hand it over.
    guard kind != .idToken || nonce != nil else {
      throw .appRequest("An ID token needs “nonce”: the text whose SHA-256 the app sent to the provider.")
    }
    handedOver = try Self.handedOver(kind, in: fields, request, as: app.client)
  }

  /// What stands for a code in the memory of those that were used; nil for all else.
  func codeMark(of app: AppProvider) -> String? {
    guard case .code(let code, _, _) = handedOver else { return nil }
    let digest = code.withExposedBytes { Array(SHA256.hash(data: $0)) }
    return "code of \(app.name): " + Base64.url.encodedText(digest)
  }

  /// What an app sends: a form, or JSON with the same names.
  static func fields(of request: RequestMessage) throws(OAuthError) -> Form {
    guard let type = request.head.headerFields[.contentType], ContentType.essence(of: type) == ContentType.json else {
      return try request.bodyForm
    }
    var form = Form()
    for member in try JSON(decoding: request.body).object?.members ?? [] {
      guard let text = member.value.string else { throw .appRequest("Each member must be a text.") }
      form.append(member.name, text)
    }
    return form
  }

  private static func kinds(in fields: Form, _ request: RequestMessage) throws(OAuthError) -> [AppProvider.HandOver] {
    var kinds: [AppProvider.HandOver] = []
    for kind in AppProvider.HandOver.allCases where kind != .echo {
      if try fields.nonEmptySecret(of: kind.rawValue) != nil { kinds.append(kind) }
    }
    return request.field("X-Verify-Credentials-Authorization") == nil ? kinds : kinds + [.echo]
  }

  private static func handedOver(
    _ kind: AppProvider.HandOver, in fields: Form, _ request: RequestMessage, as client: Client
  ) throws(OAuthError) -> HandedOver {
    func secret(_ name: String) throws(OAuthError) -> Secret {
      guard let secret = try fields.nonEmptySecret(of: name) else { throw .appRequest("“\(name)” is missing.") }
      return secret
    }
    switch kind {
    case .code:
      let verifier = try fields.nonEmptySecret(of: "code_verifier")
      return .code(
        try secret("code"), verifier: try verifier.map { (text) throws(OAuthError) in try CodeVerifier(text) },
        redirectURI: try redirectURI(in: fields, of: client))
    case .idToken: return .idToken(try secret("id_token"))
    case .accessToken: return .accessToken(try secret("access_token"))
    case .tokenAndSecret:
      return .tokenAndSecret(
        TokenCredential(token: try secret("oauth_token"), secret: try secret("oauth_token_secret")))
    case .echo: return .echo(request.head.headerFields)
    }
  }

  /// The redirect URI of the app's sign-in: one of the client's, or none where the client has none, as at Apple.
  ///
  /// RFC 6749 §4.1.3: required where the authorization request had it.
  private static func redirectURI(in fields: Form, of client: Client) throws(OAuthError) -> RedirectURI? {
    let named = try fields.nonEmptyText(of: "redirect_uri").map { (text) throws(OAuthError) in try RedirectURI(text) }
    let isListed = named.map { named in client.redirectURIs.contains { $0.matches(requested: named) } }
    guard isListed ?? client.redirectURIs.isEmpty else {
      throw .appRequest("“redirect_uri” must be the one of the sign-in, which the server has listed.")
    }
    return named
  }
}

extension OAuthError {
  /// A request of an app that is not as it must be.
  fileprivate static func appRequest(_ message: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: message, rule: .rfc(6749, "4.1.3"),
      remedy: "Have the app hand over what its sign-in brought.")
  }
}
