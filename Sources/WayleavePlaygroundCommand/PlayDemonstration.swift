import ArgumentParser
import WayleaveConsole
import WayleavePlayground
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The playground of `wayleave demo`: its description is one line of standard output, and it ends with its input.
///
/// So it ends with the program that started it, also when that is killed.
struct PlayDemonstration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "demonstration", shouldDisplay: false)

  @Flag(help: "Approve every sign-in without a question.")
  var approving = false

  func run() async throws {
    var configuration = try PlaygroundConfiguration()
    if approving, let person = configuration.people.first { configuration.approval = .automatic(person) }
    let playground = try await Playground(configuration: configuration).start()
    Interruption.ofProgram.expectSignal()
    Console.answer(try PlaygroundDescription(of: playground).exposedJSON)
    while !Task.isCancelled {
      guard FileDescriptor.standardInput.isReadable(withinMilliseconds: 0) else {
        try await Task.sleep(for: .milliseconds(50))
        continue
      }
      if try FileDescriptor.standardInput.readSome().isEmpty { break }
    }
    await playground.stop()
  }
}
