public import WayleaveWire

/// A record as a vault holds it.
public struct VaultRecord: Sendable {
  /// The bytes, as they were put there.
  public let contents: Secret
  /// The state of the record, which a change of it must name.
  public let revision: RecordRevision
  /// What the vault finds it by, such as the name of a file or the key of a row.
  public let id: String
  /// Where it is, for people: the path of a file, or the name of a row.
  public let location: String
  /// Why the present version cannot be read, where this is the one before it; nil for the present version.
  public let damage: OAuthError?

  /// A record at its location.
  public init(
    contents: Secret, revision: RecordRevision, id: String, location: String, damage: OAuthError? = nil
  ) {
    self.contents = contents
    self.revision = revision
    self.id = id
    self.location = location
    self.damage = damage
  }
}

/// The state of a record from which a change was made.
public struct RecordRevision: Sendable, Hashable {
  /// Opaque; equal for equal states, and for no others. The same bytes written twice have two revisions.
  public let value: String

  /// A revision by its opaque text.
  public init(_ value: String) {
    self.value = value
  }
}

/// What a change of a record expects to find in its place.
public enum ExpectedRecord: Sendable, Equatable {
  /// No record.
  case nothing
  /// The record in this state.
  case revision(RecordRevision)
  /// Whatever is there, also a record that cannot be read, or none.
  case anything

  /// The record in a state; nil stands for no record.
  public init(_ revision: RecordRevision?) {
    self = revision.map(ExpectedRecord.revision) ?? .nothing
  }

  /// Whether this is what is there; `present` is nil where no record is.
  public func isMet(by present: RecordRevision?) -> Bool {
    switch self {
    case .anything: true
    case .nothing: present == nil
    case .revision(let expected): present == expected
    }
  }
}
