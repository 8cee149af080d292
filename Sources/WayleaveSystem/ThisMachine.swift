#if os(macOS)
  import Darwin
#endif

/// What distinguishes this machine from others, and this run of it from earlier ones.
package enum ThisMachine {
  /// The machine's own name for itself, which no copy of a folder takes along; nil where it has none.
  ///
  /// machine-id(5) on Linux: a container may have another one than its host, or none. It "should be considered
  /// confidential": only a digest of it is saved.
  package static var id: String? {
    #if os(macOS)
      var bytes = [UInt8](repeating: 0, count: 16)
      var patience = timespec(tv_sec: 1, tv_nsec: 0)
      guard gethostuuid(&bytes, &patience) == 0 else { return nil }
      return bytes.map { String($0, radix: 16) }.joined(separator: ".")
    #else
      return line("/etc/machine-id") ?? line("/var/lib/dbus/machine-id")
    #endif
  }

  /// The time from one start of the machine to the next; nil where the system does not say it.
  package static var run: String? { line("/proc/sys/kernel/random/boot_id") }

  /// The user namespace of this process, which decides what it sees of the kernel's keyrings; nil where there is none.
  package static var userNamespace: String? {
    (try? FileStatus.of("/proc/self/ns/user", followingLink: true)).map { "\($0.identity)" }
  }

  /// The identifier in a file of the system; nil where there is none, or a placeholder.
  private static func line(_ path: String) -> String? {
    guard let file = try? FileDescriptor(reading: path), let bytes = try? file.readAll(limit: 100) else { return nil }
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.utf8.count >= 32 ? text : nil
  }
}
