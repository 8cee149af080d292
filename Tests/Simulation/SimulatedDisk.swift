import Wayleave
import WayleaveWire

/// The disk that all processes share, with its locks: it can fail, fill up, and lose what was not synchronized.
final class SimulatedDisk: @unchecked Sendable {
  private(set) var visible: [RecordName: VaultRecord] = [:]
  private(set) var durable: [RecordName: VaultRecord] = [:]
  private var holders: [RecordName: SimulatedProcess] = [:]
  private var reserved: [RecordName: SimulatedProcess] = [:]
  private var trouble: (isFull: Bool, end: ContinuousClock.Instant)?
  private var writes = 0
  private let world: World
  private let judge: Judge

  struct Failure: Error {}

  /// What becomes of one write.
  private enum Fate: CaseIterable {
    case done
    case lost
    /// It is there, but the writer gets an error.
    case doneWithError
    /// The same, and a loss of power takes it back.
    case unsynchronized
  }

  init(world: World, judge: Judge) {
    self.world = world
    self.judge = judge
  }

  func read(_ name: RecordName) throws -> VaultRecord? {
    if world.chance.happens(world.faults.read) { throw Failure() }
    return visible[name]
  }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord, by process: SimulatedProcess
  ) throws -> RecordRevision? {
    guard expected.isMet(by: visible[name]?.revision) else { throw OAuthError.storeConflict() }
    let fate = fate(of: name, by: process)
    if fate != .done { process.send?.hasDiskFailed = true }
    world.tell("the write is \(fate)", process)
    if fate == .lost { throw Failure() }
    writes += 1
    visible[name] = contents.map {
      VaultRecord(contents: $0, revision: RecordRevision("\(writes)"), id: name.text, location: "record \(name.text)")
    }
    if fate != .unsynchronized { durable = visible }
    judge.look(at: self, after: process)
    if fate != .done { throw Failure() }
    return visible[name]?.revision
  }

  private func fate(of name: RecordName, by process: SimulatedProcess) -> Fate {
    if let trouble, world.now < trouble.end, !trouble.isFull || reserved[name] !== process { return .lost }
    return world.chance.happens(world.faults.write) ? world.chance.element(of: Fate.allCases) : .done
  }

  func reserve(_ name: RecordName, by process: SimulatedProcess) throws -> StoreReservation {
    if let trouble, world.now < trouble.end { throw Failure() }
    reserved[name] = process
    return StoreReservation { [self] in if reserved[name] === process { reserved[name] = nil } }
  }

  /// Begins a time in which nothing can be written, or only what has its room already.
  func beginTrouble() {
    let seconds = world.chance.element(of: [1, 20, 100])
    trouble = (world.chance.happens(500), world.now + .seconds(seconds))
    world.tell("the disk is \(trouble?.isFull == true ? "full" : "broken") for \(seconds) s")
  }

  /// The disk works from now on.
  func repair() { trouble = nil }

  func losePower() { visible = durable }

  func lock(_ name: RecordName, for process: SimulatedProcess) -> Bool {
    guard holders[name] == nil else { return false }
    holders[name] = process
    return true
  }

  func unlock(_ name: RecordName, by process: SimulatedProcess) {
    guard holders[name] === process else { return }
    holders[name] = nil
    world.give(name.text)
  }

  /// A process has crashed: what it held is free.
  func release(_ process: SimulatedProcess) {
    for name in holders.keys { unlock(name, by: process) }
    for (name, holder) in reserved where holder === process { reserved[name] = nil }
  }
}
