import Crypto
package import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// The proof that the sender of a request has a key, as a server reads it: made by the key that it shows, and not yet
/// known to be for this request.
///
/// RFC 9449 §4.3.
public struct DPoPProof: Sendable, Equatable {
  /// The public key that made it.
  public let key: JSONWebKey
  /// The key's thumbprint, which the token must name.
  public let keyThumbprint: String
  /// By which a second use is found.
  public let id: String
  /// The method of the request.
  public let method: String
  /// The address of the request, without query and fragment.
  public let address: String
  /// When it was made.
  public let issuedAt: Instant
  /// The hash of the token that goes along; nil when none does.
  public let tokenHash: String?
  /// The server's nonce; nil when there is none.
  public let nonce: String?

  /// The type that the header names.
  package static let type = "dpop+jwt"
  /// The algorithms that are taken: asymmetric ones.
  package static let algorithms = Set<SignatureAlgorithm>.asymmetric
  /// The longest proof that is read.
  package static let maximumLength = 8192

  /// Reads the proof of a request; throws `dpop.malformed`, or what the signature's check throws.
  ///
  /// Refused: none or more than one, another `typ`, a symmetric algorithm, a `jwk` with private parts, a claim missing.
  public init(reading request: RequestMessage) throws(OAuthError) {
    let values = request.head.headerFields[values: .dpop]
    guard values.count == 1, let text = values.first else { throw .malformedProof("one DPoP header field") }
    try self.init(decoding: Secret(text))
  }

  /// Reads a proof that came alone, for looking at it; throws as ``init(reading:)`` does.
  public init(decoding text: Secret) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes, maximumLength: Self.maximumLength)
    guard signature.header.isType(Self.type) else { throw .malformedProof("“typ” \(Self.type)") }
    guard let members = signature.header.members["jwk"]?.object else { throw .malformedProof("a key as “jwk”") }
    let key = try JSONWebKey(members)
    guard !key.isPrivate else { throw .malformedProof("a public key as “jwk”") }
    let payload = try signature.payload(verifiedBy: key, allowing: Self.algorithms)
    let claims = try JSONWebTokenClaims(decoding: payload)
    guard let id = claims.tokenID, (1...256).contains(id.utf8.count), let method = try claims.text("htm"),
      let address = try claims.text("htu"), let issuedAt = claims.issuedAt
    else { throw .malformedProof("“jti”, “htm”, “htu” and “iat”") }
    self.key = key
    keyThumbprint = key.thumbprint
    self.id = id
    self.method = method
    self.address = address
    self.issuedAt = issuedAt
    tokenHash = try claims.text("ath")
    nonce = try claims.text("nonce")
  }

  /// Verifies that it is for this request, for the token in it, and fresh; that its key is the token's,
  /// ``TokenConfirmation`` verifies, and that it is used once, ``DPoPProofHistory``.
  ///
  /// RFC 9449 §4.3. The request's address is the public one, never that behind a proxy. Throws `dpop.mismatch`,
  /// `dpop.nonce_needed` when none of `nonces` is in it, and `dpop.stale`.
  public func verify(
    for request: RequestMessage, token: Secret?, nonces: Set<String>? = nil, at now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    try verify(
      for: request.head.method, at: request.url.map { [$0] } ?? [], token: token, nonces: nonces, now: now,
      tolerance: tolerance)
  }

  /// The same for a request that may have been sent to any of several addresses.
  package func verify(
    for method: HTTPRequest.Method, at addresses: [String], token: Secret?, nonces: Set<String>?, now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    guard self.method.hasSameBytes(as: method.rawValue) else { throw .proofMismatch("the request's method") }
    guard let named = Self.address(of: address),
      addresses.contains(where: { Self.address(of: $0)?.hasSameBytes(as: named) == true })
    else { throw .proofMismatch("the request's address") }
    if let nonces {
      guard let nonce, nonces.contains(where: { $0.hasSameBytes(as: nonce) }) else { throw .nonceNeeded() }
    }
    guard now - issuedAt <= tolerance, issuedAt - now <= tolerance else { throw .staleProof() }
    if let token {
      guard let tokenHash, ConstantTime.equal(tokenHash.utf8, Self.hash(of: token).utf8) else {
        throw .proofMismatch("the hash of the token that goes along")
      }
    }
  }

  /// RFC 9449 §4.2: "hash of the access token … base64url encoding … of the SHA-256".
  static func hash(of token: Secret) -> String {
    let hash = token.withExposedBytes { bytes in
      var hash = SHA256()
      hash.update(bufferPointer: bytes)
      return hash.finalize()
    }
    return hash.withUnsafeBytes { Base64.url.encodedText($0) }
  }

  /// The address without query and fragment, in its usual form.
  ///
  /// RFC 9449 §4.3 recommends the normalization of RFC 3986 §6.2.2 and §6.2.3.
  static func address(of text: String) -> String? {
    guard let url = try? AbsoluteURL(text) else { return nil }
    // Nearly every address is written so already.
    if let target = url.plainTarget { return target }
    guard url.defaultPort != nil, let authority = url.authority else { return nil }
    let path = url.path
    return url.scheme + "://" + authority + (path.isEmpty ? "/" : normalized(path))
  }

  private static func normalized(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    var text: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let decoded = PercentEncoding.decode([byte] + rest.prefix(2))?.first else {
        text.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      // An escape of a character that needs none is that character: "%7E" is "~".
      PercentEncoding.append([decoded], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension OAuthError {
  fileprivate static func malformedProof(_ expected: String) -> OAuthError {
    proofRefused(.malformedProof, expected, received: .described("something else"))
  }

  fileprivate static func proofMismatch(_ expected: String) -> OAuthError {
    proofRefused(.proofMismatch, expected, received: .described("another, or none"))
  }

  fileprivate static func staleProof() -> OAuthError {
    proofRefused(.staleProof, "a proof made within the minute", received: .described("an older one, or a later one"))
  }

  fileprivate static func nonceNeeded() -> OAuthError {
    OAuthError(
      .nonceNeeded, rule: .rfc(9449, "8"), expected: "the nonce that this server gave",
      received: .described("another, or none"), remedy: "Send the request once more with the nonce of the answer.",
      refusal: ProviderRefusal(error: DPoPNonceDemand.word))
  }

  static func proofRefused(_ code: Code, _ expected: String, received: Received) -> OAuthError {
    OAuthError(
      code, rule: .rfc(9449, "4.3"), expected: expected, received: received,
      remedy: "Make a fresh proof for each request; check the clock.",
      refusal: ProviderRefusal(error: "invalid_dpop_proof"))
  }
}
