import Testing
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: the audit log")
struct AuditLogTests {
  private func entry(
    _ decision: AuditEntry.Decision, _ program: String = "/bin/a", account: String? = nil
  ) -> AuditEntry {
    AuditEntry(program: program, process: 7, account: account, kind: "token", decision: decision, by: "x")
  }

  private func lines(_ name: String, _ folder: TemporaryFolder) throws -> [JSON] {
    try folder.text(name).split(separator: "\n").map { try JSON(decoding: Array($0.utf8)) }
  }

  @Test("refusals of one program are counted, whatever accounts it names, and the count is written after a minute")
  func counted() throws {
    let (folder, clock) = (TemporaryFolder(), TestClock())
    var log = AuditLog(folder: folder.path) { clock.now }
    for number in 0..<50 { log.record(entry(.denied, account: "a\(number)")) }
    log.record(entry(.denied, "/bin/b"))
    #expect(try lines("audit-refused.log", folder).count == 2)
    clock.pass(.seconds(60))
    log.tick()
    let written = try lines("audit-refused.log", folder)
    #expect(written.count == 3 && written[2]["repeated"]?.integer == 49)
  }

  @Test("refusals of many programs are limited in a minute, and push out nothing that the user decided")
  func flood() throws {
    let (folder, clock) = (TemporaryFolder(), TestClock())
    var log = AuditLog(folder: folder.path, largest: 4096) { clock.now }
    log.record(entry(.allowed))
    log.record(entry(.allowed))
    for minute in 0..<5 {
      for number in 0..<200 { log.record(entry(.denied, "/bin/\(minute)-\(number)")) }
      clock.pass(.seconds(60))
      log.tick()
    }
    for decision in [AuditEntry.Decision.revoked, .locked, .unlocked] { log.record(entry(decision)) }
    let decisions = try lines("audit.log", folder).compactMap { $0["decision"]?.string }
    #expect(decisions == ["allowed", "allowed", "revoked", "locked", "unlocked"])
    #expect(!folder.isPresent("audit.log.1"))
    #expect(folder.text("audit-refused.log").utf8.count <= 4096)
    #expect(try lines("audit-refused.log", folder).last?["repeated"]?.integer == 140)
  }

  @Test("a file that is full becomes the earlier one, and each line is in one of the two")
  func rotation() throws {
    let (folder, clock) = (TemporaryFolder(), TestClock())
    var log = AuditLog(folder: folder.path, largest: 2000) { clock.now }
    log.record(entry(.allowed))
    let size = folder.text("audit.log").utf8.count
    for _ in 1..<(2000 / size) { log.record(entry(.allowed)) }
    #expect(!folder.isPresent("audit.log.1"))
    log.record(entry(.revoked))
    #expect(try lines("audit.log.1", folder).count == 2000 / size)
    #expect(try lines("audit.log", folder).count == 1)
    #expect(folder.mode(of: "audit.log") == 0o600 && folder.mode(of: "audit.log.1") == 0o600)
    // Another agent goes on where this one ended.
    var next = AuditLog(folder: folder.path, largest: 2000) { clock.now }
    next.record(entry(.allowed))
    #expect(try lines("audit.log", folder).count == 2)
  }

  @Test("nothing is written to a file that others can read")
  func exposed() throws {
    let (folder, clock) = (TemporaryFolder(), TestClock())
    folder.write("audit.log", "", mode: 0o644)
    #expect(folder.mode(of: "audit.log") == 0o644)
    var log = AuditLog(folder: folder.path) { clock.now }
    log.record(entry(.allowed))
    #expect(folder.text("audit.log").isEmpty)
    folder.remove("audit.log")
    log.record(entry(.allowed))
    #expect(try lines("audit.log", folder).count == 1 && folder.mode(of: "audit.log") == 0o600)
  }

  @Test("a line is JSON on one line, whatever the name of the program is")
  func line() throws {
    let entry = AuditEntry(
      program: "/tmp/a\n\"b\u{1b}", process: 7, account: nil, kind: "token", decision: .denied, by: "x")
    let line = AuditLog.line(entry, at: Instant(secondsSinceEpoch: 0), repeated: nil)
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(try JSON(decoding: Array(line.dropLast()))["program"]?.string == "/tmp/a\\u{a}\"b\\u{1b}")
  }
}
