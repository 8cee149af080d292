import Crypto
import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

extension Operation {
  /// "prepared" has the key schedule held with the signer; without it, the signer is made for each request.
  static func oauth1(_ name: String) throws -> Operation? {
    let sample = try SampleRequest()
    switch name {
    case "ours.sign-sha1": return signing(sample, .hmacSHA1)
    case "ours.sign-sha1-prepared": return signing(sample, by: sample.signer(.hmacSHA1))
    case "ours.sign-sha256": return signing(sample, .hmacSHA256)
    case "ours.sign-sha256-prepared": return signing(sample, by: sample.signer(.hmacSHA256))
    case "ours.sign-sha512-prepared": return signing(sample, by: sample.signer(.hmacSHA512))
    case "ours.sign-10-parameters": return signing(try SampleRequest(parameters: 10))
    case "ours.sign-100-parameters": return signing(try SampleRequest(parameters: 100))
    case "ours.sign-1000-parameters": return signing(try SampleRequest(parameters: 1000))
    case "ours.verify-sha1": return try verifying(sample, isPrepared: true)
    case "ours.verify-sha1-unprepared": return try verifying(sample, isPrepared: false)
    case "ours.floor-hmac-sha1": return try bareHash(Insecure.SHA1.self, .hmacSHA1, sample)
    case "ours.floor-hmac-sha256": return try bareHash(SHA256.self, .hmacSHA256, sample)
    default: return nil
    }
  }

  private static func signing(_ sample: SampleRequest, _ method: SignatureMethod) -> Operation {
    Operation { count in
      var signed = sample.message
      for _ in 0..<count { signed = try sample.signer(method).sign(sample.message, stamp: sample.stamp) }
      return signed.head.headerFields[.authorization] ?? ""
    }
  }

  private static func signing(_ sample: SampleRequest, by signer: RequestSigner? = nil) -> Operation {
    let signer = signer ?? sample.signer(.hmacSHA1)
    return Operation { count in
      var signed = sample.message
      for _ in 0..<count { signed = try signer.sign(sample.message, stamp: sample.stamp) }
      return signed.head.headerFields[.authorization] ?? ""
    }
  }

  private static func verifying(_ sample: SampleRequest, isPrepared: Bool) throws -> Operation {
    let signed = try sample.signer(.hmacSHA1).sign(sample.message, stamp: sample.stamp)
    let key = try SignatureKey(
      .hmacSHA1, consumerSecret: sample.consumer.secret, tokenSecret: sample.token.secret)
    return Operation { count in
      for _ in 0..<count {
        let request = try SignedRequest(reading: signed)
        if isPrepared {
          try request.verify(with: key)
        } else {
          try request.verify(consumerSecret: sample.consumer.secret, tokenSecret: sample.token.secret)
        }
      }
      return "1"
    }
  }

  /// The hash alone, over the same text with the same key: what no signer can go below.
  private static func bareHash<Hash: HashFunction>(
    _: Hash.Type, _ method: SignatureMethod, _ sample: SampleRequest
  ) throws -> Operation {
    let text = try sample.signer(method).baseString(of: sample.message, stamp: sample.stamp).bytes
    let secrets = [sample.consumer.secret, sample.token.secret].map { PercentEncoding.encode($0.exposedBytes) }
    let key = SymmetricKey(data: Array(secrets.joined(separator: Array("&".utf8))))
    return Operation { count in
      var code: [UInt8] = []
      for _ in 0..<count { code = HMAC<Hash>.authenticationCode(for: text, using: key).withUnsafeBytes(Array.init) }
      return Base64.standard.encodedText(code)
    }
  }
}
