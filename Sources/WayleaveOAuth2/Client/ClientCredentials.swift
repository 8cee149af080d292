import HTTPTypes
import WayleaveBackport
public import WayleaveWire

/// Who a token request says it comes from, as a server reads it: not yet verified.
///
/// RFC 6749 §2.3. A client that authenticates by its certificate sends its id alone (RFC 8705 §2) and reads as a public
/// one: whose certificate the connection showed, the server compares with the registration.
public struct ClientCredentials: Sendable, Equatable {
  /// The client id.
  public let id: ClientID
  /// The secret that came along; nil when none did.
  public let secret: Secret?
  /// The assertion that came along; nil when none did.
  public let assertion: ClientAssertion?
  /// How they came.
  public let method: ClientAuthenticationMethod

  /// Reads the client of a request; throws `token.client_refused` when there is none, or more than one way of saying so.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try request.bodyForm
    let bodyID = try form.nonEmptyText(of: "client_id").map(ClientID.init)
    let bodySecret = try form.text(of: "client_secret")
    let assertion = try Self.assertion(in: form)
    let header = request.head.headerFields[.authorization]
    guard [header != nil, bodySecret != nil, assertion != nil].count(where: \.self) <= 1 else { throw .twoMethods() }
    if let header {
      let (id, secret) = try Self.basic(header)
      try self.init(id: id, bodyID: bodyID, secret: secret, method: .basic)
    } else if let assertion {
      try self.init(id: assertion.clientID, bodyID: bodyID, assertion: assertion, method: assertion.method)
    } else {
      guard let bodyID else { throw .noClient() }
      try self.init(
        id: bodyID, bodyID: nil, secret: bodySecret.map { Secret($0) },
        method: bodySecret == nil ? .publicClient : .post)
    }
  }

  private init(
    id: ClientID, bodyID: ClientID?, secret: Secret? = nil, assertion: ClientAssertion? = nil,
    method: ClientAuthenticationMethod
  ) throws(OAuthError) {
    guard bodyID == nil || bodyID == id else { throw .twoMethods() }
    self.id = id
    self.secret = secret
    self.assertion = assertion
    self.method = method
  }

  private static func basic(_ header: String) throws(OAuthError) -> (id: ClientID, secret: Secret) {
    guard header.utf8.prefix(6).map(\.lowercased) == Array("basic ".utf8),
      let userPass = Base64.standard.decode(Array(header.utf8.dropFirst(6))),
      let colon = userPass.firstIndex(of: UInt8(ascii: ":")),
      let id = try Form(decoding: Array(userPass[..<colon]) + Array("=".utf8)).fields.first?.name,
      let secret = try Form(decoding: Array("s=".utf8) + userPass[(colon + 1)...]).fields.first?.value,
      let idText = String(utf8: id)
    else { throw .noClient() }
    return (ClientID(idText), Secret(secret))
  }

  /// RFC 7521 §4.2: type and assertion come together.
  private static func assertion(in form: Form) throws(OAuthError) -> ClientAssertion? {
    let type = try form.text(of: "client_assertion_type")
    let jwt = try form.text(of: "client_assertion")
    guard type != nil || jwt != nil else { return nil }
    guard let type, type.hasSameBytes(as: ClientAssertion.type), let jwt else { throw .noClient() }
    return try ClientAssertion(Secret(jwt))
  }
}

extension OAuthError {
  fileprivate static func noClient() -> OAuthError {
    OAuthError(
      .clientRefused, rule: .rfc(6749, "3.2.1"), expected: "a client id, in the body, by HTTP Basic or by an assertion",
      received: .nothing,
      remedy: "Send client_id in the body, or authenticate by HTTP Basic or an assertion.",
      refusal: ProviderRefusal(error: "invalid_client"))
  }

  fileprivate static func twoMethods() -> OAuthError {
    OAuthError(
      .clientRefused, rule: .rfc(6749, "2.3"), expected: "one client, authenticated in one way",
      received: .described("two"), remedy: "Authenticate by HTTP Basic, in the body or by an assertion.",
      refusal: ProviderRefusal(error: "invalid_request"))
  }
}
