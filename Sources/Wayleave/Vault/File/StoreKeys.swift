import Crypto
import WayleaveWire

/// The keys in use in one store.
struct StoreKeys: Sendable {
  /// Turns what a record is found by into a file name that tells nothing. It stays when the others are replaced.
  let names: SymmetricKey
  /// Encrypts the records.
  let records: SymmetricKey
  /// Encrypted the records before; nil except while they are encrypted again.
  let replaced: SymmetricKey?
  /// How often the header was written with other keys: of two that can be opened, the later one counts.
  let generation: UInt32

  init(names: SymmetricKey, records: SymmetricKey, replaced: SymmetricKey? = nil, generation: UInt32 = 0) {
    self.names = names
    self.records = records
    self.replaced = replaced
    self.generation = generation
  }

  /// New keys.
  init() { self.init(names: SymmetricKey(size: .bits256), records: SymmetricKey(size: .bits256)) }

  /// The keys of a store of the first format, each derived from its one key for one purpose.
  ///
  /// RFC 5869 §3.2: the info keeps the purposes apart.
  init(derivedFrom key: SymmetricKey) {
    self.init(names: Self.derived("names", from: key), records: Self.derived("records", from: key))
  }

  static func derived(_ purpose: String, from key: SymmetricKey) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("wayleave store \(purpose)".utf8), outputByteCount: 32)
  }

  /// The same keys, with a new one for the records.
  ///
  /// Where one is being replaced already, that goes on.
  var replacingRecordKey: StoreKeys {
    let isReplacing = replaced != nil
    return StoreKeys(
      names: names, records: isReplacing ? records : SymmetricKey(size: .bits256),
      replaced: isReplacing ? replaced : records, generation: generation + 1)
  }

  /// The same keys, without the one that was replaced.
  var withoutReplaced: StoreKeys { StoreKeys(names: names, records: records, generation: generation + 1) }

  /// Encrypts the index of the names of accounts.
  var forIndex: SymmetricKey { Self.derived("index", from: records) }

  /// The bytes of ``name(for:)``.
  static let nameSize = SHA256.byteCount

  /// The name of what is found by these parts: the same for the same parts, and without a meaning to anyone else.
  func name(for parts: [[UInt8]]) -> String {
    var code = HMAC<SHA256>(key: names)
    RecordName.write(parts) { code.update(data: $0) }
    return code.finalize().hexadecimal
  }

  /// The text of a record, by the key that opens it; nil when none does.
  func open(_ record: SealedRecord, name: String) -> [UInt8]? {
    record.open(name: name, key: records) ?? replaced.flatMap { record.open(name: name, key: $0) }
  }
}

extension StoreKeys {
  private static let size = 32

  /// The generation in four bytes, the highest first; then the keys: names, records, and the replaced one where there is
  /// one.
  var bytes: [UInt8] {
    withUnsafeBytes(of: generation.bigEndian) { Array($0) }
      + [names, records, replaced].flatMap { key in key.map { $0.withUnsafeBytes(Array.init) } ?? [] }
  }

  /// Reads what ``bytes`` gives; nil for any other number of bytes.
  init?(bytes: [UInt8]) {
    let text = bytes.dropFirst(4)
    guard text.count == 2 * Self.size || text.count == 3 * Self.size else { return nil }
    let generation = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let keys = stride(from: text.startIndex, to: text.endIndex, by: Self.size).map {
      SymmetricKey(data: text[$0..<$0 + Self.size])
    }
    self.init(names: keys[0], records: keys[1], replaced: keys.count > 2 ? keys[2] : nil, generation: generation)
  }
}
