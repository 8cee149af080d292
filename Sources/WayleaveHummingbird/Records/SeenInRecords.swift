import Wayleave
import WayleaveSignIn
import WayleaveWire

/// What apps have handed over, among the records of the website: it holds for all its processes, and after a restart.
///
/// Each process adds a bounded number of them, and refuses when it is full; a record goes when its time is over.
struct SeenInRecords: SeenOnce {
  private let records: WebsiteRecords
  private let ownOnes: SeenInMemory

  init(in records: WebsiteRecords, maximum: Int = 100_000) {
    self.records = records
    ownOnes = SeenInMemory(capacity: maximum)
  }

  func contains(_ mark: String, at now: Instant) async throws(OAuthError) -> Bool {
    try await records.read(.handedOver(mark)).map { Self.isAlive($0.json, at: now) } ?? false
  }

  func remember(_ mark: String, until end: Instant, at now: Instant) async throws(OAuthError) -> Bool {
    let present = try await records.read(.handedOver(mark))
    if let present, Self.isAlive(present.json, at: now) { return false }
    guard try await ownOnes.remember(mark, until: end, at: now) else { return false }
    return try await records.write(
      ["until": JSON(end)], as: .handedOver(mark), expecting: ExpectedRecord(present?.revision))
  }

  private static func isAlive(_ json: JSON, at now: Instant) -> Bool { json["until"]?.instant.map { now < $0 } ?? true }
}
