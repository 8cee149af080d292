import Foundation
import Security
import Testing
@testable import WayleaveAppleUnderTest
@testable import WayleaveKeychainUnderTest
import Wayleave
import WayleaveWire

extension KeychainTests {
  @Suite("Keychain: the key of a store of the command line")
  struct KeychainKeyringTests {
    private let keyring = KeychainKeyring()

    @Test func `a program that is signed has the key in the data protection keychain, on this device alone`() throws {
      StandInKeychain.reset()
      StandInKeychain.setLogin(.unlocked)
      try keyring.put(Secret("a"), "id", label: "The key of a store")
      let item = try #require(StandInKeychain.items.first)
      #expect(StandInKeychain.items.count == 1 && !item.isInFile && item.label == "The key of a store")
      #expect(item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
      #expect(try keyring.key("id") == Secret("a"))
      #expect(try keyring.key("other") == nil)
    }

    @Test func `a program without the entitlement has it in the login keychain`() throws {
      Self.unsigned(.unlocked)
      #expect(keyring.isAvailable() && StandInKeychain.items.isEmpty)
      try keyring.put(Secret("a"), "id", label: "The key of a store")
      #expect(StandInKeychain.items.map(\.isInFile) == [true])
      #expect(try keyring.key("id") == Secret("a"))
      try keyring.put(Secret("b"), "id", label: "Another label")
      #expect(try keyring.key("id") == Secret("b"))
      #expect(StandInKeychain.items.map(\.label) == ["Another label"])
      try keyring.remove("id")
      #expect(try keyring.key("id") == nil)
      try keyring.remove("id")
    }

    @Test func `a program that was signed since then finds the key that it saved before`() throws {
      Self.unsigned(.unlocked)
      try keyring.put(Secret("a"), "id", label: "The key of a store")
      StandInKeychain.setGroups(["TEAM.app"])
      #expect(try keyring.key("id") == Secret("a"))
      try keyring.remove("id")
      #expect(StandInKeychain.items.isEmpty)
    }

    @Test func `where both refuse, the reason is said, and a new store gets a key file`() async throws {
      Self.unsigned(.locked)
      #expect(!keyring.isAvailable())
      #expect(keyring.reasonAgainst() == "it is locked, and nothing can ask for its password here (-25308)")
      let scene = KeychainScene()
      Self.unsigned(.locked)
      let vault = FileVault(
        directory: scene.folder.path + "/store", key: .keyring(keyring, orKeyFile: scene.folder.path + "/key"))
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(try await vault.protection() == .keyFile && StandInKeychain.items.isEmpty)
    }

    @Test func `a store whose key is in a keychain that is locked now is not opened, and says what to do`() async throws
    {
      let scene = KeychainScene()
      Self.unsigned(.unlocked)
      let key = FileStoreKey.keyring(keyring, orKeyFile: scene.folder.path + "/key")
      try await FileVault(directory: scene.folder.path + "/store", key: key)
        .replace(.account, with: Secret("a"), expecting: .nothing)
      StandInKeychain.setLogin(.locked)
      let vault = FileVault(directory: scene.folder.path + "/store", key: key)
      #expect(await code { try await vault.record(named: .account) } == .storeLocked)
      #expect(await code { try keyring.put(Secret("b"), "id", label: "b") } == .storeLocked)
      #expect(await code { try keyring.remove("id") } == .storeLocked)
      StandInKeychain.setLogin(.unlocked)
      #expect(try await vault.record(named: .account)?.contents == Secret("a"))
    }

    @Test(arguments: [
      (errSecUserCanceled, "you did not allow it (-128)"), (errSecAuthFailed, "the password was not right (-25293)"),
      (errSecDecode, "Unable to decode the provided data. (-26275)"),
      (errSecNotAvailable, "it reports a failure (-25291)"),
    ])
    func `any other refusal counts, and is no reason to look for another keychain`(status: OSStatus, words: String) {
      StandInKeychain.reset()
      StandInKeychain.setLogin(.unlocked)
      StandInKeychain.answer(status)
      #expect(keyring.reasonAgainst() == words)
      #expect(StandInKeychain.items.isEmpty)
    }

    @Test func `where the login keychain is refused too, both numbers can be told apart`() {
      StandInKeychain.reset()
      StandInKeychain.answer(errSecMissingEntitlement, errSecMissingEntitlement)
      #expect(keyring.reasonAgainst() == "this program is not signed for it (-34018)")
    }

    /// A program of the command line on a Mac whose login keychain is in a state.
    private static func unsigned(_ keychain: StandInKeychain.LoginKeychain) {
      StandInKeychain.reset()
      StandInKeychain.setGroups([])
      StandInKeychain.setLogin(keychain)
    }
  }
}
