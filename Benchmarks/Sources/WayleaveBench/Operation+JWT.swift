import Crypto
import CryptoExtras
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

extension Operation {
  /// The operations of signed tokens, on tokens like those of the peers.
  static func jwt(_ name: String) throws -> Operation? {
    switch name {
    case "ours.jwt-RS256": try idToken(.rs256, .rs256)
    case "ours.jwt-ES256": try idToken(.es256, .es256)
    case "ours.jwt-EdDSA": try idToken(.edDSA, .edDSA)
    case "ours.jws-RS256": try token(.rs256, .rs256)
    case "ours.jws-ES256": try token(.es256, .es256)
    case "ours.jws-EdDSA": try token(.edDSA, .edDSA)
    case "ours.floor-jwt-RS256": try bareRSA(.rs256)
    case "ours.floor-jwt-ES256": try bareECDSA(.es256)
    case "ours.floor-jwt-EdDSA": try bareEdDSA(.edDSA)
    case "ours.floor-sign-ES256": bareSigning()
    default: nil
    }
  }

  /// Every check of an ID token, its issuer's keys read before.
  private static func idToken(_ sample: SampleToken, _ algorithm: SignatureAlgorithm) throws -> Operation {
    let keys = try JSONWebKeySet([sample.publicKey()])
    var requirements = IDTokenRequirements(
      issuer: "https://accounts.example.com", clientID: "812741506391.apps.example.com")
    requirements.algorithms = [algorithm]
    requirements.nonce = .exact(Secret("n-0S6_WzA2Mj"))
    let (text, now) = (Secret(sample.text), Instant(secondsSinceEpoch: 1_800_000_100))
    return Operation { [requirements] count in
      var subject = ""
      for _ in 0..<count {
        subject = try IDToken(text, verifiedBy: keys, meeting: requirements, at: now).subject
      }
      return subject
    }
  }

  /// The signature and the claims alone.
  private static func token(_ sample: SampleToken, _ algorithm: SignatureAlgorithm) throws -> Operation {
    let keys = try JSONWebKeySet([sample.publicKey()])
    let (text, allowed) = (Array(sample.text.utf8), Set([algorithm]))
    return Operation { count in
      var subject: String?
      for _ in 0..<count {
        let payload = try JSONWebSignature(compact: text).payload(verifiedBy: keys, allowing: allowed)
        subject = try JSONWebTokenClaims(decoding: payload).subject
      }
      return subject ?? ""
    }
  }

  /// The verification alone, with signature and signed text at hand: what no check of a token can go below.
  private static func bareRSA(_ sample: SampleToken) throws -> Operation {
    let parts = sample.parts
    let key = try _RSA.Signing.PublicKey(n: sample.number("n"), e: sample.number("e"))
    return Operation { count in
      var isValid = false
      for _ in 0..<count {
        isValid = key.isValidSignature(
          _RSA.Signing.RSASignature(rawRepresentation: parts.signature), for: SHA256.hash(data: parts.signed),
          padding: .insecurePKCS1v1_5)
      }
      return isValid ? "1" : "0"
    }
  }

  private static func bareECDSA(_ sample: SampleToken) throws -> Operation {
    let parts = sample.parts
    let key = try P256.Signing.PublicKey(rawRepresentation: sample.number("x") + sample.number("y"))
    return Operation { count in
      var isValid = false
      for _ in 0..<count {
        isValid = key.isValidSignature(
          try P256.Signing.ECDSASignature(rawRepresentation: parts.signature), for: parts.signed)
      }
      return isValid ? "1" : "0"
    }
  }

  private static func bareEdDSA(_ sample: SampleToken) throws -> Operation {
    let parts = sample.parts
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: sample.number("x"))
    return Operation { count in
      var isValid = false
      for _ in 0..<count { isValid = key.isValidSignature(parts.signature, for: parts.signed) }
      return isValid ? "1" : "0"
    }
  }

  private static func bareSigning() -> Operation {
    let (key, text) = (P256.Signing.PrivateKey(), Array(SampleToken.es256.text.utf8))
    return Operation { count in
      var length = 0
      for _ in 0..<count { length = try key.signature(for: text).rawRepresentation.count }
      return String(length)
    }
  }
}

extension SampleToken {
  func publicKey() throws -> JSONWebKey { try JSONWebKey(decoding: Array(key.utf8)) }

  fileprivate func number(_ name: String) throws -> [UInt8] {
    Base64.url.decode(try JSON(decoding: Array(key.utf8))[name]?.string ?? "") ?? []
  }

  /// What is signed, and its signature.
  fileprivate var parts: (signed: [UInt8], signature: [UInt8]) {
    let bytes = Array(text.utf8)
    let point = bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return (Array(bytes[..<point]), Base64.url.decode(bytes[(point + 1)...]) ?? [])
  }
}
