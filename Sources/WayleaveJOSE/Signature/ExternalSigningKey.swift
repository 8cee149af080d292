import WayleaveWire

/// A private key that stays where it is: in a keystore, on a security chip, in another process.
///
/// Its signatures are verified with ``publicKey`` before they are used, so that a key of another name or a signature in
/// another form is found here and not by the server.
public protocol ExternalSigningKey: Sendable {
  /// The public half.
  var publicKey: JSONWebKey { get }

  /// The signature of some bytes as JWS has it; for ECDSA that is R and S, one after the other, and not in DER.
  ///
  /// RFC 7518 §3. The bytes are not hashed yet. What it throws becomes `configuration.unsupported_key`, unless it is one of
  /// our errors.
  func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8]
}

extension ExternalSigningKey {
  /// The signature, verified to be this key's.
  func verifiedSignature(of text: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm) throws(OAuthError) -> [UInt8] {
    let made: [UInt8]
    do { made = try signature(of: Array(text), algorithm: algorithm) } catch let error as OAuthError {
      throw error
    } catch {
      throw .unsupportedKey("a key whose keystore signs by \(algorithm.rawValue)")
    }
    guard try publicKey.isSignature(made, of: text, algorithm) else {
      throw .unsupportedKey("a keystore whose signatures by \(algorithm.rawValue) are those of its public key")
    }
    return made
  }
}
