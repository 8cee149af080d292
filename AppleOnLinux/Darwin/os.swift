// Of Apple's module os, what the sources use. It is compiled by Scripts/check-apple alone, and never runs.

/// https://developer.apple.com/documentation/os/osallocatedunfairlock
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension OSAllocatedUnfairLock where State == () {
  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/init()
  public init() {}

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lock()
  public func lock() {}

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/unlock()
  public func unlock() {}

  /// https://developer.apple.com/documentation/os/osallocatedunfairlock/lockifavailable()
  public func lockIfAvailable() -> Bool { true }
}
