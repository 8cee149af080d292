import Testing
import WayleaveSystem

@Suite("A program that answers soon or not at all", .timeLimit(.minutes(10)))
struct BoundedProgramTests {
  private func run(
    _ line: String, within time: Duration = .seconds(30), atMost limit: Int = 65536
  ) throws -> BoundedProgram.Answer? {
    try BoundedProgram.run(
      "/bin/sh", words: ["sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"], within: time, atMost: limit)
  }

  @Test func `its output and its status are the answer`() throws {
    let answer = try #require(try run("echo yes; exit 3"))
    #expect(answer.output == Array("yes\n".utf8) && answer.status == 3)
    #expect(try run("kill -9 $$")?.status == nil)
  }

  @Test(arguments: [
    "sleep 60", "exec >&-; sleep 60", "while :; do echo x; sleep 0.01; done", "sleep 60 & echo x",
    "trap '' TERM; sleep 60",
  ])
  func `one that hangs, goes on after its output, or prints now and then is ended in time`(line: String) throws {
    let start = ContinuousClock.now
    #expect(try run(line, within: .milliseconds(300)) == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `P5: what it printed before it ended is its answer, though this process looks behind the deadline`() throws
  {
    func written() throws -> FileDescriptor {
      let pipe = try FileDescriptor.pipe()
      try pipe.writing.writeAll(Array("yes".utf8))
      return pipe.reading
    }
    let past = ContinuousClock.now - .seconds(60)
    let printed = BoundedProgram.read(try written(), atMost: 9, until: past)
    #expect(printed == Array("yes".utf8))
    let open = try FileDescriptor.pipe()
    try open.writing.writeAll(Array("yes".utf8))
    #expect(BoundedProgram.read(open.reading, atMost: 9, until: past) == nil, "its end has not come")
    withExtendedLifetime(open.writing) {}
  }

  @Test func `one that prints too much is ended`() throws {
    #expect(try run("yes", atMost: 1000) == nil)
  }
}
