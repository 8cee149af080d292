import HTTPTypes
public import WayleaveWire

/// A signed request as a server reads it: complete, each parameter once and in one place, the signature not yet proved.
///
/// RFC 5849 §3.1 and §3.2.
public struct SignedRequest: Sendable {
  /// The consumer key.
  public let consumerKey: String
  /// The token; nil when the request has none.
  public let token: Secret?
  /// How it is signed.
  public let signatureMethod: SignatureMethod
  /// Time and nonce.
  public let stamp: Stamp
  /// Every `oauth_` parameter but the signature.
  public let parameters: Form
  /// The text that must have been signed.
  public let baseString: SignatureBaseString

  private let signature: [UInt8]

  /// Reads a request; throws `oauth1.malformed_request` and `oauth1.unsupported_signature_method`.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let found = try Self.parameters(of: request)
    guard let signature = try found.text(of: "oauth_signature") else { throw .missing("oauth_signature") }
    guard let consumerKey = try found.nonEmptyText(of: "oauth_consumer_key") else {
      throw .missing("oauth_consumer_key")
    }
    guard let method = try found.text(of: "oauth_signature_method") else { throw .missing("oauth_signature_method") }
    guard let signatureMethod = SignatureMethod(rawValue: method) else { throw .unsupportedSignatureMethod(method) }
    guard let digits = try found.text(of: "oauth_timestamp"), digits.utf8.allSatisfy(\.isDigit),
      let seconds = Int64(digits), seconds > 0
    else { throw .missing("oauth_timestamp") }
    guard let nonce = try found.nonEmptyText(of: "oauth_nonce") else { throw .missing("oauth_nonce") }
    if let version = try found.text(of: "oauth_version"), version != "1.0" { throw .unsupportedVersion(version) }
    var parameters = found
    parameters.fields.removeAll { $0.name.elementsEqual("oauth_signature".utf8) }
    self.consumerKey = consumerKey
    self.token = try found.text(of: "oauth_token").map { Secret($0) }
    self.signatureMethod = signatureMethod
    self.stamp = Stamp(timestamp: Instant(secondsSinceEpoch: seconds), nonce: nonce)
    self.parameters = parameters
    self.signature = Array(signature.utf8)
    baseString = try Self.baseString(of: request, headerParameters: found)
  }

  /// Proves the signature; throws `oauth1.signature_mismatch`.
  ///
  /// The comparison takes the same time wherever the difference is.
  public func prove(consumerSecret: Secret, tokenSecret: Secret?) throws(OAuthError) {
    let expected = signatureMethod.signature(
      of: baseString.bytes, consumerSecret: consumerSecret, tokenSecret: tokenSecret)
    guard ConstantTime.equal(Base64.standard.encode(expected), signature) else { throw .signatureMismatch() }
  }

  /// The `oauth_` parameters of a request, from the one place where they stand.
  private static func parameters(of request: RequestMessage) throws(OAuthError) -> Form {
    var places: [Form] = []
    if let value = request.head.headerFields[.authorization],
      let header = try AuthorizationHeader(reading: value)
    {
      places.append(header.parameters)
    }
    for form in [try Form(decoding: request.query ?? ""), try request.bodyForm] {
      var protocolOnly = Form()
      protocolOnly.fields = form.fields.filter { $0.name.starts(with: "oauth_".utf8) }
      if !protocolOnly.fields.isEmpty { places.append(protocolOnly) }
    }
    // "Each parameter MUST NOT appear more than once per request": RFC 5849 §3.1, and in one place: §3.5.
    guard places.count <= 1 else { throw .twoPlaces() }
    guard let parameters = places.first else { throw .missing("oauth_consumer_key") }
    return parameters
  }

  /// Query and body are signed as they came, so only what stands in the header is added.
  private static func baseString(
    of request: RequestMessage, headerParameters found: Form
  ) throws(OAuthError) -> SignatureBaseString {
    let isInHeader = try request.head.headerFields[.authorization].flatMap { (value) throws(OAuthError) in
      try AuthorizationHeader(reading: value)
    }
    return try SignatureBaseString(of: request, protocolParameters: isInHeader == nil ? Form() : found)
  }
}

extension OAuthError {
  fileprivate static func missing(_ name: String) -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .rfc(5849, "3.1"), expected: "a valid “\(name)”",
      received: .described("none"), remedy: "Whoever signed the request must send it.")
  }

  fileprivate static func twoPlaces() -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .rfc(5849, "3.5"), expected: "the oauth_ parameters in one place",
      received: .described("them in more than one of header, query and body"),
      remedy: "Send them in the Authorization header only.")
  }

  fileprivate static func unsupportedVersion(_ version: String) -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .rfc(5849, "3.1"), expected: "oauth_version 1.0", received: .text(version),
      remedy: "Sign as OAuth 1.0, or leave the version out.")
  }

  fileprivate static func unsupportedSignatureMethod(_ method: String) -> OAuthError {
    OAuthError(
      .unsupportedSignatureMethod, rule: .rfc(5849, "3.4"),
      expected: SignatureMethod.allCases.map(\.rawValue).joined(separator: ", "), received: .text(method),
      remedy: "Sign with one of the methods offered.")
  }

  fileprivate static func signatureMismatch() -> OAuthError {
    OAuthError(
      .signatureMismatch, rule: .rfc(5849, "3.2"), expected: "the signature of this request by its consumer and token",
      received: .described("another"),
      remedy: "Compare consumer secret, token secret and the signature base string of both sides.")
  }
}
