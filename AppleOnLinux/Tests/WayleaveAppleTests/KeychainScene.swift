import CryptoKit
import Foundation
import Security
import Synchronization
@testable import WayleaveAppleUnderTest
import WayleaveSystem
import WayleaveWire

/// A keychain that was just set up, a folder for locks, and the vaults over them.
final class KeychainScene: Sendable {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wayleave-\(UUID().uuidString)")
  private let installation = Mutex<String?>(nil)

  init() {
    StandInKeychain.reset()
    StandInEnclave.reset()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var locks: LockFolder { LockFolder(directory: folder.path + "/a/locks") }

  var marker: InstallMarker {
    InstallMarker(
      read: { self.installation.withLock(\.self) }, write: { name in self.installation.withLock { $0 = name } })
  }

  /// The app is deleted: its folders and defaults go, and the keychain stays.
  func deleteApp() { installation.withLock { $0 = nil } }

  func vault(
    accessGroup: String? = nil, protection: KeychainProtection = .init(), service: String = "wayleave"
  ) -> KeychainVault {
    KeychainVault(service: service, accessGroup: accessGroup, protection: protection, locks: locks, marker: marker)
  }
}

extension RecordName {
  static let account = RecordName(.credential, [Array("provider".utf8), Array("one".utf8)])
  static let other = RecordName(.credential, [Array("provider".utf8), Array("two".utf8)])
}

/// The code of the error that something throws; nil where it throws none, or another.
func code<Value>(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Value
) async -> OAuthError.Code? {
  do { _ = try await body() } catch { return (error as? OAuthError)?.code }
  return nil
}
