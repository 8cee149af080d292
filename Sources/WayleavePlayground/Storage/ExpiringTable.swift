import Crypto
import WayleaveWire

/// Values that are found by a secret, for a time, in a bounded number.
///
/// Stored under the SHA-256 of the secret, so that the time of a search says nothing about the secret.
struct ExpiringTable<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    let expiry: Instant
    let serial: UInt64
  }

  /// How many values are stored at most.
  let capacity: Int
  private var entries: [SHA256.Digest: Entry] = [:]
  /// The keys in the order of their arrival, from `oldest` on; what was taken out since then is skipped.
  private var arrivals: [(key: SHA256.Digest, serial: UInt64)] = []
  private var oldest = 0
  private var nextSerial: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Stores a value until `expiry`; false, and nothing is stored, when the table is full.
  mutating func insert(_ value: Value, for secret: Secret, until expiry: Instant, at now: Instant) -> Bool {
    if entries.count >= capacity { entries = entries.filter { $0.value.expiry > now } }
    guard entries.count < capacity else { return false }
    let key = Self.key(secret)
    entries[key] = Entry(value: value, expiry: expiry, serial: nextSerial)
    arrivals.append((key, nextSerial))
    nextSerial += 1
    forgetArrivals()
    return true
  }

  /// Stores a value until `expiry`; when the table is full, the oldest is removed.
  mutating func insertDroppingOldest(_ value: Value, for secret: Secret, until expiry: Instant, at now: Instant) {
    if entries.count >= capacity { dropOldest() }
    _ = insert(value, for: secret, until: expiry, at: now)
  }

  private mutating func dropOldest() {
    while oldest < arrivals.count {
      let (key, serial) = arrivals[oldest]
      oldest += 1
      guard entries[key]?.serial == serial else { continue }
      entries[key] = nil
      return
    }
  }

  /// Lets go of arrivals that are not in the table any more, before they are as many again as the table can hold.
  private mutating func forgetArrivals() {
    guard arrivals.count > capacity * 2 else { return }
    arrivals = arrivals[oldest...].filter { entries[$0.key]?.serial == $0.serial }
    oldest = 0
  }

  /// The value of a secret; nil when there is none, or no longer.
  func value(for secret: Secret, at now: Instant) -> Value? {
    guard let entry = entries[Self.key(secret)], entry.expiry > now else { return nil }
    return entry.value
  }

  /// Every value that is still good, the oldest first.
  func values(at now: Instant) -> [Value] {
    entries.values.filter { $0.expiry > now }.sorted { $0.serial < $1.serial }.map(\.value)
  }

  /// Changes the value of a secret in place; its expiry stays.
  mutating func update(_ secret: Secret, with change: (inout Value) -> Void) {
    let key = Self.key(secret)
    guard var entry = entries[key] else { return }
    change(&entry.value)
    entries[key] = entry
  }

  /// Takes every value out that a condition is true of.
  mutating func removeAll(where isToGo: (Value) -> Bool) { entries = entries.filter { !isToGo($0.value.value) } }

  /// Changes every value in place.
  mutating func updateAll(with change: (inout Value) -> Void) {
    for key in entries.keys {
      guard var entry = entries[key] else { continue }
      change(&entry.value)
      entries[key] = entry
    }
  }

  /// Takes a value out.
  mutating func take(_ secret: Secret, at now: Instant) -> Value? {
    guard let entry = entries.removeValue(forKey: Self.key(secret)), entry.expiry > now else { return nil }
    return entry.value
  }

  private static func key(_ secret: Secret) -> SHA256.Digest { secret.withExposedBytes { SHA256.hash(data: $0) } }
}
