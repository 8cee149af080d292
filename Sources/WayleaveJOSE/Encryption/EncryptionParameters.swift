import WayleaveWire

/// What the header of a JWE says, as far as the caller allows it.
///
/// RFC 7516 §4.1; RFC 7518 §4.6.1.
struct EncryptionParameters {
  let algorithm: KeyManagementAlgorithm
  let encryption: ContentEncryption
  /// The sender's key for this message; nil where the algorithm has none.
  let ephemeralKey: EphemeralKey?
  let partyUInfo: [UInt8]
  let partyVInfo: [UInt8]

  /// What a sender says, who has nothing to say of the parties.
  init(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) {
    self.algorithm = algorithm
    self.encryption = encryption
    (ephemeralKey, partyUInfo, partyVInfo) = (nil, [], [])
  }

  init(
    of header: JOSEHeader, allowing algorithms: Set<KeyManagementAlgorithm>, content encryptions: Set<ContentEncryption>
  ) throws(OAuthError) {
    // "zip": 200 bytes can become 200 MB (attack 137), and their length reveals what was encrypted.
    guard header.members["zip"] == nil else {
      throw .unsupportedEncryption("a text without compression", .described("“zip”"))
    }
    guard let algorithm = KeyManagementAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm) else {
      throw .unsupportedEncryption(Self.list(algorithms.map(\.rawValue)), .text(header.algorithm))
    }
    let name = header.members["enc"]?.string
    guard let encryption = name.flatMap({ ContentEncryption(rawValue: $0) }), encryptions.contains(encryption) else {
      throw .unsupportedEncryption(Self.list(encryptions.map(\.rawValue)), .text(name))
    }
    self.algorithm = algorithm
    self.encryption = encryption
    guard algorithm.agreesOnKey else {
      (ephemeralKey, partyUInfo, partyVInfo) = (nil, [], [])
      return
    }
    guard let key = EphemeralKey(reading: header.members["epk"]) else {
      throw .malformedEncryption("an “epk” with a point of its curve", "something else")
    }
    ephemeralKey = key
    partyUInfo = try Self.partyInfo("apu", of: header)
    partyVInfo = try Self.partyInfo("apv", of: header)
  }

  private static func partyInfo(_ name: String, of header: JOSEHeader) throws(OAuthError) -> [UInt8] {
    guard let member = header.members[name] else { return [] }
    guard let bytes = member.string.flatMap({ Base64.url.decode($0) }) else {
      throw .malformedEncryption("an “\(name)” in base64url without padding", "something else")
    }
    return bytes
  }

  private static func list(_ names: [String]) -> String { "one of \(names.sorted().joined(separator: ", "))" }
}

extension KeyManagementAlgorithm {
  /// Whether the two sides agree on a secret by their keys on a curve.
  var agreesOnKey: Bool {
    switch self {
    case .ecdhES, .ecdhESA128KW, .ecdhESA256KW: true
    case .rsaOAEP256, .rsaOAEP, .a128KW, .a256KW, .direct: false
    }
  }
}

extension OAuthError {
  static func unsupportedEncryption(_ expected: String, _ received: OAuthError.Received) -> OAuthError {
    OAuthError(
      .unsupportedAlgorithm, rule: .rfc(8725, "3.1"), expected: expected, received: received,
      remedy: "Nothing was decrypted. Register the algorithm that you want at the provider, or allow this one.")
  }
}
