import Testing
import WayleaveJOSE
import WayleaveWire

/// A fresh private key to decrypt with, of the kind of that signature algorithm.
func decryptionKey(like algorithm: SignatureAlgorithm = .es256) throws -> JSONWebKey {
  var members = try #require(
    try JSON(decoding: JSONWebKey.generate(for: algorithm).exposedJSON.exposedBytes).object)
  for purpose in ["alg", "use", "key_ops"] { members[purpose] = nil }
  return try JSONWebKey(members)
}
