public import WayleaveSignIn

/// A credential as a store holds it, with the revision that a change of it must name.
public struct HeldCredential: Sendable, Equatable {
  /// The credential.
  public var stored: StoredCredential
  /// Its revision.
  public var revision: RecordRevision

  /// A credential and its revision.
  public init(stored: StoredCredential, revision: RecordRevision) {
    self.stored = stored
    self.revision = revision
  }
}
