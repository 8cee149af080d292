#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system that something is on, as the system says.
package struct FileSystem: Sendable, Equatable {
  /// What mount(8) calls its kind, such as `nfs4`.
  package let kind: String
  /// How it was mounted.
  package let options: [String]

  /// That of a path; nil where it cannot be found out.
  package init?(of path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let path = resolved.map { String(cString: $0) } ?? path
    // Apple's systems have no such file, and want a reason for statfs(2) in an app's privacy manifest.
    guard let file = try? FileDescriptor(reading: "/proc/self/mounts"), let lines = try? file.readAll(limit: 1 << 20)
    else { return nil }
    self.init(of: path, in: String(decoding: lines, as: UTF8.self))
  }

  /// That of a path without links by the lines of proc_pid_mounts(5): the innermost place, and of one place what was mounted
  /// last.
  package init?(of path: String, in mounts: String) {
    var found: (length: Int, kind: Substring, options: Substring)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 3 else { continue }
      let place = Self.unescaped(words[1])
      let isAbove = place == "/" || path == place || path.hasPrefix(place + "/")
      guard isAbove, place.utf8.count >= found?.length ?? 0 else { continue }
      found = (place.utf8.count, words[2], words[3])
    }
    guard let found else { return nil }
    kind = String(found.kind)
    options = found.options.split(separator: ",").map(String.init)
  }

  /// Whether a lock holds on this machine alone, though other machines can have the same files: nfs(5) `nolock` and
  /// `local_lock`, mount.cifs(8) `nobrl`.
  package var locksOnThisMachineAlone: Bool {
    switch kind {
    case "nfs", "nfs4": !Set(options).isDisjoint(with: ["nolock", "local_lock=flock", "local_lock=all"])
    case "cifs", "smb3": options.contains("nobrl")
    default: false
    }
  }

  /// A space, a tab, a line break and a backslash are written in three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
