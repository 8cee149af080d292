import HTTPTypes
public import WayleaveWire

/// Who a token request says it comes from, as a server reads it: not yet proved.
///
/// RFC 6749 §2.3.
public struct ClientCredentials: Sendable, Equatable {
  /// The client id.
  public let id: String
  /// The secret that came along; nil when none did.
  public let secret: Secret?
  /// How they came.
  public let method: ClientAuthenticationMethod

  /// Reads the client of a request; throws `token.client_refused` when there is none, or more than one way of saying so.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let form = try request.bodyForm
    let bodyID = try form.nonEmptyText(of: "client_id")
    let bodySecret = try form.text(of: "client_secret")
    guard let header = request.head.headerFields[.authorization] else {
      guard let bodyID else { throw .noClient() }
      self.init(id: bodyID, secret: bodySecret.map { Secret($0) }, method: bodySecret == nil ? .publicClient : .post)
      return
    }
    guard bodySecret == nil else { throw .twoMethods() }
    guard header.utf8.prefix(6).map(\.lowercased) == Array("basic ".utf8),
      let userPass = Base64.standard.decode(Array(header.utf8.dropFirst(6))),
      let colon = userPass.firstIndex(of: UInt8(ascii: ":")),
      let id = try Form(decoding: Array(userPass[..<colon]) + Array("=".utf8)).fields.first?.name,
      let secret = try Form(decoding: Array("s=".utf8) + userPass[(colon + 1)...]).fields.first?.value,
      let idText = String(validating: id, as: UTF8.self)
    else { throw .noClient() }
    guard bodyID.map({ $0.hasSameBytes(as: idText) }) ?? true else { throw .twoMethods() }
    self.init(id: idText, secret: Secret(secret), method: .basic)
  }

  private init(id: String, secret: Secret?, method: ClientAuthenticationMethod) {
    self.id = id
    self.secret = secret
    self.method = method
  }
}

extension OAuthError {
  fileprivate static func noClient() -> OAuthError {
    OAuthError(
      .clientRefused, rule: .rfc(6749, "3.2.1"), expected: "a client id, in the body or by HTTP Basic",
      received: .nothing,
      remedy: "Send client_id in the body, or authenticate by HTTP Basic.",
      refusal: ProviderRefusal(error: "invalid_client"))
  }

  fileprivate static func twoMethods() -> OAuthError {
    OAuthError(
      .clientRefused, rule: .rfc(6749, "2.3"), expected: "one client, authenticated in one way",
      received: .described("two"), remedy: "Authenticate either by HTTP Basic or in the body.",
      refusal: ProviderRefusal(error: "invalid_request"))
  }
}
