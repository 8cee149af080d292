import Foundation
import Security
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveTesting
import WayleaveWire

extension KeychainTests {
  @Suite("Keychain: the vault")
  struct KeychainVaultTests {
    // FS24
    @Test(arguments: VaultContract.rules)
    func `it keeps to the rules of vaults`(rule: ContractRule<any Vault>) async throws {
      let scene = KeychainScene()
      try await rule.check(scene.vault())
    }

    @Test(arguments: RecordLocksContract.rules)
    func `it keeps to the rules of locks`(rule: ContractRule<any RecordLocks>) async throws {
      let scene = KeychainScene()
      try await rule.check(scene.vault())
    }

    @Test(arguments: [
      (
        KeychainProtection.Accessibility.afterFirstUnlockThisDeviceOnly,
        kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      ),
      (.afterFirstUnlock, kSecAttrAccessibleAfterFirstUnlock),
      (.whenUnlockedThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
      (.whenUnlocked, kSecAttrAccessibleWhenUnlocked),
      (.whenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
    ])
    func `an item has the protection that was chosen`(
      accessibility: KeychainProtection.Accessibility, attribute: String
    ) async throws {
      let scene = KeychainScene()
      try await scene.vault(protection: .init(accessibility)).replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(StandInKeychain.items.map(\.accessible) == [attribute])
    }

    // FS24
    @Test func `188: without a choice an item stays on this device, and is reachable after the first unlock`()
      async throws
    {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      let item = try #require(StandInKeychain.items.first)
      #expect(item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly && !item.needsPerson)
      #expect(item.isSynchronizable == false)
      #expect(item.service.hasPrefix("wayleave.credential.") && item.account == RecordName.account.text)
      StandInKeychain.set(.locked)
      #expect(try await scene.vault().record(named: .account)?.contents == Secret("a"))
      #expect(try await scene.vault().replace(.account, with: Secret("b"), expecting: .anything) != nil)
    }

    @Test func `the next change moves an item to the protection that is chosen now`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      try await scene.vault(protection: .init(.whenUnlocked)).replace(.account, with: Secret("b"), expecting: .anything)
      #expect(StandInKeychain.items.map(\.accessible) == [kSecAttrAccessibleWhenUnlocked])
    }

    @Test func `188: whichever protection is chosen, no item is synchronized with other devices`() async throws {
      let scene = KeychainScene()
      for accessibility in KeychainProtection.Accessibility.allCases {
        for presence in [nil, "use your account"] as [String?] {
          let vault = scene.vault(protection: .init(accessibility, userPresence: presence))
          try await vault.replace(.account, with: Secret("a"), expecting: .anything)
          try await vault.replace(.account, with: Secret("b"), expecting: .anything)
          try await vault.replace(.other, with: Secret("c"), expecting: .anything)
          #expect(StandInKeychain.items.map(\.isSynchronizable) == [false, false])
          StandInKeychain.items = []
        }
      }
    }

    @Test func `two vaults with two service names share no item`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(try await scene.vault(service: "other").record(named: .account) == nil)
      #expect(try await scene.vault(service: "other").ids(of: .credential) == [])
    }

    @Test func `an app and its extension that change one state at once: one of them changes it`() async throws {
      let scene = KeychainScene()
      StandInKeychain.setGroups(["TEAM.app", "TEAM.shared"])
      let (app, appExtension) = (scene.vault(accessGroup: "TEAM.shared"), scene.vault(accessGroup: "TEAM.shared"))
      let first = try await app.replace(.account, with: Secret("first"), expecting: .nothing)
      try await appExtension.replace(.account, with: Secret("second"), expecting: ExpectedRecord(first))
      #expect(
        await code { try await app.replace(.account, with: Secret("third"), expecting: ExpectedRecord(first)) }
          == .storeConflict)
      #expect(try await app.record(named: .account)?.contents == Secret("second"))
      #expect(StandInKeychain.items.map(\.group) == ["TEAM.shared"])
    }

    @Test func `a record that is too large is refused, and names its size`() async throws {
      let scene = KeychainScene()
      let large = Secret([UInt8](repeating: 0, count: scene.vault().largestRecord + 1))
      #expect(
        await code { try await scene.vault().replace(.account, with: large, expecting: .nothing) } == .storeUnwritable)
      #expect(StandInKeychain.items.isEmpty)
    }

    @Test func `where no record was expected and one is there, nothing is removed`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(
        await code { try await scene.vault().replace(.account, with: nil, expecting: .nothing) } == .storeConflict)
      #expect(StandInKeychain.items.count == 1)
    }

    @Test func `an item that comes and goes while it is replaced is tried again, and then a conflict`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault()
      try await vault.replace(.account, with: Secret("a"), expecting: .anything)
      // It was there, and then it was not.
      StandInKeychain.answer(errSecDuplicateItem, errSecItemNotFound, errSecDuplicateItem)
      try await vault.replace(.account, with: Secret("b"), expecting: .anything)
      #expect(try await vault.record(named: .account)?.contents == Secret("b"))
      StandInKeychain.answer(
        errSecDuplicateItem, errSecItemNotFound, errSecDuplicateItem, errSecItemNotFound, errSecDuplicateItem,
        errSecItemNotFound)
      #expect(
        await code { try await vault.replace(.account, with: Secret("c"), expecting: .anything) } == .storeConflict)
    }

    @Test func `a removal of what has no kind, or is gone, does nothing`() async throws {
      let scene = KeychainScene()
      try await scene.vault().remove(id: "unknown", in: nil)
      try await scene.vault().remove(id: RecordName.account.text, in: nil)
      #expect(StandInKeychain.items.isEmpty)
    }
  }

  @Suite("Keychain: what it refuses, and what a person can do")
  struct KeychainFailureTests {
    // EI9, attack 187
    @Test(arguments: [
      (errSecInteractionNotAllowed, OAuthError.Code.storeLocked, "-25308"),
      (errSecMissingEntitlement, .unsupported, "-34018"),
      (errSecUserCanceled, .cancelled, "-128"),
      (errSecAuthFailed, .storeLocked, "-25293"),
      (errSecNotAvailable, .storeUnreadable, "-25291"),
      (errSecDecode, .storeUnreadable, "-26275"),
    ])
    func `each answer of the keychain has its own error with its own remedy`(
      status: OSStatus, expected: OAuthError.Code, shown: String
    ) async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      for work in Self.work {
        StandInKeychain.answer(status)
        do {
          try await work(scene.vault())
          Issue.record("The keychain's answer was passed over.")
        } catch let error as OAuthError {
          #expect(error.code == expected && error.received?.description.contains(shown) == true)
          #expect(!"\(error.remedy)".isEmpty)
        }
      }
      #expect(try await scene.vault().record(named: .account)?.contents == Secret("a"))
    }

    @Test func `what to do differs for a locked device, a person who cannot be asked, and every other answer`()
      async throws
    {
      let scene = KeychainScene()
      let (plain, asking) = (scene.vault(), scene.vault(protection: .init(userPresence: "use your account")))
      try await plain.replace(.account, with: Secret("a"), expecting: .nothing)
      var remedies: [String] = []
      for (status, vault, word) in [
        (errSecInteractionNotAllowed, plain, "Unlock the device and try again"),
        (errSecInteractionNotAllowed, asking, "bring the app to the front"),
        (errSecMissingEntitlement, plain, "Signing & Capabilities"),
        (errSecDuplicateItem, plain, "again"), (errSecUserCanceled, asking, "confirm"),
        (errSecAuthFailed, asking, "Try again"), (errSecNotAvailable, plain, "restart the device"),
      ] {
        StandInKeychain.answer(status)
        do throws(OAuthError) {
          try await vault.replace(.account, with: Secret("b"), expecting: .nothing)
          Issue.record("The keychain's answer was passed over.")
        } catch {
          #expect("\(error.remedy)".contains(word), "\(error.remedy)")
          remedies.append("\(error.remedy)")
        }
      }
      #expect(Set(remedies).count == 7)
    }

    static let work: [@Sendable (KeychainVault) async throws -> Void] = [
      { _ = try await $0.record(named: .account) },
      { try await $0.replace(.account, with: Secret("b"), expecting: .anything) },
      { try await $0.replace(.account, with: nil, expecting: .anything) },
      { _ = try await $0.records(of: .credential) },
      { _ = try await $0.ids(of: .credential) },
      { try await $0.remove(id: RecordName.account.text, in: nil) },
      { try await $0.probe() },
      { try await $0.removeItemsOfEarlierInstallations() },
    ]

    @Test func `an item that is there already is a conflict`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(
        await code { try await scene.vault().replace(.account, with: Secret("b"), expecting: .nothing) }
          == .storeConflict)
    }

    @Test func `while the device is locked, an item for unlocked devices is neither read nor lost`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault(protection: .init(.whenUnlocked))
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      StandInKeychain.set(.locked)
      #expect(await code { try await vault.record(named: .account) } == .storeLocked)
      #expect(await code { try await vault.records(of: .credential) } == .storeLocked)
      #expect(await code { try await vault.replace(.account, with: Secret("b"), expecting: .anything) } == .storeLocked)
      // A refresh asks this before it spends the token.
      #expect(await code { try await vault.reserve(for: .account, growingBy: 100) } == .storeLocked)
      StandInKeychain.set(.unlocked)
      #expect(try await vault.record(named: .account)?.contents == Secret("a"))
    }

    // EI8
    @Test func `an app that is not signed for a group is told so`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault(accessGroup: "TEAM.foreign")
      #expect(await code { try await vault.probe() } == .unsupported)
      #expect(vault.location == "the keychain group TEAM.foreign" && scene.vault().location == "the keychain")
    }

    @Test func `an item of another access group is not seen`() async throws {
      let scene = KeychainScene()
      StandInKeychain.setGroups(["TEAM.app", "TEAM.shared"])
      try await scene.vault(accessGroup: "TEAM.shared").replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(try await scene.vault(accessGroup: "TEAM.app").record(named: .account) == nil)
    }

    @Test(arguments: [
      ([], OAuthError.Code.storeDamaged), ([1], .storeDamaged), ([1, 0, 0, 0, 2, 65], .storeDamaged),
      ([1, 0, 0, 0, 0, 65], .storeDamaged), ([0, 0, 0, 0, 0], .storeDamaged), ([2, 0, 0, 0, 0], .storeTooNew),
      ([255], .storeTooNew),
    ])
    func `an item that is cut short or of a later version is refused, and hides no other`(
      bytes: [UInt8], expected: OAuthError.Code
    ) async throws {
      let scene = KeychainScene()
      let vault = scene.vault()
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      try await vault.replace(.other, with: Secret("b"), expecting: .nothing)
      StandInKeychain.items[0].data = Data(bytes)
      #expect(await code { try await vault.record(named: .account) } == expected)
      let records = try await vault.records(of: .credential)
      #expect(records.compactMap { try? $0.get().contents } == [Secret("b")])
      #expect(records.count == 2 && StandInKeychain.items[0].data == Data(bytes))
    }

    @Test func `an item without a revision is damaged`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      StandInKeychain.items[0].generic = nil
      #expect(await code { try await scene.vault().record(named: .account) } == .storeDamaged)
    }
  }

  @Suite("Keychain: the user is asked")
  struct UserPresenceTests {
    private let protection = KeychainProtection(userPresence: "read your account")

    @Test func `each reading asks with the reason, adding and listing do not`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault(protection: protection)
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      #expect(try await vault.ids(of: .credential).count == 1)
      try await vault.probe()
      #expect(StandInKeychain.reasons == [] && StandInKeychain.items.allSatisfy(\.needsPerson))
      #expect(try await vault.record(named: .account)?.contents == Secret("a"))
      #expect(StandInKeychain.reasons == ["read your account"])
      try await vault.replace(.other, with: Secret("c"), expecting: .nothing)
      #expect(try await vault.records(of: .credential).count == 2)
      #expect(StandInKeychain.reasons.count == 2)
    }

    @Test func `one answer counts for a reading and for all changes after it, as a refresh makes them`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault(protection: protection)
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      var revision = try await vault.record(named: .account)?.revision
      for text in ["b", "c"] {
        revision = try await vault.replace(.account, with: Secret(text), expecting: ExpectedRecord(revision))
      }
      try await vault.replace(.account, with: nil, expecting: ExpectedRecord(revision))
      #expect(StandInKeychain.reasons == ["read your account"] && StandInKeychain.items.isEmpty)
    }

    @Test func `a change and a removal that no reading came before ask with the reason`() async throws {
      let scene = KeychainScene()
      let revision = try await scene.vault(protection: protection).replace(
        .account, with: Secret("a"), expecting: .nothing)
      try await scene.vault(protection: protection).replace(
        .account, with: Secret("b"), expecting: ExpectedRecord(revision))
      #expect(StandInKeychain.reasons == ["read your account"])
      try await scene.vault(protection: protection).replace(.account, with: nil, expecting: .anything)
      #expect(StandInKeychain.reasons == ["read your account", "read your account"] && StandInKeychain.items.isEmpty)
    }

    // EI8
    @Test func `a change that the user does not confirm is not made`() async throws {
      let scene = KeychainScene()
      let vault = scene.vault(protection: protection)
      let revision = try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      StandInKeychain.set(.cancels)
      for contents in [Secret("b"), nil] {
        #expect(
          await code { try await vault.replace(.account, with: contents, expecting: ExpectedRecord(revision)) }
            == .cancelled)
      }
      StandInKeychain.set(.confirms)
      #expect(try await vault.record(named: .account)?.contents == Secret("a"))
    }

    // EI8
    @Test(arguments: [(StandInKeychain.Person.cancels, OAuthError.Code.cancelled), (.isAnother, .storeLocked)])
    func `a user who cancels, and a person who is not recognized, are told apart`(
      person: StandInKeychain.Person, expected: OAuthError.Code
    ) async throws {
      let scene = KeychainScene()
      let vault = scene.vault(protection: protection)
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      StandInKeychain.set(person)
      #expect(await code { try await vault.record(named: .account) } == expected)
    }

    @Test func `a system that makes no such protection stores nothing without it`() async throws {
      let scene = KeychainScene()
      StandInKeychain.makesAccessControls = false
      let vault = scene.vault(protection: protection)
      #expect(
        await code { try await vault.replace(.account, with: Secret("a"), expecting: .nothing) } == .storeUnreadable)
      #expect(StandInKeychain.items.isEmpty)
    }
  }

  @Suite("Keychain: items outlive the app")
  struct InstallMarkerTests {
    @Test func `what an earlier installation left is not read, and is removed on request`() async throws {
      let scene = KeychainScene()
      try await scene.vault().replace(.account, with: Secret("former owner"), expecting: .nothing)
      StandInKeychain.setGroups(["TEAM.app", "TEAM.group"])
      let others = [
        scene.vault(service: "other"), scene.vault(service: "wayleave.other"),
        scene.vault(service: "wayleave.credential.x"), scene.vault(accessGroup: "TEAM.group"),
      ]
      for other in others { try await other.replace(.account, with: Secret("a"), expecting: .nothing) }
      scene.deleteApp()
      let vault = scene.vault()
      #expect(try await vault.record(named: .account) == nil)
      try await vault.replace(.account, with: Secret("new owner"), expecting: .nothing)
      #expect(try await vault.removeItemsOfEarlierInstallations() == 1)
      #expect(try await vault.removeItemsOfEarlierInstallations() == 0)
      #expect(try await vault.record(named: .account)?.contents == Secret("new owner"))
      #expect(StandInKeychain.items.count == 1 + others.count)
    }

    @Test func `before the first unlock no new installation begins`() async throws {
      let scene = KeychainScene()
      StandInKeychain.set(.beforeFirstUnlock)
      #expect(await code { try await scene.vault().record(named: .account) } == .storeLocked)
      #expect(scene.marker.read() == nil)
      StandInKeychain.set(.unlocked)
      #expect(try await scene.vault().record(named: .account) == nil)
      #expect(scene.marker.read() != nil)
    }

    @Test func `twenty tasks that come first make one installation`() async throws {
      let scene = KeychainScene()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            let name = RecordName(.credential, [Array("\(number)".utf8)])
            try await scene.vault().replace(name, with: Secret("a"), expecting: .nothing)
          }
        }
        try await group.waitForAll()
      }
      #expect(Set(StandInKeychain.items.map(\.service)).count == 1)
      #expect(try await scene.vault().ids(of: .credential).count == 20)
    }

    @Test func `without a marker the items of every installation are used`() async throws {
      let scene = KeychainScene()
      let vault = KeychainVault(locks: scene.locks, marker: .none)
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      scene.deleteApp()
      #expect(try await KeychainVault(locks: scene.locks, marker: .none).record(named: .account) != nil)
    }

    @Test func `the marker is in the user defaults of the app or of its group`() throws {
      for group in [nil, "group.wayleave.\(UUID().uuidString)"] as [String?] {
        let marker = InstallMarker.defaults(ofGroup: group)
        let defaults = try #require(group.map { UserDefaults(suiteName: $0) } ?? .standard)
        defer { defaults.removeObject(forKey: "wayleave.installation") }
        marker.write("one")
        #expect(marker.read() == "one" && defaults.string(forKey: "wayleave.installation") == "one")
      }
    }
  }

  @Suite("Keychain: where the locks and the marker are")
  struct KeychainPlaceTests {
    @Test func `a group has its container, its items and its defaults`() async throws {
      let scene = KeychainScene()
      let group = "group.wayleave.\(UUID().uuidString)"
      StandInKeychain.setGroups(["TEAM.app", group])
      StandInGroups.set(scene.folder, of: group)
      defer { UserDefaults(suiteName: group)?.removeObject(forKey: "wayleave.installation") }
      let vault = try KeychainVault(appGroup: group)
      try await vault.replace(.account, with: Secret("a"), expecting: .nothing)
      try await vault.withLock(on: .account, until: .now + .seconds(5)) {}
      #expect(StandInKeychain.items.map(\.group) == [group])
      let locks = scene.folder.path + "/Library/Application Support/wayleave/locks/"
      #expect(FileManager.default.fileExists(atPath: locks + RecordName.account.text))
    }

    @Test func `an app that is not signed for a group is told so`() async {
      #expect(await code { try KeychainVault(appGroup: "group.foreign") } == .unsupported)
    }

    @Test func `an app alone needs no words`() throws {
      #expect(try KeychainVault().location == "the keychain")
    }
  }
}

/// One after the other: there is one keychain.
@Suite(.serialized) struct KeychainTests {}
