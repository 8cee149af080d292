import Testing
import WayleavePlain

@Suite("Where a program of an installation finds another one")
struct InstalledProgramTests {
  @Test(
    "next to itself, or where make install puts it",
    arguments: [("/usr/bin/wayleave", "/usr/bin"), ("/wayleave", ""), (nil, "")] as [(String?, String)])
  func paths(own: String?, folder: String) {
    #expect(InstalledProgram.paths(of: "x", for: own) == ["\(folder)/x", "\(folder)/../libexec/wayleave/x"])
    #expect(InstalledProgram.typedPaths(for: own) == ["\(folder)/wayleave", "\(folder)/../../bin/wayleave"])
  }
}
