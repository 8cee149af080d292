import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// A private key for each algorithm, which names no algorithm and no use. That for RSA is published: drawing one takes long.
enum SampleKey {
  static func members(_ algorithm: SignatureAlgorithm) throws -> JSON.Object {
    switch algorithm {
    case .hs256, .hs384, .hs512:
      let secret = Base64.url.encodedText([UInt8](repeating: 7, count: 64))
      return try (["kty": "oct", "k": .string(secret)] as JSON).object.present()
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: return try rsa.present()
    case .es256, .es384, .es512, .edDSA, .ed25519:
      return bare(try JSON(decoding: JSONWebKey.generate(for: algorithm).exposedJSON.exposedBytes).object)
    }
  }

  static func key(_ algorithm: SignatureAlgorithm, _ changes: [String: JSON] = [:]) throws -> JSONWebKey {
    var members = try members(algorithm)
    for (name, value) in changes { members[name] = value }
    return try JSONWebKey(members)
  }

  private static let rsa: JSON.Object? = {
    let keys = (try? VectorFile.cases("jws_rfc"))?.compactMap { $0["key"]?.object }
    return keys?.first { $0["kty"] == "RSA" && $0["p"] != nil }.map { bare($0) }
  }()

  private static func bare(_ members: JSON.Object?) -> JSON.Object {
    var members = members ?? JSON.Object()
    for name in ["alg", "use", "kid", "key_ops"] { members[name] = nil }
    return members
  }
}
