import Testing
import WayleaveWire

@testable import WayleaveConsole

@Suite("Callbacks that no one asked for: a page that sends many must not tire the person")
struct StrayCallbackTests {
  private let now = Instant(secondsSinceEpoch: 1_000_000)

  @Test func `of three within a minute the last one says that no more are shown, and then ten minutes are silent`() {
    var callbacks = StrayCallbacks()
    #expect((0..<3).map { callbacks.add(at: now + .seconds($0)) } == [.shown, .shown, .shownLast])
    #expect(callbacks.isSilent(at: now + .seconds(601)) && callbacks.add(at: now + .seconds(601)) == .silent)
    #expect(!callbacks.isSilent(at: now + .seconds(602)) && callbacks.add(at: now + .seconds(602)) == .shown)
  }

  @Test func `one now and then is shown each time`() {
    var callbacks = StrayCallbacks()
    #expect((0..<5).allSatisfy { callbacks.add(at: now + .seconds($0 * 31)) == .shown })
  }

  @Test func `after a no nothing is said and nothing is asked for ten minutes`() {
    var callbacks = StrayCallbacks()
    callbacks.beSilent(at: now)
    #expect(callbacks.isSilent(at: now) && callbacks.add(at: now) == .silent)
    #expect(!callbacks.isSilent(at: now + .seconds(600)))
  }

  @Test func `the next process knows, and what is no record counts for nothing`() {
    var callbacks = StrayCallbacks()
    _ = callbacks.add(at: now)
    callbacks.beSilent(at: now)
    #expect(StrayCallbacks(json: callbacks.json) == callbacks)
    let far: JSON = ["times": "x", "silent_until": JSON((now + .seconds(100_000)).secondsSinceEpoch)]
    #expect(!StrayCallbacks(json: far).isSilent(at: now) && !StrayCallbacks(json: nil).isSilent(at: now))
  }
}
