/// https://developer.apple.com/documentation/security/secaccesscontrol
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, visionOS 1, *)
public final class SecAccessControl {
  /// What it was made of.
  public let standInProtection: String
  public let standInFlags: SecAccessControlCreateFlags

  init(protection: String, flags: SecAccessControlCreateFlags) {
    (standInProtection, standInFlags) = (protection, flags)
  }
}

/// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, visionOS 1, *)
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/userpresence
  public static let userPresence = SecAccessControlCreateFlags(rawValue: 1)
  /// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/privatekeyusage
  @available(macOS 10.12.1, iOS 9, tvOS 9, watchOS 2, visionOS 1, *)
  public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
}

/// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, visionOS 1, *)
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard StandInKeychain.makesAccessControls, let protection = protection as? String else { return nil }
  return SecAccessControl(protection: protection, flags: flags)
}
