#if canImport(Security)
  import Security

  /// When an item of the keychain can be read, and who is asked for it.
  public struct KeychainProtection: Sendable, Hashable {
    /// From when on, and on which devices, an item can be read.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
      /// After the device was unlocked once since it started, and on this device alone: apps in the background can
      /// refresh.
      case afterFirstUnlockThisDeviceOnly
      /// After the first unlock; an encrypted backup takes the item to another device.
      case afterFirstUnlock
      /// While the device is unlocked, and on this device alone.
      case whenUnlockedThisDeviceOnly
      /// While the device is unlocked; an encrypted backup takes the item to another device.
      case whenUnlocked
      /// While a device that has a passcode is unlocked; without the passcode the item is lost.
      case whenPasscodeSetThisDeviceOnly
    }

    /// From when on, and on which devices.
    public var accessibility: Accessibility
    /// The reason that is shown to the user, who confirms each reading with a finger, a face or the passcode; nil asks
    /// no one.
    ///
    /// The answer counts for the changes that follow the reading, too. Nothing can be read in the background then. A
    /// refresh asks as well. tvOS and watchOS ask without showing the reason.
    public var userPresence: String?

    /// After the first unlock on this device alone, and without asking, unless something else is said.
    public init(_ accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly, userPresence: String? = nil) {
      (self.accessibility, self.userPresence) = (accessibility, userPresence)
    }
  }

  extension KeychainProtection.Accessibility {
    /// The keychain's own name for it.
    var attribute: CFString {
      switch self {
      case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      }
    }
  }
#endif
