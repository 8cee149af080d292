public import Foundation

// There is no CoreFoundation on Linux: its types stand here under their names, as Security's signatures need them.

/// https://developer.apple.com/documentation/corefoundation/cfstring
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public typealias CFString = String
/// https://developer.apple.com/documentation/corefoundation/cfdictionary
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public typealias CFDictionary = [String: Any]
/// https://developer.apple.com/documentation/corefoundation/cfdata
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public typealias CFData = Data
/// https://developer.apple.com/documentation/corefoundation/cftyperef
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public typealias CFTypeRef = Any
/// https://developer.apple.com/documentation/corefoundation/cfallocator
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public final class CFAllocator {}
/// https://developer.apple.com/documentation/corefoundation/cferror
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public final class CFError {}
/// https://developer.apple.com/documentation/darwin/osstatus
@available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
public typealias OSStatus = Int32
