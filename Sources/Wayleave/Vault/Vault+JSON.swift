import WayleaveSignIn
import WayleaveWire

/// How records are written: JSON with the version of what stands in it.
extension Vault {
  /// The bytes of a record.
  ///
  /// They are read again before anything is overwritten: `isWhole` says whether that is the value that was to be written.
  /// Throws `store.unwritable` otherwise.
  func contents(of json: JSON, reading isWhole: (JSON) -> Bool) throws(OAuthError) -> Secret {
    var object = json.object ?? JSON.Object()
    object["version"] = JSON(RecordVersion.current)
    let bytes = JSON.object(object).encoded()
    guard let read = try? JSON(decoding: bytes, maximumDepth: 2 * JSON.maximumDepth), read == .object(object),
      isWhole(read)
    else { throw .storeCannotHold(location) }
    return Secret(bytes)
  }

  /// The values in the records of a kind; the error of each that cannot be read is given to `unreadable`.
  func values<Value>(
    of kind: RecordKind, unreadable: (OAuthError) -> Void, _ read: (JSON) -> Value?
  ) async throws(OAuthError) -> [Value] {
    let records = try await wrapped { try await self.records(of: kind) }
    return records.compactMap { record in
      do throws(OAuthError) { return try record.get().value(read) } catch {
        unreadable(error)
        return nil
      }
    }
  }
}
