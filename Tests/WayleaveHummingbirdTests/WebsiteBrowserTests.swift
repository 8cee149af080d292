import Foundation
import Testing
import WayleaveProgramRunning
import WayleaveTestSupport

@Suite(
  "A website in a real browser",
  .enabled(if: TestsFolder.hasPeers && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")))
struct WebsiteBrowserTests {
  @Test func `two browsers sign in, one by keyboard alone, the other without scripts`() async throws {
    try await ServedSite.during { site in
      let script = TestsFolder.url.appending(path: "Peers/playground/website.py").path
      let run = try await Program(executable: TestsFolder.python).run(["-B", script, site.url], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }
}
