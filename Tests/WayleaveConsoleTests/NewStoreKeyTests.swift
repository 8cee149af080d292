import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("The key of a new store: what is said of its place")
struct NewStoreKeyTests {
  @Test func `a keyring that can be used is named`() {
    let remark = NewStoreKey.remark(on: PlayedKeyring(isUsable: true, reason: nil), orKeyFile: "/h/key")
    #expect(remark == "The store is new. Its key will be in the keyring of a test, which is unlocked.")
  }

  @Test func `a keyring that is missed: the file is named, and the reason`() {
    let remark = NewStoreKey.remark(
      on: PlayedKeyring(isUsable: false, reason: "it is locked"), orKeyFile: "/h/key\u{7}")
    #expect(
      remark?.hasPrefix("The store is new. Its key will be in the file /h/key") == true
        && remark?.hasSuffix(", and not in the keyring of a test: it is locked.") == true
        && remark?.contains("\u{7}") == false)
  }

  @Test func `a keyring that no one misses is not mentioned`() {
    #expect(NewStoreKey.remark(on: PlayedKeyring(isUsable: false, reason: nil), orKeyFile: "/h/key") == nil)
  }
}

private struct PlayedKeyring: StoreKeyring {
  let isUsable: Bool
  let reason: String?
  let name = "the keyring of a test"

  func isAvailable() -> Bool { isUsable }
  func reasonAgainst() -> String? { reason }
  func key(_ id: String) throws(OAuthError) -> Secret? { nil }
  func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {}
  func remove(_ id: String) throws(OAuthError) {}
}
