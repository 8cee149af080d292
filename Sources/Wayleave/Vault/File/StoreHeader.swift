import Crypto
import WayleaveWire

/// The first file of a store: where the key comes from that opens it, and the store's own keys, encrypted with it.
///
/// So the key of a store can be replaced without any change of its records. In the first format the store's keys were
/// derived from that key; it can still be read.
struct StoreHeader: Sendable, Equatable {
  /// The name of the file.
  static let name = "store"
  /// The name of the same file again, for a disk that damages one. A store without it cannot be read.
  static let copyName = "store.copy"
  /// Both, in the order in which they are written: at every moment one of the two opens every record.
  static let names = [copyName, name]

  /// Where the key comes from.
  enum Protection: Equatable {
    case keyFile
    case passphrase(PassphraseCost, salt: [UInt8])
    /// A keyring, which has it under these random bytes.
    case keyring(id: [UInt8])
    /// A keyring in memory, which has it under these random bytes until the machine restarts.
    case kernelKeyring(id: [UInt8])

    /// The first format that knows it: earlier programs can still read what they know.
    fileprivate var version: UInt8 { if case .kernelKeyring = self { 3 } else { 2 } }
  }

  let protection: Protection
  private let version: UInt8
  /// The store's keys, encrypted; in the first format, nothing, encrypted with the key for the records.
  private let box: [UInt8]

  private static let currentVersion: UInt8 = 3
  private static let boxOverhead = 28

  /// A header for a store with these keys, opened by another key.
  init?(_ protection: Protection, keys: StoreKeys, openedBy key: SymmetricKey) {
    let parameters = Self.parameters(protection, version: protection.version)
    guard let box = try? ChaChaPoly.seal(keys.bytes, using: Self.boxKey(key), authenticating: parameters)
    else { return nil }
    self.protection = protection
    version = protection.version
    self.box = Array(box.combined)
  }

  /// Reads a header; throws `store.damaged` or `store.too_new`.
  init(reading bytes: [UInt8], path: String) throws(OAuthError) {
    let head = SealedRecord.magic.count + 2
    guard bytes.count > head, bytes.starts(with: SealedRecord.magic), bytes[head - 1] == 0 else {
      throw .storeDamaged(path)
    }
    version = bytes[head - 2]
    guard version <= Self.currentVersion else { throw .storeTooNew(path) }
    guard version > 0, let (protection, length) = Self.protection(bytes[head...]),
      version > 2 || protection.version == 2,
      bytes.count >= head + length + Self.boxOverhead
    else { throw .storeDamaged(path) }
    self.protection = protection
    box = Array(bytes[(head + length)...])
  }

  /// The file.
  var bytes: [UInt8] { Self.parameters(protection, version: version) + box }

  /// The store's keys; nil when the key is another than that with which the header was made, or a byte has changed.
  func keys(openedBy key: SymmetricKey) -> StoreKeys? {
    guard let box = try? ChaChaPoly.SealedBox(combined: box) else { return nil }
    let parameters = Self.parameters(protection, version: version)
    guard version > 1 else {
      let keys = StoreKeys(derivedFrom: key)
      let opened = try? ChaChaPoly.open(box, using: keys.records, authenticating: parameters)
      return opened == nil ? nil : keys
    }
    return (try? ChaChaPoly.open(box, using: Self.boxKey(key), authenticating: parameters)).flatMap {
      StoreKeys(bytes: Array($0))
    }
  }

  private static func boxKey(_ key: SymmetricKey) -> SymmetricKey { StoreKeys.derived("keys", from: key) }

  private static func parameters(_ protection: Protection, version: UInt8) -> [UInt8] {
    SealedRecord.magic + [version, 0] + encoded(protection)
  }

  private static func encoded(_ protection: Protection) -> [UInt8] {
    switch protection {
    case .keyFile: [0]
    case .passphrase(let cost, let salt): [1, cost.logarithm] + salt
    case .keyring(let id): [2] + id
    case .kernelKeyring(let id): [3] + id
    }
  }

  /// Reads the parameters within their bounds: a header may not make its reader spend more than a header of ours.
  private static func protection(_ bytes: ArraySlice<UInt8>) -> (Protection, length: Int)? {
    let parameters = bytes.dropFirst()
    switch bytes.first {
    case 0: return (.keyFile, 1)
    case 1 where parameters.count > saltSize:
      return PassphraseCost(logarithm: parameters[parameters.startIndex]).map {
        (.passphrase($0, salt: Array(parameters.dropFirst().prefix(saltSize))), 2 + saltSize)
      }
    case 2 where parameters.count >= saltSize:
      return (.keyring(id: Array(parameters.prefix(saltSize))), 1 + saltSize)
    case 3 where parameters.count >= saltSize:
      return (.kernelKeyring(id: Array(parameters.prefix(saltSize))), 1 + saltSize)
    default: return nil
    }
  }

  /// The number of random bytes with each passphrase, and in the name of a key in a keyring.
  static let saltSize = 16
}
