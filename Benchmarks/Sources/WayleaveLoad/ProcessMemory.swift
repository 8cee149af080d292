#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What Linux says of a process; 0 on other systems.
enum ProcessMemory {
  /// The memory that is in use, `VmRSS`.
  static func residentKilobytes(of process: String) -> Int {
    for line in text(of: "/proc/\(process)/status").split(separator: "\n") where line.hasPrefix("VmRSS:") {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  /// User and system time of all its threads.
  static func processorSeconds(of process: String) -> Double {
    // The name in brackets may hold anything: what counts follows it.
    let fields = text(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
