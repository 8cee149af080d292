import WayleaveSystem
import WayleaveWire

/// What the processes of one run share: the time, and the order in which what they wait for happens.
///
/// Only the thread that calls ``run(while:)`` touches it.
final class World: @unchecked Sendable {
  let chance: Chance
  let scheduler = Scheduler()
  var faults: Faults
  private(set) var steps = 0
  /// What happened, for people; nil when no one wants to know.
  var trace: [String]?
  /// The same for comparing two runs.
  private(set) var fingerprint: UInt64 = 0

  private var ready: [Event] = []
  private var sleeping: [Sleeper] = []
  private var last: SimulatedProcess?
  private let start = ContinuousClock.now
  private var elapsed: Duration = .zero
  /// How far the clock of the machine is ahead.
  private var clockError: Int64 = 0
  private var lastSetBack: Instant?

  private struct Event {
    let process: SimulatedProcess?
    let name: String
    let happen: () -> Void
  }

  private struct Sleeper {
    let event: Event
    let end: ContinuousClock.Instant
    /// What it waits for that may come before the end.
    let signal: String?
  }

  init(chance: Chance, faults: Faults, isTraced: Bool) {
    self.chance = chance
    self.faults = faults
    trace = isTraced ? [] : nil
  }

  var now: ContinuousClock.Instant { start + elapsed }
  /// The time of the server.
  var trueTime: Instant { Instant(secondsSinceEpoch: 1_800_000_000 + elapsed.components.seconds) }
  /// The time of the machine.
  var wallClock: Instant { trueTime + clockError }

  /// Sets the clock of the machine.
  func setClock(by seconds: Int64) {
    clockError += seconds
    if seconds < 0 { lastSetBack = trueTime }
    tell("the clock is set by \(seconds) s")
  }

  /// Sets the clock of the machine right.
  func correctClock() { setClock(by: -clockError) }

  /// Whether the clock was set back since a time of the server: no one knows then how old a token of that time is.
  func wasSetBack(since time: Instant) -> Bool { lastSetBack.map { time <= $0 } ?? false }

  /// Notes what happens.
  func tell(_ words: @autoclosure () -> String, _ process: SimulatedProcess? = nil) {
    trace?.append("\(elapsed.components.seconds) s, \(process.map { "process \($0.number)" } ?? "world"): \(words())")
  }

  /// Lets something happen when the chance wants it.
  func later(_ name: String, of process: SimulatedProcess? = nil, _ happen: @escaping () -> Void) {
    ready.append(Event(process: process, name: name, happen: happen))
  }

  /// Lets something happen at a time, or when a signal is given.
  func later(
    _ name: String, of process: SimulatedProcess? = nil, at end: ContinuousClock.Instant, or signal: String? = nil,
    _ happen: @escaping () -> Void
  ) {
    let event = Event(process: process, name: name, happen: happen)
    sleeping.append(Sleeper(event: event, end: end, signal: signal))
  }

  /// Waits until the chance wants the next operation of a process; throws when the process has crashed.
  func turn(_ name: String, of process: SimulatedProcess) async throws {
    await withCheckedContinuation { continuation in later(name, of: process) { continuation.resume() } }
    try process.requireAlive()
  }

  /// Waits until a time or a signal; throws when the process has crashed.
  func sleep(
    _ name: String, of process: SimulatedProcess, until end: ContinuousClock.Instant, or signal: String? = nil
  ) async throws {
    try process.requireAlive()
    await withCheckedContinuation { continuation in
      later(name, of: process, at: end, or: signal) { continuation.resume() }
    }
    try process.requireAlive()
  }

  /// Gives a signal to those who wait for it.
  func give(_ signal: String) { wake { $0.signal == signal } }

  /// Wakes the tasks of a process that has crashed: each finds out at once.
  func wakeAll(of process: SimulatedProcess) { wake { $0.event.process === process } }

  private func wake(_ isMeant: (Sleeper) -> Bool) {
    ready += sleeping.filter(isMeant).map(\.event)
    sleeping.removeAll(where: isMeant)
  }

  /// Lets time pass.
  func pass(_ time: Duration) { elapsed += time }

  /// Runs until nothing is left to happen; false when that takes too long. `disturb` is asked before each step.
  func run(disturbing disturb: () -> Void = {}) -> Bool {
    let end = steps + 20_000
    while true {
      guard steps < end else { return false }
      steps += 1
      scheduler.runReady(by: chance)
      disturb()
      // A process may have been started.
      scheduler.runReady(by: chance)
      if ready.isEmpty || (!sleeping.isEmpty && chance.happens(faults.slowness)) {
        guard let next = sleeping.map(\.end).min() else { return true }
        elapsed = max(elapsed, next - start)
        wake { $0.end <= now }
      } else {
        let event = ready.remove(at: choice())
        last = event.process
        for byte in event.name.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3 }
        fingerprint = (fingerprint ^ UInt64(event.process?.number ?? 77)) &* 0x100_0000_01B3
        tell(event.name, event.process)
        event.happen()
      }
    }
  }

  private func choice() -> Int {
    if let last, chance.happens(faults.stretch), let same = ready.firstIndex(where: { $0.process === last }) {
      return same
    }
    return chance.index(below: ready.count)
  }
}
