import WayleaveSignIn

/// The questions for the desktop: one is shown at a time, and few wait.
struct NotificationQueue {
  /// The most questions that wait; over that the answer is no.
  static let longest = 8
  /// For how long a no is the answer to the same program and account.
  private static let silence = Duration.seconds(30)

  private var shown: UInt64?
  private var waiting: [(question: UInt64, sentence: String)] = []
  private var denials: [Denial: ContinuousClock.Instant] = [:]

  private struct Denial: Hashable {
    let hash: String
    let account: Account
  }

  /// Adds a question; false where too many wait.
  mutating func add(_ question: UInt64, _ sentence: String) -> Bool {
    guard waiting.count < Self.longest else { return false }
    waiting.append((question, sentence))
    return true
  }

  /// The question to show now; nil while another is shown.
  mutating func next() -> (question: UInt64, sentence: String)? {
    guard shown == nil, !waiting.isEmpty else { return nil }
    let first = waiting.removeFirst()
    shown = first.question
    return first
  }

  /// A notification has gone from the desktop.
  mutating func end(_ question: UInt64) { if shown == question { shown = nil } }

  /// Forgets a question that is not shown yet.
  mutating func forget(_ question: UInt64) { waiting.removeAll { $0.question == question } }

  mutating func forgetAll() { waiting = [] }

  /// Remembers a no.
  mutating func deny(_ key: QuestionKey, at time: ContinuousClock.Instant) {
    denials = denials.filter { time < $0.value }
    denials[Denial(hash: key.hash, account: key.account)] = time + Self.silence
  }

  /// Whether the person said no just now.
  func isDenied(_ key: QuestionKey, at time: ContinuousClock.Instant) -> Bool {
    denials[Denial(hash: key.hash, account: key.account)].map { time < $0 } ?? false
  }
}
