#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ThisProcess {
  /// Gives back the memory of code and constants that are not used now: the system reads them from their file again.
  ///
  /// Only what no one has ever written to. madvise(2), MADV_DONTNEED; on other systems nothing happens.
  package static func releaseCode() {
    #if os(Linux)
      guard let file = try? FileDescriptor(reading: "/proc/self/maps"), let maps = try? file.readAll(limit: 1 << 20)
      else { return }
      for line in maps.split(separator: UInt8(ascii: "\n")) {
        guard let (start, length) = code(in: line) else { continue }
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), length, Int32(MADV_DONTNEED))
      }
    #endif
  }

  /// Where code or constants of a file are, by a line of proc(5), /proc/pid/maps; nil for other memory.
  ///
  /// What can only be read is constants at the beginning of a file alone: elsewhere it may have been written to before.
  static func code(in line: some Collection<UInt8>) -> (start: UInt, length: Int)? {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count > 5, words[5].first == UInt8(ascii: "/") else { return nil }
    let isCode = words[1].elementsEqual("r-xp".utf8)
    guard isCode || (words[1].elementsEqual("r--p".utf8) && words[2].allSatisfy { $0 == UInt8(ascii: "0") }) else {
      return nil
    }
    let ends = words[0].split(separator: UInt8(ascii: "-")).compactMap {
      UInt(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    return (ends[0], Int(ends[1] - ends[0]))
  }
}
