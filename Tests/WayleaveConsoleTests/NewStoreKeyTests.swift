import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("The key of a new store: what is said of its place")
struct NewStoreKeyTests {
  @Test func `a keyring that can be used is named`() {
    let remark = NewStoreKey(in: PlayedKeyring(isUsable: true, reason: nil), orKeyFile: "/h/key").remark
    #expect(remark == "The store is new. Its key will be in the keyring of a test, which is unlocked.")
  }

  @Test func `a keyring that is missed: the file is named, and the reason`() {
    let remark = NewStoreKey(
      in: PlayedKeyring(isUsable: false, reason: "it is locked"), orKeyFile: "/h/key\u{7}"
    ).remark
    #expect(
      remark.hasPrefix("The store is new. Its key will be in the file /h/key")
        && remark.hasSuffix(", and not in the keyring of a test: it is locked.")
        && !remark.contains("\u{7}"))
  }

  @Test func `a keyring that gives no reason is said not to answer`() {
    struct Silent: StoreKeyring {
      let name = "the keyring of a test"
      func isAvailable() -> Bool { false }
      func key(_ id: String) throws(OAuthError) -> Secret? { nil }
      func put(_ key: Secret, _ id: String, label: String) throws(OAuthError) {}
      func remove(_ id: String) throws(OAuthError) {}
    }
    #expect(NewStoreKey(in: Silent(), orKeyFile: "/h/key").remark.hasSuffix(": it is locked, or does not answer."))
  }

  @Test(
    "184: a store that sudo makes is root's, which is said",
    arguments: [(0, "anna", true), (0, "root", false), (0, "", false), (0, nil, false), (1000, "anna", false)]
      as [(UInt32, String?, Bool)])
  func sudo(user: UInt32, caller: String?, isWarned: Bool) {
    #expect((NewStoreKey.warning(runningAs: user, calledBy: caller)?.contains("anna") ?? false) == isWarned)
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
