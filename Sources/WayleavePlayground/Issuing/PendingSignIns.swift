import WayleaveWire

/// Sign-ins that a client waits for and a person answers elsewhere: in the name of a device, or on a telephone.
///
/// RFC 8628 §3; OpenID Connect Client-Initiated Backchannel Authentication §7. The client polls with one secret, and the
/// person finds the question by another.
struct PendingSignIns<Question: Sendable, Consent: Sendable>: Sendable {
  typealias Outcome = Polling<Consent>.Outcome

  private struct Pending: Sendable {
    let question: Question
    var polling: Polling<Consent>
  }

  private var pending: ExpiringTable<Pending>
  /// What the client polls with, by the names of the questions that are still to be answered.
  private var names: ExpiringTable<Secret>
  /// Whether the oldest is removed where there is no room; else the newest is refused.
  private let dropsOldest: Bool

  init(capacity: Int, dropsOldest: Bool = false) {
    pending = ExpiringTable(capacity: capacity)
    names = ExpiringTable(capacity: capacity)
    self.dropsOldest = dropsOldest
  }

  /// Begins one, whose end the client learns of for as long again as `memory`; false where there is no room, or the name is
  /// taken.
  mutating func begin(
    _ question: Question, polledWith code: Secret, named name: Secret, until expiry: Instant, memory: Duration,
    outcome: Outcome? = nil, at now: Instant
  ) -> Bool {
    let new = Pending(question: question, polling: Polling(expiry: expiry, outcome: outcome))
    if dropsOldest {
      pending.insertDroppingOldest(new, for: code, until: expiry + memory, at: now)
      names.insertDroppingOldest(code, for: name, until: expiry, at: now)
      return true
    }
    return names.value(for: name, at: now) == nil
      && pending.insert(new, for: code, until: expiry + memory, at: now)
      && names.insert(code, for: name, until: expiry, at: now)
  }

  /// The question whose answer a client polls for.
  func question(polledWith code: Secret, at now: Instant) -> Question? { pending.value(for: code, at: now)?.question }

  /// The question of a name that is still to be answered.
  func question(named name: Secret, at now: Instant) -> Question? {
    names.value(for: name, at: now).flatMap { question(polledWith: $0, at: now) }
  }

  /// Every question that is still to be answered, the oldest first.
  func unanswered(at now: Instant) -> [Question] {
    names.values(at: now).compactMap { question(polledWith: $0, at: now) }
  }

  /// How long the polls of a client must lie apart.
  func interval(polledWith code: Secret, at now: Instant) -> Duration? {
    pending.value(for: code, at: now)?.polling.interval
  }

  /// One poll; an answer is given once. Nil for a secret that no question has.
  mutating func poll(with code: Secret, at now: Instant) -> Result<Outcome, Polling<Consent>.Delay>? {
    guard var held = pending.value(for: code, at: now) else { return nil }
    let result = held.polling.poll(at: now)
    if case .success = result { _ = pending.take(code, at: now) } else { pending.update(code) { $0 = held } }
    return result
  }

  /// Stores the answer of a person for the next poll; false for a question that was answered before, or has expired.
  mutating func answer(_ name: Secret, with outcome: Outcome, isTold: Bool = false, at now: Instant) -> Bool {
    guard let code = names.take(name, at: now) else { return false }
    pending.update(code) { $0.polling.settle(outcome, isTold: isTold) }
    return true
  }
}
