#if canImport(Security)
  import Foundation
  import WayleaveWire

  /// What an item of the keychain holds: a version, the length of the record, and the record.
  ///
  /// The keychain gives an item without bytes back as one without a value, and says nothing of an item that another
  /// program cut short.
  enum KeychainValue {
    private static let version: UInt8 = 1
    private static let headSize = 1 + MemoryLayout<UInt32>.size

    /// The bytes for a record.
    static func data(of record: Secret) -> Data {
      var data = Data(capacity: headSize + record.count)
      data.append(version)
      withUnsafeBytes(of: UInt32(record.count).bigEndian) { data.append(contentsOf: $0) }
      record.withExposedBytes { data.append(contentsOf: $0) }
      return data
    }

    /// Reads the record; throws `store.too_new` for a later version, and `store.damaged` for what no version wrote.
    static func record(in data: Data, at location: String) throws(OAuthError) -> Secret {
      guard let first = data.first else { throw .keychainItemDamaged(location) }
      guard first <= version else { throw .keychainItemTooNew(location) }
      let length = data.dropFirst().prefix(MemoryLayout<UInt32>.size).reduce(0) { $0 << 8 | Int($1) }
      guard first == version, data.count >= headSize, data.count - headSize == length else {
        throw .keychainItemDamaged(location)
      }
      return data.dropFirst(headSize).withUnsafeBytes { Secret(copying: $0) }
    }
  }

  extension OAuthError {
    static func keychainItemDamaged(_ location: String) -> OAuthError {
      OAuthError(
        .storeDamaged, message: "The keychain item \(location) is damaged.",
        rule: .wayleave("what cannot be read is never overwritten"),
        remedy: "Nothing was changed. Remove the account, and sign in again.")
    }

    fileprivate static func keychainItemTooNew(_ location: String) -> OAuthError {
      OAuthError(
        .storeTooNew, message: "The keychain item \(location) was written by a later version of the app.",
        rule: .wayleave("what cannot be read is never overwritten"), remedy: "It is left as it is. Update the app.")
    }
  }
#endif
