import Crypto
import WayleaveWire

/// The first file of a store: where its key comes from, and a proof that a key is the right one.
struct StoreHeader: Sendable, Equatable {
  /// The name of the file.
  static let name = "store"

  /// Where the key comes from.
  enum Protection: Equatable {
    case keyFile
    case passphrase(PassphraseCost, salt: [UInt8])
  }

  let protection: Protection
  private let proof: [UInt8]

  private static let head = SealedRecord.magic + [SealedRecord.version, 0]
  private static let proofSize = 28

  /// A header for a store that is opened by a key.
  init?(_ protection: Protection, keys: StoreKeys) {
    let parameters = Self.head + Self.encoded(protection)
    guard let box = try? ChaChaPoly.seal([UInt8](), using: keys.records, authenticating: parameters) else { return nil }
    self.protection = protection
    proof = Array(box.combined)
  }

  /// Reads a header; throws `store.damaged` or `store.too_new`.
  init(reading bytes: [UInt8], path: String) throws(OAuthError) {
    guard bytes.count > Self.head.count, bytes.starts(with: SealedRecord.magic) else { throw .storeDamaged(path) }
    guard bytes[SealedRecord.magic.count] <= SealedRecord.version else { throw .storeTooNew(path) }
    guard bytes.starts(with: Self.head), bytes.count > Self.head.count + Self.proofSize,
      let protection = Self.protection(bytes[Self.head.count...].dropLast(Self.proofSize))
    else { throw .storeDamaged(path) }
    self.protection = protection
    proof = bytes.suffix(Self.proofSize)
  }

  /// The file.
  var bytes: [UInt8] { Self.head + Self.encoded(protection) + proof }

  /// Whether these are the keys with which the header was made, and none of its parameters has changed.
  func isProved(by keys: StoreKeys) -> Bool {
    guard let box = try? ChaChaPoly.SealedBox(combined: proof) else { return false }
    let parameters = Self.head + Self.encoded(protection)
    return (try? ChaChaPoly.open(box, using: keys.records, authenticating: parameters)) != nil
  }

  private static func encoded(_ protection: Protection) -> [UInt8] {
    switch protection {
    case .keyFile: [0]
    case .passphrase(let cost, let salt): [1, cost.logarithm] + salt
    }
  }

  /// Reads the parameters within their bounds: a header may not make its reader spend more than a header of ours.
  private static func protection(_ bytes: ArraySlice<UInt8>) -> Protection? {
    switch bytes.first {
    case 0 where bytes.count == 1: return .keyFile
    case 1 where bytes.count == 2 + saltSize:
      return PassphraseCost(logarithm: bytes[bytes.startIndex + 1]).map {
        .passphrase($0, salt: Array(bytes.suffix(saltSize)))
      }
    default: return nil
    }
  }

  /// The number of random bytes with each passphrase.
  static let saltSize = 16
}
