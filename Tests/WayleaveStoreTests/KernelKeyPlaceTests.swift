import Testing

@testable import Wayleave

@Suite("Where a key in the kernel's keyring was made")
struct KernelKeyPlaceTests {
  private func place(_ parts: [String?]) -> KernelKeyPlace {
    KernelKeyPlace(run: parts[0], namespace: parts[1], machine: parts[2])
  }

  @Test(
    "a key that is not seen is gone in its own keyring and after a restart; what is unknown is nowhere the same",
    arguments: [
      (["run", "user", "machine"], ["run", "user", "machine"], true),
      (["run", "user", nil], ["run", "user", nil], true),
      (["run", "user", "machine"], ["later", "user", "machine"], true),
      (["run", "user", "machine"], ["later", "other", "machine"], true),
      (["run", "user", "machine"], ["run", "other", "machine"], false),
      (["run", "user", "machine"], ["later", "user", "other"], false),
      // Two containers without a machine id, on two machines.
      (["run", "user", nil], ["later", "user", nil], false),
      (["run", nil, "machine"], ["run", nil, "machine"], false),
      ([nil, "user", "machine"], [nil, "user", "machine"], false),
      (["run", "user", "machine"], [nil, "user", "machine"], false),
    ] as [([String?], [String?], Bool)])
  func isGone(made: [String?], seen: [String?], isGone: Bool) {
    let id = place(made).newID()
    #expect(id.count == 16 && place(seen).isGone(id) == isGone)
    // The random id of an earlier version names no place: its store can be erased.
    var random = id
    random[0] ^= 1
    #expect(place(seen).isGone(random))
  }
}
