import HTTPTypes
import Wayleave
import WayleaveOAuth1
import WayleaveWire

/// Whether the provider says that an echo is true: who it is that a request was handed over for.
///
/// Twitter's "OAuth Echo".
struct EchoVerification {
  let address: AbsoluteURL
  let consumerKey: String
  let now: Instant

  private static let rule = OAuthError.Rule.wayleave("OAuth Echo")

  func verification(
    of bytes: [UInt8], asking answer: (RequestMessage) async throws(OAuthError) -> ResponseMessage
  ) async throws(OAuthError) -> Verification {
    var verification = Verification(of: "echo")
    let handed = verification.check("form", .rfc(9112, "2.1")) { () throws(OAuthError) in
      try RequestText(bytes).request
    }
    _ = verification.check("address", Self.rule, of: handed) { (request) throws(OAuthError) in
      let named = request.head.headerFields[EchoRequest.providerField]
      guard named?.hasSameBytes(as: address.text) == true else { throw .foreignAddress(named, expected: address) }
    }
    let signed = verification.check("parameters", .rfc(5849, "3.1"), of: handed) { (request) throws(OAuthError) in
      // Held against the address expected: a request to another would be sent nowhere anyway.
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

  /// The signature itself only the provider can prove. A provider that cannot be reached has proved nothing either way.
  private func ask(
    _ handed: RequestMessage, _ verification: inout Verification,
    _ answer: (RequestMessage) async throws(OAuthError) -> ResponseMessage
  ) async throws(OAuthError) {
    var history = NonceHistory()
    let echo: EchoRequest
    do throws(OAuthError) {
      echo = try await EchoRequest(reading: handed, expecting: address, from: consumerKey, newTo: history, at: now)
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
      named == nil ? .missingParameter : .foreignEcho, rule: .wayleave("OAuth Echo"),
      expected: "\(EchoRequest.providerField): \(expected)", received: .url(named),
      remedy: "Nothing was sent. The app must sign the address that this server names.")
  }
}
