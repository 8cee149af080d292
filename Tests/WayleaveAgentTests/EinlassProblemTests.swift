import Foundation
import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("The agent: each problem of Einlass has a typed counterpart")
struct EinlassProblemTests {
  private static func rows() throws -> [(problem: String, code: String)] {
    let page = TestsFolder.url.deletingLastPathComponent().appending(path: "Documentation/agent.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| EI") else { return nil }
      let parts = line.split(separator: "`")
      let problem = line.dropFirst(2).prefix { $0 != ":" }
      return parts.count == 3 ? (String(problem), String(parts[1])) : nil
    }
  }

  @Test("the page names each problem once, by a code that exists")
  func codes() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.problem) == [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map { "EI\($0)" })
    for row in rows { #expect(OAuthError.Code(rawValue: row.code) != nil, "\(row)") }
  }

  @Test("each problem is shown by a test: the line below its number expects the code of the page")
  func shown() throws {
    var expected: [String: [String]] = [:]
    let files = FileManager.default.enumerator(at: TestsFolder.url, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        $0.drop { $0 == " " }
      }
      for (mark, line) in zip(lines, lines.dropFirst()) where mark.hasPrefix("// EI") {
        for problem in mark.dropFirst(3).split(separator: ", ") {
          expected[String(problem), default: []].append("\(line)")
        }
      }
    }
    for row in try Self.rows() {
      #expect(expected[row.problem]?.contains { $0.contains("\"\(row.code)\"") } == true, "\(row)")
    }
  }

  @Test(
    "the exit status of each failure of the agent is that of the contract",
    arguments: [
      (OAuthError.Code.agentDenied, 7), (.agentLocked, 7), (.agentFailed, 1), (.agentOutdated, 1),
      (.agentNotRunning, 1),
      (.agentAlreadyRunning, 1), (.agentAccountChoiceNeeded, 64),
    ] as [(OAuthError.Code, Int32)])
  func exits(code: OAuthError.Code, status: Int32) {
    let error = OAuthError(code, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "Do it.")
    #expect(ExitStatus.status(for: error) == status)
  }
}
