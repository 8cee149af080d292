import WayleaveSignIn
import WayleaveWire

/// The records of one kind in an open store.
struct SealedRecords: Sendable {
  let folder: PrivateFolder
  let keys: StoreKeys
  let kind: SealedRecord.Kind

  /// The file name of what is found by these parts.
  func name(for parts: [[UInt8]]) -> String { keys.name(for: parts) + kind.suffix }

  /// Every file name of this kind, in no order.
  func names() throws(OAuthError) -> [String] {
    try folder.names().filter { $0.hasSuffix(kind.suffix) }
  }

  /// A record and its revision; nil when there is none. Throws `store.damaged` or `store.too_new`.
  func read(_ name: String) throws(OAuthError) -> (json: JSON, revision: CredentialRevision)? {
    guard let bytes = try folder.read(name) else { return nil }
    let path = folder.path(of: name)
    let record = try SealedRecord(reading: bytes, kind: kind, path: path)
    guard let text = record.open(name: name, key: keys.records),
      let json = try? JSON(decoding: text, maximumDepth: 2 * JSON.maximumDepth)
    else {
      throw .storeDamaged(path)
    }
    // First of all: in a later version, what follows may mean something else.
    guard !RecordVersion.isLater(json) else { throw .storeTooNew(path) }
    return (json, record.revision)
  }

  /// More than the version takes in a record.
  static let roomForVersion = 64

  /// The error for a record that is authentic, but that this version cannot read.
  func unreadable(_ json: JSON, _ name: String) -> OAuthError {
    RecordVersion.isBeyondUs(json) ? .storeTooNew(folder.path(of: name)) : .storeDamaged(folder.path(of: name))
  }

  /// Puts a record in place of the one of that name.
  ///
  /// What was sealed is opened and read before anything is overwritten: `isWhole` says whether that is the value that was
  /// to be written. Throws `store.unwritable` otherwise.
  @discardableResult
  func write(
    _ json: JSON, as name: String, reading isWhole: (JSON) -> Bool
  ) throws(OAuthError) -> CredentialRevision {
    var object = json.object ?? JSON.Object()
    object["version"] = JSON(RecordVersion.current)
    let text = JSON.object(object).encoded()
    guard let record = SealedRecord(sealing: text, kind: kind, name: name, key: keys.records),
      let opened = record.open(name: name, key: keys.records),
      let read = try? JSON(decoding: opened, maximumDepth: 2 * JSON.maximumDepth), read == .object(object),
      isWhole(read)
    else { throw .storeCannotHold(folder.path(of: name)) }
    try folder.replace(name, with: record.bytes)
    return record.revision
  }
}

extension SealedRecord.Kind {
  /// The end of the names of files of this kind.
  var suffix: String {
    switch self {
    case .store: ""
    case .credential: ".credential"
    case .signIn: ".sign-in"
    case .client: ".client"
    case .metadata: ".metadata"
    }
  }

  /// Whether a file of this name is an encrypted record.
  static func isRecordName(_ name: String) -> Bool {
    [credential, signIn, client, metadata].contains { name.hasSuffix($0.suffix) }
  }
}
