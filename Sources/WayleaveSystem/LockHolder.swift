/// The process that holds a lock on a file, as far as the system says it.
package struct LockHolder: Sendable, Equatable {
  package let process: Int32
  /// What its command line calls the program; nil where that cannot be seen.
  package let program: String?
  /// Whether it was stopped, as by Ctrl-Z: then it holds the lock until it goes on or ends.
  package let isStopped: Bool

  package init(process: Int32, program: String?, isStopped: Bool) {
    self.process = process
    self.program = program
    self.isStopped = isStopped
  }

  /// The holder of the lock on a file by proc_locks(5); nil where there is none, or none that this process may see.
  package init?(of file: FileStatus) {
    guard let list = Self.text("/proc/locks", limit: 1 << 20),
      let process = Self.process(in: list, locking: file.identity)
    else { return nil }
    let line = Self.text("/proc/\(process)/cmdline", limit: 4096)
    let name = line?.split(separator: "\0").first?.split(separator: "/").last
    // Behind the name, which can hold anything: the state.
    let state = Self.text("/proc/\(process)/stat", limit: 4096)?.split(separator: ")").last?.split(separator: " ").first
    self.init(process: process, program: name.map(String.init), isStopped: state == "T" || state == "t")
  }

  /// The process that holds a lock of flock(2) on the file with this device and inode, by the lines of `/proc/locks`.
  ///
  /// Some file systems tell programs another device than the kernel's own: the inode decides there, if it is of one file.
  package static func process(in list: String, locking identity: [UInt64]) -> Int32? {
    var candidates: [(device: String, process: Int32)] = []
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else { continue }
      let place = words[5].split(separator: ":")
      guard place.count == 3, UInt64(place[2]) == identity[1] else { continue }
      candidates.append(("\(place[0]):\(place[1])", process))
    }
    let device = Self.device(identity[0])
    if let exact = candidates.first(where: { $0.device == device }) { return exact.process }
    return Set(candidates.map(\.device)).count == 1 ? candidates[0].process : nil
  }

  /// A device as `/proc/locks` writes it: the two numbers that makedev(3) puts together, in hexadecimal digits.
  private static func device(_ device: UInt64) -> String {
    let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
    let minor = device & 0xff | (device >> 12) & 0xffff_ff00
    return [major, minor].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
  }

  private static func text(_ path: String, limit: Int) -> String? {
    guard let file = try? FileDescriptor(reading: path), let bytes = try? file.readAll(limit: limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
