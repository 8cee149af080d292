package import WayleaveSignIn
import WayleaveSystem
package import WayleaveWire

/// Accounts by name, in a vault in files.
extension CredentialRecords {
  /// The credentials that may be meant by a name, without the providers' entries: to choose among these is to choose among
  /// all. Where there is no name, or a doubt, they are all.
  ///
  /// Read on the thread of the caller. Writes an index where there are many records.
  package static func withoutEntries(
    answeringTo name: String?, in vault: FileVault, damages: RecordDamages
  ) throws(OAuthError) -> [StoredCredential] {
    try vault.folder.readingAtOnce { records throws(OAuthError) in
      guard let records else { return [] }
      if let name, let found = try records.indexed(answeringTo: name, damages) { return found.inOrder }
      if let found = try records.fewSound(answeringTo: name) { return found.inOrder }
      let writer = name == nil ? nil : try IndexWriter(of: records)
      let all = try records.credentials(readingEntries: false)
      let sound = all.sound(damages)
      // What is damaged may have any name.
      if sound.count == all.count, sound.allSatisfy({ $0.damage == nil }) { writer?.write(sound) }
      return sound.inOrder
    }
  }
}

extension SealedRecords {
  /// The credentials that may be meant by a name, by the index; nil where it does not know, or is not right.
  fileprivate func indexed(
    answeringTo name: String, _ damages: RecordDamages
  ) throws(OAuthError) -> [StoredCredential]? {
    guard let files = AccountIndex(of: self)?.files(answeringTo: name), !files.isEmpty else { return nil }
    var found: [StoredCredential] = []
    for file in files {
      guard let record = try read(file, .credential) else { return nil }
      damages.report(record)
      let stored = try record.value(StoredCredential.withoutEntry(exposedJSON:))
      guard stored.names.contains(where: { $0.hasSameBytes(as: name) }) else { return nil }
      found.append(stored)
    }
    return found
  }
}

extension SealedRecords {
  /// The same of a few records, which need no index; nil where one of them is damaged or a doubt, or none answers.
  ///
  /// No thread is begun, and no list of results: to make the first of either takes longer than to read a record.
  fileprivate func fewSound(answeringTo name: String?) throws(OAuthError) -> [StoredCredential]? {
    let files = try names(of: .credential)
    guard files.count < AccountIndex.fewestRecords else { return nil }
    var found: [StoredCredential] = []
    for file in files {
      // A file may be removed between the listing and here.
      guard let record = try unlessDamaged({ () throws(OAuthError) in try read(file, .credential) }) else { return nil }
      guard record.damage == nil, let json = try unlessDamaged({ () throws(OAuthError) in try record.json() }),
        let mayAnswer = StoredCredential.mayAnswer(to: name, exposedJSON: json)
      else { return nil }
      guard mayAnswer else { continue }
      guard let stored = StoredCredential.withoutEntry(exposedJSON: json) else { return nil }
      found.append(stored)
    }
    return found.isEmpty ? nil : found
  }

  /// What is read; nil where a record is damaged or of a later version.
  private func unlessDamaged<Value>(_ read: () throws(OAuthError) -> Value?) throws(OAuthError) -> Value? {
    do throws(OAuthError) { return try read() } catch {
      guard error.isOfOneRecord else { throw error }
      return nil
    }
  }
}

/// Writes the index of all accounts, which are read meanwhile.
///
/// Before that an empty index is made current: when it still is at the end, no name was changed in between.
private struct IndexWriter {
  private let records: SealedRecords
  private let empty: FileStatus

  /// Begins; nil where there are few records, or nothing can be written now.
  init?(of records: SealedRecords) throws(OAuthError) {
    guard try records.names(of: .credential).count >= AccountIndex.fewestRecords,
      let empty = records.locked({ IndexFile(folder: records.folder).write([]) })
    else { return nil }
    (self.records, self.empty) = (records, empty)
  }

  /// Writes the index of these credentials, which are all of them.
  func write(_ all: [ListedCredential]) {
    guard all.map(\.stored).superseded.isEmpty,
      let bytes = AccountIndex.bytes(of: all.map { ($0.file, $0.stored.names) }, sealedWith: records.keys.forIndex)
    else { return }
    _ = records.locked {
      let file = IndexFile(folder: records.folder)
      return file.isCurrent(as: empty) ? file.write(bytes) : nil
    }
  }
}

extension SealedRecords {
  /// Does something while no one changes the folder; nil where someone does.
  fileprivate func locked(_ body: () -> FileStatus?) -> FileStatus? {
    guard let lock = try? folder.takeLock(EncryptedFolder.lockName) else { return nil }
    defer { lock.release() }
    return body()
  }
}
