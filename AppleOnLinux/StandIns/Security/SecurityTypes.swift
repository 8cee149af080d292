public import Foundation

// There is no CoreFoundation on Linux: its types stand here under their names, as Security's signatures need them.

/// https://developer.apple.com/documentation/corefoundation/cfstring
public typealias CFString = String
/// https://developer.apple.com/documentation/corefoundation/cfdictionary
public typealias CFDictionary = [String: Any]
/// https://developer.apple.com/documentation/corefoundation/cfdata
public typealias CFData = Data
/// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = Any
/// https://developer.apple.com/documentation/corefoundation/cfallocator
public final class CFAllocator {}
/// https://developer.apple.com/documentation/corefoundation/cferror
public final class CFError {}
/// https://developer.apple.com/documentation/darwin/osstatus
public typealias OSStatus = Int32
