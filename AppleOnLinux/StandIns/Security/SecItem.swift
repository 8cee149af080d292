/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  StandInKeychain.add(attributes)
}

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  StandInKeychain.copy(query) { result?.pointee = $0 }
}

/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  StandInKeychain.update(query, attributesToUpdate)
}

/// https://developer.apple.com/documentation/security/secitemdelete(_:)
@available(macOS 10.6, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  StandInKeychain.delete(query)
}

/// https://developer.apple.com/documentation/security/seccopyerrormessagestring(_:_:)
@available(macOS 10.3, iOS 11.3, tvOS 11.3, watchOS 4.3, visionOS 1, *)
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  status == errSecDecode ? "Unable to decode the provided data." : nil
}

// https://developer.apple.com/documentation/security/security-framework-result-codes: on each system from its beginning.
public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecUserCanceled: OSStatus = -128
public let errSecNotAvailable: OSStatus = -25291
public let errSecAuthFailed: OSStatus = -25293
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecDecode: OSStatus = -26275
public let errSecMissingEntitlement: OSStatus = -34018

// The constants below without versions of their own are on each system from its beginning, macOS 10.6 or 10.10 and iOS
// 2 to 8.

// https://developer.apple.com/documentation/security/item-class-keys-and-values
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"

// https://developer.apple.com/documentation/security/item-attribute-keys-and-values
public let kSecAttrAccessControl: CFString = "accc"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrGeneric: CFString = "gena"
public let kSecAttrLabel: CFString = "labl"
public let kSecAttrService: CFString = "svce"
public let kSecAttrSynchronizable: CFString = "sync"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

// https://developer.apple.com/documentation/security/item-return-result-keys
public let kSecReturnAttributes: CFString = "r_Attributes"
public let kSecReturnData: CFString = "r_Data"

// https://developer.apple.com/documentation/security/search-attribute-keys-and-values
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitAll: CFString = "m_LimitAll"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

// https://developer.apple.com/documentation/security/ksecvaluedata and its neighbours
public let kSecValueData: CFString = "v_Data"
@available(macOS 10.11, iOS 9, tvOS 9, watchOS 2, visionOS 1, *)
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
public let kSecUseDataProtectionKeychain: CFString = "nleg"
