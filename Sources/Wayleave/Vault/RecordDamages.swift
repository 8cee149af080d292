public import WayleaveWire

/// Who hears of damaged records.
public struct RecordDamages: Sendable {
  /// Gets the error of each record that a list leaves out because it cannot be read: `store.damaged`,
  /// `store.exposed`, `store.too_new`, or `store.unreadable` where the system refuses that file alone.
  public let isLeftOut: @Sendable (OAuthError) -> Void
  /// Gets the error of each record of which the version before the present one is used: `store.damaged`.
  public let isEarlierVersion: @Sendable (OAuthError) -> Void

  /// Receivers, which are called from any thread; the default does nothing.
  public init(
    isLeftOut: @escaping @Sendable (OAuthError) -> Void = { _ in },
    isEarlierVersion: @escaping @Sendable (OAuthError) -> Void = { _ in }
  ) {
    self.isLeftOut = isLeftOut
    self.isEarlierVersion = isEarlierVersion
  }

  func report(_ record: VaultRecord) {
    if let damage = record.damage { isEarlierVersion(damage) }
  }
}
