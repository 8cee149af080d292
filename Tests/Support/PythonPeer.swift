import Foundation
package import WayleaveWire

/// A program of `Tests/Peers` that reads a list of tasks, answers each and ends.
package enum PythonPeer {
  /// What `Tests/Peers/<script>` answers to tasks, in their order.
  package static func answers(
    of script: String, to tasks: [JSON], interpreterOptions: [String] = []
  ) throws -> [JSON] {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = TestsFolder.python
    process.arguments = ["-B"] + interpreterOptions + [TestsFolder.url.appending(path: "Peers/\(script)").path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The peer reads all before it answers: neither waits for the other.
    try input.fileHandleForWriting.write(contentsOf: JSON.array(tasks).encoded())
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSON(decoding: Array(answer)).array ?? []
  }
}
