import Testing
import WayleaveConsole

@Suite("What Ctrl-C does, and what it says")
struct InterruptionTests {
  @Test("the first signal cancels, the second ends the program")
  func twice() {
    let interruption = Interruption()
    #expect(!interruption.isInterrupted)
    #expect(interruption.receiveSignal() == .cancel(message: nil))
    #expect(interruption.isInterrupted && interruption.receiveSignal() == .exit)
  }

  @Test("M6: while a step runs, every later signal waits for its end")
  func step() async {
    let interruption = Interruption()
    await interruption.step("the refresh of lane") {
      #expect(interruption.receiveSignal() == .cancel(message: "Waiting for the end of the refresh of lane."))
      for _ in 0..<3 {
        guard case .wait = interruption.receiveSignal() else {
          Issue.record("the program would end during a refresh")
          return
        }
      }
    }
    #expect(interruption.receiveSignal() == .exit)
  }

  @Test("a step that fails has ended")
  func failing() async {
    let interruption = Interruption()
    try? await interruption.step("x") { throw CancellationError() }
    _ = interruption.receiveSignal()
    #expect(interruption.receiveSignal() == .exit)
  }

  @Test("N3: the message names what was changed, and nothing else is promised")
  func summary() {
    let interruption = Interruption()
    #expect(interruption.summary == "Nothing was changed.")
    interruption.report("The credential of lane was saved.")
    interruption.report("The credential of lane was saved.")
    interruption.report("The credential of stile was removed.")
    #expect(interruption.summary == "The credential of lane was saved. The credential of stile was removed.")
  }

  @Test("what was changed is said once, though the command and its second signal both come to say it")
  func told() {
    let interruption = Interruption()
    interruption.report("The credential of lane was saved.")
    var told: [String] = []
    for _ in 0..<2 { interruption.tellOnce { told.append($0) } }
    #expect(told == ["The credential of lane was saved."])
  }

  @Test("where a signal is the usual end, nothing was interrupted")
  func expected() {
    let interruption = Interruption()
    interruption.expectSignal()
    #expect(interruption.receiveSignal() == .cancel(message: nil) && !interruption.isInterrupted)
  }
}
