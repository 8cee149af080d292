/// A memory that strangers may fill, by the servers that they name: of too many entries, the one that was written longest
/// ago goes.
package struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let writtenAt: UInt64
  }

  private var entries: [Key: Entry] = [:]
  private var writes: UInt64 = 0
  private let maximum: Int
  /// Whether an entry had to go: then what is not here may have been.
  package private(set) var hasForgotten = false

  /// An empty memory of at most so many entries.
  package init(maximum: Int = 256) { self.maximum = maximum }

  /// How many entries there are.
  package var count: Int { entries.count }

  /// The value of a key; nil removes it.
  package subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set {
      guard let newValue else { return entries[key] = nil }
      if entries[key] == nil, entries.count >= maximum { forgetOldest() }
      writes += 1
      entries[key] = Entry(value: newValue, writtenAt: writes)
    }
  }

  private mutating func forgetOldest() {
    guard let oldest = entries.min(by: { $0.value.writtenAt < $1.value.writtenAt }) else { return }
    entries[oldest.key] = nil
    hasForgotten = true
  }
}

extension BoundedMemory: Equatable where Value: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    one.entries.mapValues(\.value) == other.entries.mapValues(\.value)
  }
}
