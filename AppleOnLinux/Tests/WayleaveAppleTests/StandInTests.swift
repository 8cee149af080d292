import Foundation
import Testing

@Suite("The stand-ins for the frameworks of Apple")
struct StandInTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL

  /// What the compiler calls by itself.
  private static let implicit: Set<String> = [
    "buildBlock", "buildExpression", "buildIf", "buildEither", "callAsFunction",
  ]

  /// The Swift sources of a folder, without comments.
  private static func source(of folder: String) throws -> String {
    // What is behind a symbolic link is found by its real place.
    let folder = package.appendingPathComponent(folder).standardizedFileURL.resolvingSymlinksInPath()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.map { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).replacing(#/\/\/.*/#, with: "")
    }.joined(separator: "\n")
  }

  private static func words(of source: String) -> [String: Int] {
    source.matches(of: #/\w+/#).reduce(into: [:]) { $0[String($1.output), default: 0] += 1 }
  }

  @Test func `each symbol is used by our sources, our tests or another symbol: no more is stood in for`() throws {
    let standIns = try Self.source(of: "StandIns")
    let folders = [
      "../Sources/WayleaveApple", "../Sources/WayleaveKeyrings/Keychain", "../Samples/Apple", "Documented", "Tests",
    ]
    let users = try folders.map(Self.source).joined(separator: "\n")
    let declaration =
      #/(?:public|open) (?:[\w()]+ )*?(?:let|var|func|class|struct|enum|protocol|typealias) `?(\w+)/#
    let names = Set(standIns.matches(of: declaration).map { String($0.output.1) })
    #expect(names.count > 100)
    let (own, used) = (Self.words(of: standIns), Self.words(of: users))
    let unused = names.subtracting(Self.implicit).filter { used[$0] == nil && own[$0, default: 0] < 2 }
    #expect(unused.sorted() == [])
  }

  @Test func `each type and function of a framework names its page and its versions, which check-apple holds us to`()
    throws
  {
    let folder = Self.package.appendingPathComponent("StandIns")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let declaration = #/(?:@\w+ )*(?:public|open) (?:final )?(?:class|struct|enum|protocol|func|typealias) (\w+)/#
    var (count, incomplete): (Int, [String]) = (0, [])
    for file in files {
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      var above = ""
      for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
        if let name = line.prefixMatch(of: declaration)?.output.1, !name.hasPrefix("StandIn") {
          count += 1
          if !above.contains("@available(") || !above.contains("developer.apple.com") { incomplete.append("\(name)") }
        }
        above = line.hasPrefix("@") || line.hasPrefix("//") ? above + line : ""
      }
    }
    #expect(count > 60)
    #expect(incomplete.sorted() == [])
  }
}
