#if os(Linux)
  import CWayleaveSystem
  import Testing

  @Suite("192: memory that no other program reads")
  struct HiddenMemoryTests {
    @Test("after the call no other process of the user may attach to this one")
    func hidden() {
      #expect(wayleave_hide_memory() == 0 && wayleave_is_memory_hidden() == 1)
    }
  }
#endif
