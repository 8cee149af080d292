import Crypto

/// The keys of one store, each drawn from its one key for one purpose.
///
/// RFC 5869 §3.2: the info keeps the purposes apart.
struct StoreKeys: Sendable {
  /// Encrypts the records.
  let records: SymmetricKey
  /// Turns what a record is found by into a file name that tells nothing.
  let names: SymmetricKey

  init(from key: SymmetricKey) {
    func derived(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("wayleave store \(purpose)".utf8), outputByteCount: 32)
    }
    records = derived("records")
    names = derived("names")
  }

  /// The name of what is found by these parts: the same for the same parts, and without a meaning to anyone else.
  func name(for parts: [[UInt8]]) -> String {
    var code = HMAC<SHA256>(key: names)
    RecordName.write(parts) { code.update(data: $0) }
    return code.finalize().hexadecimal
  }
}
