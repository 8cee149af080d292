import WayleaveSignIn
package import WayleaveWire

/// How records are written: JSON with the version of what stands in it.
extension Vault {
  /// The bytes of a record.
  ///
  /// They are read again before anything is overwritten: `isWhole` says whether that is the value that was to be written.
  /// Throws `store.unwritable` otherwise.
  package func contents(of json: JSON, reading isWhole: (JSON) -> Bool) throws(OAuthError) -> Secret {
    var object = json.object ?? JSON.Object()
    object["version"] = JSON(RecordVersion.current)
    let bytes = JSON.object(object).encoded()
    guard let read = try? JSON(decoding: bytes, maximumDepth: 2 * JSON.maximumDepth), read == .object(object),
      isWhole(read)
    else { throw .storeCannotHold(location) }
    return Secret(bytes)
  }

  /// The values in the records of a kind; each that cannot be read is reported and left out.
  func values<Value>(
    of kind: RecordKind, _ damages: RecordDamages, _ read: (JSON) -> Value?
  ) async throws(OAuthError) -> [Value] {
    try await wrapped { try await self.records(of: kind) }.values(damages, read)
  }
}

extension [Swift.Result<VaultRecord, OAuthError>] {
  /// The values in records; each that cannot be read is reported and left out.
  func values<Value>(_ damages: RecordDamages, _ read: (JSON) -> Value?) -> [Value] {
    var values: [Value] = []
    for record in self {
      do throws(OAuthError) {
        let record = try record.get()
        values.append(try record.value(read))
        damages.report(record)
      } catch { damages.isLeftOut(error) }
    }
    return values
  }
}
