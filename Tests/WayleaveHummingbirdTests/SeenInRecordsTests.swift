import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("What apps have handed over is remembered")
struct SeenInRecordsTests {
  private let records = WebsiteRecords(in: MemoryVault())
  private let now = Instant(secondsSinceEpoch: 1_795_000_000)

  @Test func `a mark counts once until its time is over, in every process and after a restart`() async throws {
    let (first, second) = (SeenInRecords(in: records), SeenInRecords(in: records))
    #expect(try await !first.contains("mark", at: now))
    #expect(try await first.remember("mark", until: now + 60, at: now))
    for seen in [first, second, SeenInRecords(in: records)] {
      #expect(try await seen.contains("mark", at: now + 59))
      #expect(try await !seen.remember("mark", until: now + 120, at: now + 59))
      #expect(try await !seen.contains("another", at: now))
    }
    #expect(try await !second.contains("mark", at: now + 60))
    #expect(try await second.remember("mark", until: now + 120, at: now + 60))
  }

  @Test func `244: a full memory refuses what is new, and has room again when its time is over`() async throws {
    let seen = SeenInRecords(in: records, maximum: 1)
    #expect(try await seen.remember("first", until: now + 60, at: now))
    let error = await #expect(throws: OAuthError.self) { try await seen.remember("second", until: now + 60, at: now) }
    #expect(error?.code == .handOverMemoryFull)
    #expect(try await seen.remember("second", until: now + 120, at: now + 60))
  }
}
