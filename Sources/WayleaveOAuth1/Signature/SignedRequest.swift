import HTTPTypes
public import WayleaveWire

/// A signed request as a server reads it: complete, each parameter once and in one place, the signature not yet verified.
///
/// RFC 5849 §3.1 and §3.2.
public struct SignedRequest: Sendable {
  /// The consumer key.
  public let consumerKey: String
  /// The token; nil when the request has none.
  public let token: Secret?
  /// How it is signed.
  public let signatureMethod: SignatureMethod
  /// Time and nonce; nil only for PLAINTEXT, which may go without: RFC 5849 §3.1.
  public let stamp: Stamp?
  /// The parameters of the header and every `oauth_` parameter of query and body, but the signature.
  public let parameters: Form
  /// The text that must have been signed.
  public let baseString: SignatureBaseString
  /// Whether `oauth_body_hash` was there; its value has been verified.
  public let coversBody: Bool

  private let signature: [UInt8]

  /// Reads a request.
  ///
  /// Throws `oauth1.malformed_request`, `oauth1.missing_parameter`, `oauth1.repeated_parameter`,
  /// `oauth1.parameters_in_two_places`, `oauth1.unsupported_version`, `oauth1.unsupported_signature_method`,
  /// `oauth1.malformed_timestamp`, `oauth1.body_hash_mismatch`, `wire.insecure_url` for PLAINTEXT without TLS, and
  /// whatever ``SignatureBaseString`` throws.
  public init(reading request: RequestMessage) throws(OAuthError) {
    var composer = try BaseStringComposer.reading(request)
    let found = try ProtocolParameters(of: request, lookingInForms: composer.holdsProtocolNames)
    let signatureMethod = try found.signatureMethod()
    guard signatureMethod != .plaintext || composer.target.isPrivate else { throw .insecureURL(request.url ?? "") }
    try found.requireVersion()
    consumerKey = try found.required(.consumerKey)
    signature = try found.signature()
    stamp = try found.stamp(isOptional: signatureMethod == .plaintext)
    token = found[.token].map { Secret(Array($0)) }
    self.signatureMethod = signatureMethod
    if let hash = try found.text(.bodyHash) {
      try BodyHash.verify(hash, of: request, method: signatureMethod)
      coversBody = true
    } else {
      coversBody = false
    }
    // Query and body were read as they came; what stands in the header is added.
    composer.append(found.inHeader)
    baseString = composer.finish()
    parameters = found.withoutSignature
  }

  /// Verifies the signature by a key that was made ready before; throws `oauth1.signature_mismatch`.
  ///
  /// The comparison takes the same time wherever the difference is. A key of another method than the request's verifies
  /// nothing, so that no one can have a public key taken for a shared secret.
  public func verify(with key: SignatureKey) throws(OAuthError) {
    guard key.method == signatureMethod, try key.isSignature(signature, of: baseString.bytes) else {
      throw .signatureMismatch()
    }
  }

  /// Verifies the signature; throws `oauth1.signature_mismatch`, and `oauth1.unsupported_signature_method` for a request
  /// that a private key signed.
  public func verify(consumerSecret: Secret, tokenSecret: Secret?) throws(OAuthError) {
    try verify(with: SignatureKey(signatureMethod, consumerSecret: consumerSecret, tokenSecret: tokenSecret))
  }
}

extension OAuthError {
  fileprivate static func signatureMismatch() -> OAuthError {
    OAuthError(
      .signatureMismatch, rule: .rfc(5849, "3.2"), expected: "the signature of this request by its consumer and token",
      received: .described("another"),
      remedy: "Compare consumer secret, token secret and the signature base string of both sides.")
  }
}
