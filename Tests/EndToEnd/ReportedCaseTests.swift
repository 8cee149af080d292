import Foundation
import Testing
import WayleaveProgramRunning

/// `Tests/Cases`: what people reported about such programs, each with its server. `Tests/Cases/README.md` has the form.
@Suite(
  "What people reported in public about other clients holds here", .enabled(if: ForeignProgram.isInstalled("python3")))
struct ReportedCaseTests {
  static let folder = ForeignProgram.repository.appendingPathComponent("Tests/Cases")

  /// Every case but those that only a person can judge, who runs `Tests/Cases/run`.
  static let cases: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { name in
      let place = folder.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: place.appendingPathComponent("README.md").path) else { return false }
      let plan = (try? String(contentsOf: place.appendingPathComponent("case.json"), encoding: .utf8)) ?? ""
      return !plan.contains(#""manual":"#)
    }
  }()

  /// Those that do not hold yet.
  static let open: Set<String> = []

  @Test("the case holds", arguments: cases)
  func holds(_ name: String) async throws {
    let program = Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
    let run = try await program.run(
      ["python3", Self.folder.appendingPathComponent("run").path, "-v", "--only", "^\(name)$"], in: FreshHome(),
      // A socket has a short path.
      environment: ["WAYLEAVE": Program.wayleave().executable.path, "TMPDIR": "/tmp"])
    // RequiredProgramTests sees that nothing is missing in CI.
    let lacksProgram = run.output.contains("\n\(name): by hand: needs ")
    let holds = run.output.contains("\n\(name): held\n") || lacksProgram
    #expect(holds != Self.open.contains(name), "\(run.output)\(run.errors)")
  }

  @Test("there are cases") func present() { #expect(Self.cases.count > 20) }
}
