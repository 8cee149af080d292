import HTTPTypes
package import WayleaveWire

/// The text that is signed in place of a request: method, address and every parameter in one fixed form.
///
/// RFC 5849 §3.4.1.
public struct SignatureBaseString: Sendable, Equatable {
  /// The whole text.
  public let bytes: [UInt8]

  private let parametersStart: Int

  /// The base string of a request that carries these protocol parameters, of which `oauth_signature` is left out.
  ///
  /// Every other parameter is signed, a `realm` in the query, in the body or among these too: only the realm of the
  /// header is not, RFC 5849 §3.4.1.3.1, and ``AuthorizationHeader/parameters`` does not contain it.
  /// The request's own query and form body are read here; throws `wire.malformed_url`,
  /// `wire.malformed_percent_encoding` and `wire.too_many_form_fields`.
  package init(of request: RequestMessage, protocolParameters: Form) throws(OAuthError) {
    var composer = try BaseStringComposer.reading(request)
    composer.append(protocolParameters)
    self = composer.finish()
  }

  init(bytes: [UInt8], parametersStart: Int) {
    self.bytes = bytes
    self.parametersStart = parametersStart
  }

  /// The parameters as they are signed: encoded, sorted, joined.
  ///
  /// RFC 5849 §3.4.1.3.2.
  package var normalizedParameters: [UInt8] { PercentEncoding.decode(bytes[parametersStart...]) ?? [] }
}

extension SignatureBaseString: CustomStringConvertible {
  /// The text itself, which holds keys and tokens but no secret.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
