import Testing

@testable import WayleaveSystem

@Suite("proc(5): which memory of a process is the code, or the constants, of a file")
struct ReleasedCodeTests {
  @Test(
    "code and constants of a file are given back; data, the stack and code without a file stay",
    arguments: [
      ("1000-3000 r-xp 00001000 fd:00 42   /usr/bin/wayleave", 0x2000),
      ("7f00aa000000-7f00aa001000 r-xp 00000000 fd:00 42 /usr/lib/a name with spaces.so", 0x1000),
      ("1000-3000 r--p 00001000 fd:00 42   /usr/bin/wayleave", nil),
      ("1000-3000 r--p 00000000 fd:00 42   /usr/bin/wayleave", 0x2000),
      ("1000-3000 rw-p 00001000 fd:00 42   /usr/bin/wayleave", nil),
      ("1000-3000 rwxp 00001000 fd:00 42   /usr/bin/wayleave", nil),
      ("1000-3000 r-xp 00000000 00:00 0    [vdso]", nil), ("1000-3000 r-xp 00000000 00:00 0", nil),
      ("3000-1000 r-xp 00000000 fd:00 42   /usr/bin/wayleave", nil), ("", nil),
      ("x-y r-xp 00000000 fd:00 42   /usr/bin/wayleave", nil),
    ])
  func lines(line: String, length: Int?) { #expect(ThisProcess.code(in: Array(line.utf8))?.length == length) }

  @Test("a program goes on after its code was given back")
  func goesOn() {
    ThisProcess.releaseCode()
    #expect([3, 1, 2].sorted() == [1, 2, 3])
  }
}
