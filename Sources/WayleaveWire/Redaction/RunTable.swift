/// A set of words of eight bytes. `Set` takes eight times as many instructions to fill, and this is done for every message.
///
/// The places follow from a factor that no one outside of the process knows: a server cannot choose words that all want
/// the same one.
struct RunTable: Sendable {
  /// A word in its place or in one of those after it; 0 is a free place.
  private var places: [UInt64]
  private var hasZero = false
  /// Whether there is no word.
  private(set) var isEmpty = true
  private let shift: UInt64

  private static let factor = UInt64.random(in: .min ... .max) | 1

  /// A set that takes so many words.
  init(capacity: Int) {
    // At most three of four places are taken.
    let count = capacity == 0 ? 0 : UInt64(capacity + capacity / 3 + 1)
    let bits = UInt64(UInt64.bitWidth - count.leadingZeroBitCount)
    shift = UInt64(UInt64.bitWidth) - bits
    places = [UInt64](repeating: 0, count: count == 0 ? 0 : 1 << Int(bits))
  }

  /// Adds a word, of no more in all than the capacity.
  mutating func insert(_ word: UInt64) {
    isEmpty = false
    guard word != 0 else {
      hasZero = true
      return
    }
    let place = place(of: word)
    places[place] = word
  }

  /// Whether a word was added.
  func contains(_ word: UInt64) -> Bool {
    guard word != 0 else { return hasZero }
    return !places.isEmpty && places[place(of: word)] == word
  }

  /// Where a word is, or would be.
  private func place(of word: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (word &* Self.factor) >> shift)
    while places[place] != word, places[place] != 0 { place = (place + 1) & (places.count - 1) }
    return place
  }
}
