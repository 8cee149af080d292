import WayleaveTestSupport

/// What a seed decides. Only the thread of the simulation uses it.
final class Chance: @unchecked Sendable {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func index(below count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  /// Whether something happens that happens so many times in a thousand.
  func happens(_ perThousand: Int) -> Bool { index(below: 1000) < perThousand }

  func element<Value>(of values: [Value]) -> Value { values[index(below: values.count)] }
}
