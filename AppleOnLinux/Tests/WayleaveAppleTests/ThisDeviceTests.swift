import Foundation
import Security
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveWire

extension KeychainTests {
  @Suite("Accounts of a device, in one line")
  struct ThisDeviceTests {
    @Test func `a group has its accounts in its keychain group, and one that is foreign is refused`() async throws {
      let scene = KeychainScene()
      let group = "group.wayleave.\(UUID().uuidString)"
      StandInKeychain.setGroups(["TEAM.app", group])
      StandInGroups.set(scene.folder, of: group)
      defer { UserDefaults(suiteName: group)?.removeObject(forKey: "wayleave.installation") }
      #expect(try await Accounts.onThisDevice(appGroup: group).all().isEmpty)
      #expect(await code { try Accounts.onThisDevice(appGroup: "group.foreign") } == .unsupported)
    }

    @Test func `without a group the accounts are the app's alone`() throws {
      _ = try Accounts.onThisDevice()
    }
  }
}
