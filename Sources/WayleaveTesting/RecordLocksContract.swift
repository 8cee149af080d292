public import Wayleave
import WayleaveWire

/// What all locks of records keep to.
public enum RecordLocksContract {
  /// The rules.
  public static let rules: [ContractRule<any RecordLocks>] = [
    ContractRule("of twenty tasks one at a time is inside") { locks in
      let counter = OccupancyCounter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await locks.withLock(on: .one, until: .now + .seconds(60)) {
              await counter.enter()
              try await Task.sleep(for: .milliseconds(1))
              await counter.leave()
            }
          }
        }
        try await group.waitForAll()
      }
      let (visits, most) = await (counter.visits, counter.most)
      try require(visits == 20 && most == 1, "\(most) of \(visits) tasks were inside at once.")
    },
    ContractRule("a lock that is held until the deadline is busy, and that of another name is free") { locks in
      try await locks.withLock(on: .one, until: .now + .seconds(10)) {
        do {
          try await locks.withLock(on: .one, until: .now + .milliseconds(50)) {}
        } catch let error as OAuthError where error.code == .storeBusy {
          return try await locks.withLock(on: .other, until: .now + .seconds(10)) {}
        }
        throw ContractBreach("Two tasks held one lock.")
      }
    },
    ContractRule("locks of two kinds are two locks") { locks in
      let metadata = RecordName(.metadata, RecordName.one.parts)
      try await locks.withLock(on: .one, until: .now + .seconds(10)) {
        try await locks.withLock(on: metadata, until: .now + .seconds(10)) {}
      }
    },
    ContractRule("a lock is free after what it was held for has failed") { locks in
      struct Failure: Error {}
      do {
        try await locks.withLock(on: .one, until: .now + .seconds(10)) { throw Failure() }
        throw ContractBreach("The error of what a lock was held for was lost.")
      } catch is Failure {
        try await locks.withLock(on: .one, until: .now + .milliseconds(500)) {}
      }
    },
  ]
}

/// Counts who is inside.
private actor OccupancyCounter {
  private var inside = 0
  private(set) var visits = 0
  private(set) var most = 0

  func enter() {
    inside += 1
    visits += 1
    most = max(most, inside)
  }

  func leave() { inside -= 1 }
}
