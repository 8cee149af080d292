#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a program that is started loses the descriptors of this one: sockets of libraries are often not close-on-exec.
///
/// Darwin has a flag for it; elsewhere the first way is taken that the C library has.
package enum InheritedDescriptors: Sendable, CaseIterable {
  /// By one action that closes all from a number on, which no other thread can slip past.
  case fromNumber
  /// By one action for each descriptor that is open now.
  case each

  /// The better way of those that this C library has.
  package static var best: InheritedDescriptors { closeFrom == nil ? .each : .fromNumber }

  /// The ways that this C library has.
  package static var possible: [InheritedDescriptors] { closeFrom == nil ? [.each] : allCases }

  private static let first: Int32 = 3

  #if canImport(Darwin)
    private static let closeFrom: Never? = nil
  #else
    private typealias CloseFrom =
      @Sendable @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    // Looked up by name: a program that is linked against it would not start with an older library.
    private static let closeFrom: CloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
      unsafeBitCast($0, to: CloseFrom.self)
    }

    /// Adds the actions, behind those that open the first three.
    func close(in actions: inout posix_spawn_file_actions_t) {
      if self == .fromNumber, let closeFrom = Self.closeFrom, closeFrom(&actions, Self.first) == 0 { return }
      for number in Self.openNumbers { posix_spawn_file_actions_addclose(&actions, number) }
    }

    /// The numbers that are open now; every number of the usual bound where nothing says.
    private static var openNumbers: [Int32] {
      let names = try? Folder(opening: "/proc/self/fd").names()
      return names.map { $0.compactMap { Int32($0) }.filter { $0 >= first } } ?? Array(first..<1024)
    }
  #endif
}
