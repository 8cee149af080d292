import Crypto
import WayleaveWire

/// The records in an open store.
struct SealedRecords: Sendable {
  let folder: PrivateFolder
  let keys: StoreKeys
  /// What tells that the index is current; nil where there is none, and for those who only read.
  let mark: IndexMark?
  /// The same records with the keys of now: a reader without the folder's lock may have those of before a change.
  let reopened: @Sendable () throws(OAuthError) -> SealedRecords?

  /// The file name of a record.
  func fileName(of name: RecordName) -> String { keys.name(for: name.parts) + name.kind.suffix }

  /// The name of the lock of a record.
  func lockName(of name: RecordName) -> String { Self.lockName(ofFile: fileName(of: name)) }

  /// The name of the lock of the record in a file; that of a credential is as earlier versions have it.
  static func lockName(ofFile name: String) -> String {
    let suffix = RecordKind.credential.suffix
    return (name.hasSuffix(suffix) ? String(name.dropLast(suffix.utf8.count)) : name) + ".lock"
  }

  /// The file names of a kind, in no order.
  func names(of kind: RecordKind) throws(OAuthError) -> [String] {
    let all = try folder.names()
    let present = all.filter { $0.hasSuffix(kind.suffix) }
    guard kind.savesEarlierVersion else { return present }
    // A crash in the middle of a change can leave the earlier version alone.
    let earlier = all.filter { $0.hasSuffix(kind.suffix + RecordKind.earlierSuffix) }
      .map { String($0.dropLast(RecordKind.earlierSuffix.utf8.count)) }
    return earlier.isEmpty ? present : Array(Set(present).union(earlier))
  }

  /// A record; nil when there is none. Throws `store.damaged` or `store.too_new`.
  ///
  /// In place of a record that is damaged or gone, its earlier version is read.
  func read(_ name: String, _ kind: RecordKind) throws(OAuthError) -> VaultRecord? {
    let damage: OAuthError?
    do throws(OAuthError) {
      if let present = try opened(name, as: name, kind) { return present }
      damage = nil
    } catch {
      guard error.code == .storeDamaged else { throw error }
      if let now = try reopened(), now.keys.generation != keys.generation { return try now.read(name, kind) }
      guard kind.savesEarlierVersion else { throw error }
      damage = .storeDamagedNow(folder.path(of: name))
    }
    guard kind.savesEarlierVersion else { return nil }
    do throws(OAuthError) {
      if let earlier = try opened(RecordKind.earlierName(of: name), as: name, kind, insteadOf: damage) {
        return earlier
      }
    } catch { throw damage == nil ? error : .storeDamaged(folder.path(of: name)) }
    guard damage == nil else { throw .storeDamaged(folder.path(of: name)) }
    return nil
  }

  private func opened(
    _ file: String, as name: String, _ kind: RecordKind, insteadOf damage: OAuthError? = nil
  ) throws(OAuthError) -> VaultRecord? {
    guard let bytes = try folder.read(file) else { return nil }
    let path = folder.path(of: file)
    let record = try SealedRecord(reading: bytes, kind: kind, path: path)
    guard let text = keys.open(record, name: name) else { throw .storeDamaged(path) }
    return VaultRecord(contents: Secret(text), revision: record.revision, id: name, location: path, damage: damage)
  }

  /// The revision of a record as it is there now, whatever is in it; nil when there is none, or it is no record.
  func revision(of name: String) throws(OAuthError) -> RecordRevision? {
    if let bytes = try folder.read(name) { return SealedRecord.revision(in: bytes) }
    return try folder.read(RecordKind.earlierName(of: name)).flatMap(SealedRecord.revision(in:))
  }

  /// Puts a record in place of the one of that name, which becomes its earlier version.
  ///
  /// What was sealed is opened before anything is overwritten. Throws `store.unwritable` where it is not what was to be
  /// written. Where it is not `awaited`, the caller synchronizes the folder afterwards.
  func write(
    _ contents: Secret, as name: String, _ kind: RecordKind, awaited: Bool
  ) throws(OAuthError) -> RecordRevision {
    let record = try sealed(contents, as: name, kind)
    // A damaged version does not take the place of an earlier one that can be read.
    let present = kind.savesEarlierVersion ? try? opened(name, as: name, kind) : nil
    if let mark, kind == .credential, !Secret.haveSameNames(present?.contents, contents) { mark.lose() }
    let isSaved = present != nil
    try folder.replace(
      name, with: record.bytes, savingAs: isSaved ? RecordKind.earlierName(of: name) : nil, awaited: awaited)
    return record.revision
  }

  /// Removes a record, and first its earlier version: nothing comes back.
  func remove(_ name: String) throws(OAuthError) {
    if name.hasSuffix(RecordKind.credential.suffix) { mark?.lose() }
    try folder.remove(RecordKind.earlierName(of: name))
    try folder.remove(name, awaited: RecordKind.isAwaited(name))
  }

  /// Encrypts a record again under the present key; its earlier version goes, since it has the replaced key.
  ///
  /// What is read may be the earlier version: it goes when the record is written.
  func encryptAgain(_ name: String, _ kind: RecordKind) throws(OAuthError) {
    guard let record = try read(name, kind) else { return }
    try folder.replace(name, with: sealed(record.contents, as: name, kind).bytes)
    try folder.remove(RecordKind.earlierName(of: name))
  }

  /// Whether the record in a file, or its earlier version, can be read with a key that was replaced, and only with that.
  func hasReplacedKey(_ name: String, _ kind: RecordKind) throws(OAuthError) -> Bool {
    guard let replaced = keys.replaced else { return false }
    for file in [name, RecordKind.earlierName(of: name)] {
      guard let bytes = try folder.read(file) else { continue }
      let record: SealedRecord
      do throws(OAuthError) { record = try SealedRecord(reading: bytes, kind: kind, path: folder.path(of: file)) } catch
      {
        // No key reads what is damaged.
        guard error.code == .storeDamaged else { throw error }
        continue
      }
      if record.open(name: name, key: keys.records) == nil, record.open(name: name, key: replaced) != nil {
        return true
      }
    }
    return false
  }

  private func sealed(_ contents: Secret, as name: String, _ kind: RecordKind) throws(OAuthError) -> SealedRecord {
    let bytes = contents.exposedBytes
    guard let record = SealedRecord(sealing: bytes, kind: kind, name: name, key: keys.records),
      record.open(name: name, key: keys.records) == bytes
    else { throw .storeCannotHold(folder.path(of: name)) }
    return record
  }
}

extension RecordKind {
  /// The end of the names of files of this kind.
  var suffix: String { ".\(rawValue)" }

  /// What the name of an earlier version has at its end, after the name of the present one.
  static let earlierSuffix = ".earlier"

  /// The name of the earlier version of a file.
  static func earlierName(of name: String) -> String { name + earlierSuffix }

  /// Whether the version before the present one is saved, for a disk that damages the present one.
  ///
  /// A sign-in is given out once, so it must not come back, and neither must a grant or a session; metadata is fetched again.
  var savesEarlierVersion: Bool {
    switch self {
    case .credential, .client: true
    case .signIn, .metadata, .grant, .website, .user: false
    }
  }

  /// Whether a change is over only when it would survive a loss of power.
  ///
  /// A sign-in that has begun need not: nothing was issued yet, and its user begins again. One that was taken may come
  /// back: its code is used, and to bring it again takes the same state, and the owner. It is whole in any case.
  var survivesPowerLoss: Bool { self != .signIn }

  /// The byte that stands for this kind in a file; that of the store's first file is 0.
  var byte: UInt8 {
    switch self {
    case .credential: 1
    case .signIn: 2
    case .client: 3
    case .metadata: 4
    case .grant: 5
    case .website: 6
    case .user: 7
    }
  }

  /// Whether a file of this name is an encrypted record.
  static func isRecordName(_ name: String) -> Bool { allCases.contains { name.hasSuffix($0.suffix) } }

  /// Whether a change of the file of this name is waited for.
  fileprivate static func isAwaited(_ name: String) -> Bool {
    !allCases.contains { !$0.survivesPowerLoss && name.hasSuffix($0.suffix) }
  }

  /// Whether a file of this name is an encrypted record, or the earlier version of one.
  static func isRecordFile(_ name: String) -> Bool {
    isRecordName(name.hasSuffix(earlierSuffix) ? String(name.dropLast(earlierSuffix.utf8.count)) : name)
  }
}
