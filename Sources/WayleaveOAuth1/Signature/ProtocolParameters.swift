import HTTPTypes
import WayleaveBackport
import WayleaveWire

/// The protocol parameters of a signed request, wherever they stand, each once.
///
/// RFC 5849 §3.1 and §3.5.
struct ProtocolParameters {
  /// The parameters that say who signed, and how: they stand together in one place.
  enum Name: Int, CaseIterable {
    case consumerKey, token, signatureMethod, signature, timestamp, nonce, version, bodyHash

    /// The name on the wire.
    var text: StaticString {
      switch self {
      case .consumerKey: "oauth_consumer_key"
      case .token: "oauth_token"
      case .signatureMethod: "oauth_signature_method"
      case .signature: "oauth_signature"
      case .timestamp: "oauth_timestamp"
      case .nonce: "oauth_nonce"
      case .version: "oauth_version"
      case .bodyHash: "oauth_body_hash"
      }
    }
  }

  /// What stands in the header, and is not yet in the base string.
  let inHeader: Form
  /// Everything but the signature.
  let withoutSignature: Form

  // By the raw value of the name.
  private let values: [ArraySlice<UInt8>?]

  /// Finds the parameters; query and body are looked at when the caller has seen protocol names there.
  init(of request: RequestMessage, lookingInForms: Bool) throws(OAuthError) {
    let header = try Self.header(of: request)
    inHeader = header?.parameters ?? Form()
    var all = inHeader
    var places = header == nil ? 0 : 1
    if lookingInForms || header == nil {
      for form in [try Form(decoding: request.query ?? ""), try request.bodyForm] {
        let found = (0..<form.count).filter { form.name(at: $0).starts(with: "oauth_".utf8) }
        if found.contains(where: { Name(form.name(at: $0)) != nil }) { places += 1 }
        for index in found { all.append(name: form.name(at: index), value: form.value(at: index)) }
      }
    }
    // Further parameters, such as `oauth_verifier`, some clients send in the body although the others are in the header.
    guard places <= 1 else { throw .inTwoPlaces() }
    var values = [ArraySlice<UInt8>?](repeating: nil, count: Name.allCases.count)
    var signature: Int?
    for index in 0..<all.count {
      let text = all.name(at: index)
      guard let name = Name(text) else { continue }
      guard values[name.rawValue] == nil else { throw .repeatedParameter(Array(text)) }
      values[name.rawValue] = all.value(at: index)
      if name == .signature { signature = index }
    }
    self.values = values
    if let signature { all.remove(at: signature) }
    withoutSignature = all
    if lookingInForms { try requireEachOnce() }
  }

  subscript(name: Name) -> ArraySlice<UInt8>? { values[name.rawValue] }

  /// The text of a parameter; nil when it is absent.
  func text(_ name: Name) throws(OAuthError) -> String? {
    guard let value = self[name] else { return nil }
    // Only text outside ASCII needs the slow proof that it is UTF-8.
    if value.allSatisfy({ $0 < 0x80 }) { return String(decoding: value, as: UTF8.self) }
    guard let text = String(utf8: value) else { throw .missing(name) }
    return text
  }

  /// The text of a parameter that says something.
  func required(_ name: Name) throws(OAuthError) -> String {
    guard let text = try text(name), !text.isEmpty else { throw .missing(name) }
    return text
  }

  func signature() throws(OAuthError) -> [UInt8] {
    guard let signature = self[.signature] else { throw .missing(.signature) }
    return Array(signature)
  }

  func signatureMethod() throws(OAuthError) -> SignatureMethod {
    let text = try required(.signatureMethod)
    guard let method = SignatureMethod(rawValue: text) else { throw .unsupportedSignatureMethod(text) }
    return method
  }

  /// "OPTIONAL. If present, MUST be set to '1.0'": RFC 5849 §3.1.
  func requireVersion() throws(OAuthError) {
    guard let version = try text(.version), !version.hasSameBytes(as: "1.0") else { return }
    throw .unsupportedVersion(version)
  }

  /// "The timestamp value MUST be a positive integer": RFC 5849 §3.3.
  func stamp(isOptional: Bool) throws(OAuthError) -> Stamp? {
    if isOptional, self[.timestamp] == nil, self[.nonce] == nil { return nil }
    let digits = try required(.timestamp)
    guard digits.utf8.allSatisfy(\.isDigit), let seconds = Int64(digits), seconds > 0 else {
      throw .malformedTimestamp(digits)
    }
    let nonce = try required(.nonce)
    guard nonce.utf8.count <= Self.maximumNonceLength else { throw .overlongNonce(length: nonce.utf8.count) }
    return Stamp(timestamp: Instant(secondsSinceEpoch: seconds), nonce: nonce)
  }

  /// No client draws a longer one; a server that remembers nonces would pay for it.
  private static let maximumNonceLength = 255

  /// The header when its scheme is OAuth; two of them are refused, as one with two values would be.
  private static func header(of request: RequestMessage) throws(OAuthError) -> AuthorizationHeader? {
    let values = request.values(of: .authorization)
    guard values.count > 1 else {
      return try values.first.flatMap { (value) throws(OAuthError) in try AuthorizationHeader(reading: value) }
    }
    return try AuthorizationHeader(reading: values.joined(separator: ", "))
  }

  /// "Each parameter MUST NOT appear more than once per request": RFC 5849 §3.1.
  private func requireEachOnce() throws(OAuthError) {
    var seen: Set<ArraySlice<UInt8>> = []
    for index in 0..<withoutSignature.count {
      let name = withoutSignature.name(at: index)
      guard !name.starts(with: "oauth_".utf8) || seen.insert(name).inserted else {
        throw .repeatedParameter(Array(name))
      }
    }
  }
}

extension ProtocolParameters.Name {
  init?(_ text: ArraySlice<UInt8>) {
    guard let name = Self.allCases.first(where: { $0.isWritten(text) }) else { return nil }
    self = name
  }

  private func isWritten(_ name: ArraySlice<UInt8>) -> Bool {
    let text = text
    guard name.count == text.utf8CodeUnitCount else { return false }
    return name.withUnsafeBufferPointer {
      $0.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: $0.count))
    }
  }
}

extension OAuthError {
  fileprivate static func missing(_ name: ProtocolParameters.Name) -> OAuthError {
    OAuthError(
      .missingParameter, message: "The request has no value of “\(name.text)”.", rule: .rfc(5849, "3.1"),
      remedy: "The client that signed the request must send it.")
  }

  fileprivate static func overlongNonce(length: Int) -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .wayleave("a nonce has at most 255 bytes"), expected: "a short random text",
      received: .described("one of \(length) bytes"), remedy: "Draw 16 to 64 random characters for each request.")
  }

  static func repeatedParameter(_ name: [UInt8]) -> OAuthError {
    OAuthError(
      .repeatedParameter, message: "The request has “\(DisplayText.clean(name, limit: 60))” more than once.",
      rule: .rfc(5849, "3.1"), remedy: "The client that signed the request must send it once.")
  }

  fileprivate static func inTwoPlaces() -> OAuthError {
    OAuthError(
      .parametersInTwoPlaces, rule: .rfc(5849, "3.5"), expected: "the oauth_ parameters in one place",
      received: .described("them in more than one of header, query and body"),
      remedy: "Send them in the Authorization header only.")
  }

  fileprivate static func unsupportedVersion(_ version: String) -> OAuthError {
    OAuthError(
      .unsupportedVersion, rule: .rfc(5849, "3.1"), expected: "oauth_version 1.0", received: .text(version),
      remedy: "Sign as OAuth 1.0, or leave the version out.")
  }

  fileprivate static func unsupportedSignatureMethod(_ method: String) -> OAuthError {
    OAuthError(
      .unsupportedSignatureMethod, rule: .rfc(5849, "3.4"),
      expected: SignatureMethod.allCases.map(\.rawValue).joined(separator: ", "), received: .text(method),
      remedy: "Sign with one of the methods offered.")
  }

  fileprivate static func malformedTimestamp(_ text: String) -> OAuthError {
    OAuthError(
      .malformedTimestamp, rule: .rfc(5849, "3.3"),
      expected: "oauth_timestamp: a positive number of seconds since 1970",
      received: .text(text), remedy: "The client that signed the request must correct it.")
  }
}
