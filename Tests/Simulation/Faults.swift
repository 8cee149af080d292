/// How often what goes wrong in one run, in a thousand steps, writes, reads or requests.
///
/// Each seed has its own: a run in which everything fails all the time finds little.
struct Faults {
  var crash = 0
  var crashes = 0
  var powerLoss = 0
  var request = 0
  var write = 0
  var read = 0
  /// The disk is full, or fails, for a while.
  var longTrouble = 0
  /// The clock of the machine is set, and how often at most.
  var clock = 0
  var clockSettings = 0
  /// Time passes although something could happen now: a process is slow, or the machine sleeps.
  var slowness = 0
  /// The same process goes on: long stretches of one process find other things than a constant change.
  var stretch = 0

  /// Nothing goes wrong.
  init() {}

  init(by chance: Chance) {
    crash = chance.element(of: [0, 0, 10, 30, 100])
    crashes = crash == 0 ? 0 : 1 + chance.index(below: 3)
    powerLoss = chance.element(of: [0, 0, 100, 500])
    request = chance.element(of: [0, 0, 200, 600])
    write = chance.element(of: [0, 0, 50, 250])
    read = chance.element(of: [0, 0, 0, 50])
    longTrouble = chance.element(of: [0, 0, 0, 0, 0, 20])
    slowness = chance.element(of: [0, 0, 5, 50])
    stretch = chance.element(of: [0, 500, 850])
    clock = chance.element(of: [0, 0, 0, 20, 100])
    clockSettings = clock == 0 ? 0 : 1 + chance.index(below: 3)
  }

  /// Whether nothing goes wrong. A clock that is set is no excuse.
  var isNothing: Bool {
    crash == 0 && request == 0 && write == 0 && read == 0 && longTrouble == 0 && slowness == 0
  }
}
