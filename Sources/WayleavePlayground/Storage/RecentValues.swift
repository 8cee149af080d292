/// The newest of many values, in a bounded number: each has the number of its arrival.
struct RecentValues<Value> {
  /// How many values are stored at most.
  let capacity: Int
  /// How many values arrived in all.
  private(set) var total = 0
  private var slots: [Value] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Stores a value in place of the oldest where there is no room, and returns its number.
  @discardableResult
  mutating func append(_ value: Value) -> Int {
    if slots.count < capacity { slots.append(value) } else { slots[total % capacity] = value }
    total += 1
    return total - 1
  }

  /// Changes the value of this number, if it is still there.
  mutating func update(_ number: Int, with change: (inout Value) -> Void) {
    guard number < total, number >= total - slots.count else { return }
    change(&slots[number % capacity])
  }

  /// Every value with its number, the oldest first.
  var numbered: [(number: Int, value: Value)] {
    (total - slots.count..<total).map { ($0, slots[$0 % capacity]) }
  }
}
