import Testing
import WayleaveWire

@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("C2SP age: ASCII armor")
struct AgeArmorTests {
  private func lines() throws -> [String] {
    try AgeFileTests.sealed().armored.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func refused(_ lines: [String], separator: String = "\n") throws -> OAuthError.Code? {
    refusal {
      try AgeFile(reading: Array(lines.joined(separator: separator).utf8)).content(by: AgeFileTests.passphrase)
    }
  }

  @Test("lines have 64 characters, and a reader takes CRLF and space around the block")
  func accepted() throws {
    let lines = try lines()
    #expect(lines.first == "-----BEGIN AGE ENCRYPTED FILE-----")
    #expect(lines.suffix(2) == ["-----END AGE ENCRYPTED FILE-----", ""])
    #expect(lines.dropFirst().dropLast(3).allSatisfy { $0.utf8.count == 64 })
    #expect(try refused(lines) == nil)
    #expect(try refused(lines, separator: "\r\n") == nil)
    #expect(try refused([" ", "\t"] + lines + [" \r", ""]) == nil)
    #expect(try refused(lines.dropLast()) == nil)
  }

  @Test("the text has one form: whatever else departs from it is refused")
  func refusals() throws {
    let lines = try lines()
    let (body, last) = (Array(lines[1..<(lines.count - 3)]), lines[lines.count - 3])
    let (begin, end) = (lines[0], lines[lines.count - 2])
    let wrong: [[String]] = [
      [begin] + body + [last], [begin, end], [begin, "", end], [begin] + body + [last, "", end],
      [begin, ""] + body + [last, end], ["Version: 1", begin] + body + [last, end],
      [begin, "Version: 1", ""] + body + [last, end], [begin] + body + [last, end, "more"],
      [begin.lowercased()] + body + [last, end.lowercased()], [begin + " "] + body + [last, end],
      [begin] + body + [last, end.replacing("AGE", with: "PGP")], [begin] + body.map { " " + $0 } + [last, end],
      [begin] + body.map { $0 + " " } + [last, end], [begin, body.joined() + last, end],
      [begin] + body.flatMap { [String($0.prefix(32)), String($0.suffix(32))] } + [last, end],
      [begin] + body + [last.replacing("=", with: ""), "=", end], [begin] + body + [last + "=", end],
      [begin] + body + [last, "=AAAA", end], [begin] + body.map { "*" + $0.dropFirst() } + [last, end],
    ]
    for (number, lines) in wrong.enumerated() {
      #expect(try refused(lines) == .malformedAccountFile, "form \(number)")
    }
  }

  @Test("bits that no byte has must be zero: one file has one text")
  func canonical() {
    let armored = ["-----BEGIN AGE ENCRYPTED FILE-----", "AB==", "-----END AGE ENCRYPTED FILE-----"]
    #expect(throws: OAuthError.self) { try AgeArmor.decode(Array(armored.joined(separator: "\n").utf8)) }
    let canonical = armored.map { $0.replacing("AB==", with: "AA==") }
    #expect((try? AgeArmor.decode(Array(canonical.joined(separator: "\n").utf8))) == [0])
  }
}
