import WayleaveWire

/// The records in an open store.
struct SealedRecords: Sendable {
  let folder: PrivateFolder
  let keys: StoreKeys

  /// The file name of a record.
  func fileName(of name: RecordName) -> String { keys.name(for: name.parts) + name.kind.suffix }

  /// The name of the lock of a record; that of a credential is as earlier versions have it.
  func lockName(of name: RecordName) -> String {
    keys.name(for: name.parts) + (name.kind == .credential ? "" : name.kind.suffix) + ".lock"
  }

  /// The file names of a kind, in no order.
  func names(of kind: RecordKind) throws(OAuthError) -> [String] {
    try folder.names().filter { $0.hasSuffix(kind.suffix) }
  }

  /// A record; nil when there is none. Throws `store.damaged` or `store.too_new`.
  func read(_ name: String, _ kind: RecordKind) throws(OAuthError) -> VaultRecord? {
    guard let bytes = try folder.read(name) else { return nil }
    let path = folder.path(of: name)
    let record = try SealedRecord(reading: bytes, kind: kind, path: path)
    guard let text = record.open(name: name, key: keys.records) else { throw .storeDamaged(path) }
    return VaultRecord(contents: Secret(text), revision: record.revision, id: name, location: path)
  }

  /// The revision of a file as it is there now, whatever is in it; nil when there is none, or it is no record.
  func revision(of name: String) throws(OAuthError) -> RecordRevision? {
    try folder.read(name).flatMap(SealedRecord.revision(in:))
  }

  /// Puts a record in place of the one of that name.
  ///
  /// What was sealed is opened before anything is overwritten. Throws `store.unwritable` where it is not what was to be
  /// written.
  func write(_ contents: Secret, as name: String, _ kind: RecordKind) throws(OAuthError) -> RecordRevision {
    let bytes = contents.exposedBytes
    guard let record = SealedRecord(sealing: bytes, kind: kind, name: name, key: keys.records),
      record.open(name: name, key: keys.records) == bytes
    else { throw .storeCannotHold(folder.path(of: name)) }
    try folder.replace(name, with: record.bytes)
    return record.revision
  }
}

extension RecordKind {
  /// The end of the names of files of this kind.
  var suffix: String { ".\(rawValue)" }

  /// The byte that stands for this kind in a file; that of the store's first file is 0.
  var byte: UInt8 {
    switch self {
    case .credential: 1
    case .signIn: 2
    case .client: 3
    case .metadata: 4
    }
  }

  /// Whether a file of this name is an encrypted record.
  static func isRecordName(_ name: String) -> Bool { allCases.contains { name.hasSuffix($0.suffix) } }
}
