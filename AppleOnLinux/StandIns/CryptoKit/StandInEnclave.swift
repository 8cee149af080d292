import Foundation
import Security
import Synchronization

/// The Secure Enclave that the stand-ins answer from: that of one device, or none.
///
/// Which errors it throws is not documented, so each call can throw one that no one knows.
public enum StandInEnclave {
  /// What it is asked for.
  public enum Call: Sendable, CaseIterable { case make, open, sign }

  /// What no page describes.
  public struct Failure: Error {}

  private struct State {
    var isThere = true
    var device: UInt8 = 1
    var refused: Set<Call> = []
    var protections: [String] = []
  }

  private static let state = Mutex(State())

  /// Puts everything back to the beginning.
  public static func reset() { state.withLock { $0 = State() } }
  /// Whether the device has one.
  public static var isThere: Bool {
    get { state.withLock(\.isThere) }
    set { state.withLock { $0.isThere = newValue } }
  }
  /// These calls fail until something else is said.
  public static func refuse(_ calls: Call...) { state.withLock { $0.refused = Set(calls) } }
  /// Another device, or the same one after it was erased: the keys of before open nothing any more.
  public static func moveToAnotherDevice() { state.withLock { $0.device += 1 } }
  /// The protections with which keys were made for the use of a private key.
  public static var protections: [String] { state.withLock(\.protections) }

  static func make(_ control: SecAccessControl) throws -> UInt8 {
    let (protection, flags) = (control.standInProtection, control.standInFlags)
    return try state.withLock { state in
      // https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/privatekeyusage: without it no key
      // of the Secure Enclave can be used.
      guard state.isThere, !state.refused.contains(.make), flags == .privateKeyUsage else { throw Failure() }
      state.protections.append(protection)
      return state.device
    }
  }

  static func open(_ data: Data) throws -> UInt8 {
    try state.withLock { state in
      guard state.isThere, !state.refused.contains(.open), data.first == state.device else { throw Failure() }
      return state.device
    }
  }

  static func sign() throws {
    try state.withLock { state in
      guard state.isThere, !state.refused.contains(.sign) else { throw Failure() }
    }
  }
}
