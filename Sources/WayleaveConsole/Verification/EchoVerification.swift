import HTTPTypes
import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// Checks an OAuth Echo: the provider says for which user a request was handed over.
///
/// Twitter's "OAuth Echo".
package struct EchoVerification {
  let address: AbsoluteURL
  let consumerKey: ClientID
  let now: Instant

  package init(address: AbsoluteURL, consumerKey: ClientID, now: Instant) {
    self.address = address
    self.consumerKey = consumerKey
    self.now = now
  }

  private static let rule = OAuthError.Rule.wayleave("OAuth Echo")

  package func verification(
    of bytes: [UInt8], asking answer: (RequestMessage) async throws(OAuthError) -> ResponseMessage
  ) async throws(OAuthError) -> Verification {
    var verification = Verification(of: "echo")
    let handed = verification.check("form", .rfc(9112, "2.1")) { () throws(OAuthError) in
      try Self.request(in: bytes)
    }
    _ = verification.check("address", Self.rule, of: handed) { (request) throws(OAuthError) in
      let named = request.head.headerFields[EchoRequest.providerField]
      guard named?.hasSameBytes(as: address.text) == true else { throw .foreignAddress(named, expected: address) }
    }
    let signed = verification.check("parameters", .rfc(5849, "3.1"), of: handed) { (request) throws(OAuthError) in
      // Checked for the expected URL: a request to another one is never sent.
      var echoed = RequestMessage(.get, to: address)
      echoed.head.headerFields[.authorization] = request.head.headerFields[EchoRequest.authorizationField]
      return try SignedRequest(reading: echoed)
    }
    verification.checkConsumer(of: signed, consumerKey)
    verification.checkTimestamp(of: signed, at: now)
    verification.add("nonce", .rfc(5849, "3.3"), .notAsked)
    guard verification.firstFailure == nil, let handed else {
      verification.add("provider", Self.rule, .notReached)
      return verification
    }
    try await ask(handed, &verification, answer)
    return verification
  }

  /// The request, or its two header fields alone, as `wayleave token --echo` prints them.
  static func request(in bytes: [UInt8]) throws(OAuthError) -> RequestMessage {
    let start = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\n") }
    let isField = [EchoRequest.providerField, EchoRequest.authorizationField].contains { field in
      start.map(\.lowercased).elementsEqual(field.canonicalName.utf8)
    }
    return try RequestText(isField ? Array("GET https://localhost/\n".utf8) + bytes : bytes).request
  }

  /// Only the provider can check the signature. A provider that cannot be reached decides nothing.
  private func ask(
    _ handed: RequestMessage, _ verification: inout Verification,
    _ answer: (RequestMessage) async throws(OAuthError) -> ResponseMessage
  ) async throws(OAuthError) {
    var history = NonceHistory()
    let echo: EchoRequest
    do throws(OAuthError) {
      echo = try await EchoRequest(reading: handed, expecting: address, from: consumerKey.text, newTo: history, at: now)
    } catch {
      verification.add("provider", Self.rule, .failed(error))
      return
    }
    let response = try await answer(echo.request())
    do throws(OAuthError) {
      try await echo.confirm(response, rememberedBy: &history, at: now)
      verification.add("provider", Self.rule, .passed)
      verification.facts = [("user", String(decoding: response.body, as: UTF8.self))]
    } catch { verification.add("provider", Self.rule, .failed(error)) }
  }
}

extension OAuthError {
  fileprivate static func foreignAddress(_ named: String?, expected: AbsoluteURL) -> OAuthError {
    OAuthError(
      named == nil ? .missingParameter : .foreignEcho,
      message: named == nil
        ? "The request does not say at which address the user is to be asked for."
        : "The request was signed for another address than \(expected).",
      rule: .wayleave("OAuth Echo"),
      expected: "\(EchoRequest.providerField): \(expected)", received: .url(named),
      remedy: "Nothing was sent. The app must sign the URL that this server names.")
  }
}
