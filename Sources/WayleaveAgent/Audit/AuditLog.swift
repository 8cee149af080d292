import WayleaveSystem
import WayleaveWire

/// The audit log: two files of JSON lines, one for what the user decided and programs got, one for what was refused.
///
/// Refusals have a file of their own, since any program can cause as many as it likes: they push no other line out.
struct AuditLog {
  /// The most lines about refusals in a minute.
  static let mostRefusals = 60

  /// What is counted together. Of a refusal the account is left out: a program can name as many as it likes.
  private struct Subject: Hashable {
    let program: String
    let kind: String
    let decision: AuditEntry.Decision
    let by: String
    let account: String?

    init(_ entry: AuditEntry) {
      (program, kind, decision, by) = (entry.program, entry.kind, entry.decision, entry.by)
      account = entry.isRefusal ? nil : entry.account
    }
  }

  private let now: @Sendable () -> Instant
  private var decisions: AuditFile
  private var refusals: AuditFile
  /// When the minute began, and what was repeated in it.
  private var minute: Instant?
  private var repeated: [Subject: (entry: AuditEntry, count: Int64)] = [:]
  private var refusalCount = 0
  private var unwritten: (last: AuditEntry, count: Int64)?

  init(folder: String, largest: Int = 1 << 20, now: @escaping @Sendable () -> Instant) {
    decisions = AuditFile("audit.log", in: folder, largest: largest)
    refusals = AuditFile("audit-refused.log", in: folder, largest: largest)
    self.now = now
  }

  /// Writes a line; the same again within a minute is counted, and written when the minute is over.
  mutating func record(_ entry: AuditEntry) {
    tick()
    let time = now()
    minute = minute ?? time
    guard entry.isRepeatable else { return write(entry, at: time, repeated: nil) }
    let subject = Subject(entry)
    if let known = repeated[subject] {
      repeated[subject] = (known.entry, known.count + 1)
      return
    }
    if entry.isRefusal {
      guard refusalCount < Self.mostRefusals else { return unwritten = (entry, (unwritten?.count ?? 0) + 1) }
      refusalCount += 1
    }
    repeated[subject] = (entry, 0)
    write(entry, at: time, repeated: nil)
  }

  /// Writes what was repeated, once the minute is over; also when the clock was set back.
  mutating func tick() {
    guard let minute, !(minute..<minute + 60).contains(now()) else { return }
    flush()
  }

  /// Writes what was repeated.
  mutating func flush() {
    let time = now()
    for (entry, count) in repeated.values where count > 0 { write(entry, at: time, repeated: count) }
    // More than there is room for, of any programs: how many, and the last of them.
    if let unwritten { write(unwritten.last, at: time, repeated: unwritten.count) }
    (minute, repeated, refusalCount, unwritten) = (nil, [:], 0, nil)
  }

  private mutating func write(_ entry: AuditEntry, at time: Instant, repeated: Int64?) {
    let line = Self.line(entry, at: time, repeated: repeated)
    if entry.isRefusal { refusals.write(line) } else { decisions.write(line) }
  }

  static func line(_ entry: AuditEntry, at time: Instant, repeated: Int64?) -> [UInt8] {
    var object: JSON = [
      "time": .string(time.description), "program": .string(DisplayText.clean(entry.program, limit: 4096)),
      "process": JSON(Int64(entry.process)), "account": JSON(entry.account.map { DisplayText.clean($0) }),
      "kind": .string(entry.kind), "decision": .string(entry.decision.rawValue), "by": .string(entry.by),
    ]
    if let repeated, var members = object.object {
      members["repeated"] = JSON(repeated)
      object = .object(members)
    }
    return object.encoded() + [UInt8(ascii: "\n")]
  }
}

extension AuditEntry {
  /// Whether any program can cause it, without a grant.
  fileprivate var isRefusal: Bool { [.denied, .refused, .failed, .changed].contains(decision) }
  /// Whether programs can cause it often; of what the user decides each is written.
  fileprivate var isRepeatable: Bool { isRefusal || decision == .given }
}
