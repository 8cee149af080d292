import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "ISO/IEC 18004: the QR code of wayleave login --flow device, compared with another encoder", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct QRCodeTests {
  /// A sign-in at a terminal.
  private struct Case: Encodable {
    var length = 60
    var columns = 80
    var rows = 50
    var environment: [String: String] = [:]
    var options: [String] = []
  }

  /// What a camera before it sees.
  private struct Sight: Decodable {
    let version: Int?
    let is_read: Bool
    let rows: Int
  }

  private func see(_ cases: [Case]) async throws -> [Sight] {
    let orders = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
    let run = try await ForeignProgram.python().run(
      ["-B", ForeignProgram.script("login/camera.py"), Program.wayleave().executable.path, orders], in: FreshHome())
    #expect(run.exit == .code(0), "\(run.errors)")
    return try JSONDecoder().decode([Sight].self, from: Data(run.output.utf8))
  }

  @Test(
    "attack 203: each version, from the shortest to the longest address that it holds, is read; a longer one has no picture"
  )
  func versions() async throws {
    let longest = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271]
    let lengths = zip(longest, [15] + longest.map { $0 + 1 }).flatMap { [$1, $0] } + [272]
    let seen = try await see(lengths.map { Case(length: $0) })
    #expect(seen.dropLast().map(\.version) == (1...10).flatMap { [$0, $0] })
    #expect(seen.dropLast().map(\.is_read) == Array(repeating: true, count: 20))
    #expect(seen.last?.version == nil)
  }

  @Test("attack 203: it is shown where it fits, the quiet zone and the lines below it included, and nowhere else")
  func fits() async throws {
    // Of version 4, 33 modules wide.
    let seen = try await see([
      Case(length: 78, columns: 41, rows: 25), Case(length: 78, columns: 40, rows: 25),
      Case(length: 78, columns: 80, rows: 24), Case(length: 78, columns: 80, rows: 23), Case(length: 53, columns: 40),
    ])
    #expect(seen.map(\.version) == [4, nil, 4, nil, 3])
    #expect(seen.map(\.is_read) == [true, false, true, false, true])
    // The line that names the keys has room too, also where standard input is no terminal and it is not there.
    #expect(seen[2].rows == 23)
  }

  @Test("attack 203: NO_COLOR, CLICOLOR=0, TERM=dumb, another character set, and --quiet: no picture")
  func unwanted() async throws {
    let seen = try await see([
      Case(environment: ["NO_COLOR": "1"]), Case(environment: ["CLICOLOR": "0"]), Case(environment: ["TERM": "dumb"]),
      Case(environment: ["TERM": "dumb", "CLICOLOR_FORCE": "1"]), Case(environment: ["LC_ALL": "de_DE.ISO-8859-1"]),
      Case(options: ["--quiet"]), Case(environment: ["NO_COLOR": ""]),
      Case(environment: ["CLICOLOR": "0", "CLICOLOR_FORCE": "1"]), Case(environment: ["LC_ALL": "de_DE.utf8@euro"]),
      Case(options: ["--json"]),
    ])
    #expect(seen.map { $0.version != nil } == Array(repeating: false, count: 6) + [true, true, true, true])
  }
}
