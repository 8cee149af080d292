#if !canImport(Darwin) && !WAYLEAVE_STAND_INS
  package import Synchronization
#endif

/// A count to which all threads add.
///
/// `Atomic` of the standard library needs iOS 18 or macOS 15. So there is a lock on Apple's systems.
package struct SharedCount: ~Copyable, Sendable {
  #if canImport(Darwin) || WAYLEAVE_STAND_INS
    private let count = Lock(0)

    package init() {}

    /// The count at the moment: what another thread did before it added is seen.
    package var value: Int { count.withLock { $0 } }

    /// Adds one.
    package func add() { count.withLock { $0 += 1 } }
  #else
    @usableFromInline let count = Atomic(0)

    @inlinable package init() {}

    /// The count at the moment: what another thread did before it added is seen.
    @inlinable package var value: Int { count.load(ordering: .acquiring) }

    /// Adds one.
    @inlinable package func add() { count.add(1, ordering: .releasing) }
  #endif
}
