import WayleaveBackport

/// Room in a store for one credential that is about to be replaced.
///
/// It ends with the replacement, with ``release()``, or with the last reference.
public final class StoreReservation: Sendable {
  private let ending: Lock<(@Sendable () -> Void)?>

  /// A reservation; `release` gives the room back, and is called once.
  public init(release: @escaping @Sendable () -> Void = {}) {
    ending = Lock(release)
  }

  deinit { release() }

  /// Gives the room back; a second call does nothing.
  public func release() {
    let release = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    release?()
  }
}
