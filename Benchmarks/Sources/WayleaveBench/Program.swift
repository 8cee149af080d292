#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `wayleave-bench OP N DATADIR`: does an operation N times and prints `OP N CPU_SECONDS WALL_SECONDS RESULT`.
///
/// The data of the peers' folder is not needed: the request is the same, and is written in the source as theirs is. The
/// operations on a store have it in that folder.
@main
struct Program {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int(arguments[2]), count > 0 else {
      print("usage: wayleave-bench OP N DATADIR")
      exit(64)
    }
    guard let operation = try Operation.named(arguments[1], in: arguments.dropFirst(3).first ?? ".") else {
      print("unknown operation \(arguments[1])")
      exit(3)
    }
    // What is done once in a process is no part of an operation.
    _ = try operation.run(1)
    let stopwatch = Stopwatch()
    let result = try operation.run(count)
    let time = stopwatch.read()
    print("\(arguments[1]) \(count) \(time.cpu) \(time.wall) \(result)")
  }
}
