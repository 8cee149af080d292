import WayleaveSignIn
package import WayleaveWire

extension VaultRecord {
  /// What stands in the record; throws `store.damaged` or `store.too_new`.
  func json(sharing shared: [JSON.SharedMember] = []) throws(OAuthError) -> JSON {
    let json = contents.withExposedBytes {
      try? JSON(decoding: $0, maximumDepth: 2 * JSON.maximumDepth, sharing: shared)
    }
    guard let json else { throw .storeDamaged(location) }
    // First of all: in a later version, what follows may mean something else.
    guard !RecordVersion.isLater(json) else { throw .storeTooNew(location) }
    return json
  }

  /// What stands in the record, as a reader understands it; throws `store.damaged` or `store.too_new`.
  package func value<Value>(
    sharing shared: [JSON.SharedMember] = [], _ read: (JSON) -> Value?
  ) throws(OAuthError) -> Value {
    let json = try json(sharing: shared)
    if let value = read(json) { return value }
    throw RecordVersion.isBeyondUs(json) ? .storeTooNew(location) : .storeDamaged(location)
  }
}
