import Testing
import WayleaveConsole
import WayleavePlain
import WayleaveWire

@Suite("Which build the program is")
struct ProgramVersionTests {
  @Test("a build with a known commit shows it with its date")
  func known() {
    let version = ProgramVersion(number: "0.1.0", commit: "3b847ae", date: "2026-11-22")
    #expect(version.text == "wayleave 0.1.0 (3b847ae, 2026-11-22)")
    #expect(version.json == ["version": "0.1.0", "commit": "3b847ae", "date": "2026-11-22"])
  }

  @Test("a build from a bare source says that its commit is unknown")
  func unknown() {
    let version = ProgramVersion(number: "0.1.0", commit: "", date: "")
    #expect(version.text == "wayleave 0.1.0 (built from source, commit unknown)")
    #expect(version.json == ["version": "0.1.0", "commit": .null, "date": .null])
  }
}
