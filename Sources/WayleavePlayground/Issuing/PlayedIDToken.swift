import WayleaveJOSE
import WayleaveWire

/// An ID token that a personality is about to sign: the one place where its flaws are made.
struct PlayedIDToken {
  var claims: JSON.Object
  var algorithm: SignatureAlgorithm

  /// The token with the flaws that a request asks for; `key` is the published key of an algorithm.
  func signed(
    with effects: [Fault.Effect], by key: (SignatureAlgorithm) throws(OAuthError) -> JSONWebKey
  ) throws(OAuthError) -> Secret {
    let flaws = effects.compactMap(\.flaw)
    var token = self
    if flaws.contains(.nonce) { token.claims["nonce"] = "not-the-nonce-of-the-request" }
    if flaws.contains(.audience) { token.claims["aud"] = "another-client" }
    if flaws.contains(.issuer) { token.claims["iss"] = .string((claims["iss"]?.string ?? "") + "/another") }
    if flaws.contains(.algorithm) { token.algorithm = .ps256 }
    let isUnpublished = flaws.contains(.keyID)
    let text = try token.text(
      by: isUnpublished ? .generate(for: token.algorithm, keyID: "playground-unpublished") : token.published(key))
    return flaws.contains(.signature) ? Self.breakingSignature(of: text) : text
  }

  /// The published key that signs. By PS256, which no metadata here offers, the key of RS256 signs: the signature is good, and
  /// only a look at the algorithm finds the flaw.
  private func published(_ key: (SignatureAlgorithm) throws(OAuthError) -> JSONWebKey) throws(OAuthError) -> JSONWebKey
  {
    guard algorithm == .ps256 else { return try key(algorithm) }
    let published = try key(.rs256)
    return JSONWebKey(published.material, keyID: published.keyID)
  }

  private func text(by key: JSONWebKey) throws(OAuthError) -> Secret {
    try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: algorithm)
  }

  private static func breakingSignature(of token: Secret) -> Secret {
    var bytes = token.exposedBytes
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot + 1 < bytes.count else { return token }
    bytes[dot + 1] = bytes[dot + 1] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return Secret(bytes)
  }
}

extension Fault.Effect {
  fileprivate var flaw: Fault.IDTokenFlaw? {
    guard case .idToken(let flaw) = self else { return nil }
    return flaw
  }
}
