package import WayleaveWire

/// A file that says to Apple's systems what an app is and may do. Its content says which one it is, and its name where it has no content.
package struct AppleAppFile: Sendable {
  /// The files that are known.
  package enum Kind: Sendable, Equatable, CaseIterable {
    /// Info.plist: what an app is.
    case information
    /// What an app may do.
    case entitlements
    /// What a web site lets apps do: apple-app-site-association.
    case association
  }

  /// What stands at a path: the bytes, or why they cannot be read.
  package typealias Content = Result<[UInt8], OAuthError>

  /// The largest file that is read. Those of real apps have a few kilobytes.
  package static let maximumSize = 1 << 20

  /// Its path, as the user wrote it.
  package let path: String
  package let kind: Kind
  package let value: JSON
  package let size: Int

  /// Reads a file; throws what is wrong with it, as the finding of `doctor`.
  package init(_ content: Content, at path: String) throws(AppleAppFinding) {
    self.path = path
    let bytes: [UInt8]
    do throws(OAuthError) { bytes = try content.get() } catch { throw AppleAppFinding(because: error, at: path) }
    size = bytes.count
    guard !bytes.isEmpty else { throw AppleAppFinding("The file is empty.", Self.expected, at: path) }
    guard !bytes.starts(with: "bplist".utf8) else {
      throw AppleAppFinding(
        "This is a binary property list, which is not read here.",
        "Make a copy in XML, on a Mac: `plutil -convert xml1 -o COPY \(Remedy.argument(path) ?? "FILE")`.", at: path)
    }
    switch Self.firstCharacter(of: bytes) {
    case UInt8(ascii: "{"): (kind, value) = (.association, try Self.association(bytes, at: path))
    case UInt8(ascii: "<"): (kind, value) = try Self.propertyList(bytes, at: path)
    default:
      throw AppleAppFinding("This is neither a property list in XML nor an object in JSON.", Self.expected, at: path)
    }
  }

  private static let expected =
    "Name the Info.plist of an app, its .entitlements file, or the apple-app-site-association file of its site."

  /// The first byte that is no space and no byte order mark.
  private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
    let start = bytes.starts(with: JSON.byteOrderMark) ? JSON.byteOrderMark.count : 0
    return bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func association(_ bytes: [UInt8], at path: String) throws(AppleAppFinding) -> JSON {
    let value: JSON
    do throws(OAuthError) { value = try JSON(decoding: bytes) } catch {
      throw AppleAppFinding(because: error, at: path)
    }
    guard AssociatedDomain.services.contains(where: { value[$0] != nil }) else {
      throw AppleAppFinding(
        "This JSON has neither “applinks” nor “webcredentials”, so it is not an apple-app-site-association file.",
        expected,
        at: path)
    }
    return value
  }

  private static func propertyList(_ bytes: [UInt8], at path: String) throws(AppleAppFinding) -> (Kind, JSON) {
    let value: JSON
    do throws(PropertyListFault) { value = try PropertyListReader.value(of: bytes) } catch {
      throw AppleAppFinding(
        "This property list cannot be read: line \(error.line) \(error.reason).", "Correct it in Xcode.", at: path)
    }
    let isEntitlements = path.hasSuffix(".entitlements")
    // An app that may do nothing special has entitlements without a key.
    guard let names = value.object?.members.map(\.name), isEntitlements || !names.isEmpty else {
      throw AppleAppFinding(
        "This property list has no keys, so it says nothing of an app.", expected, at: path)
    }
    return (isEntitlements || names.contains(where: isEntitlement) ? .entitlements : .information, value)
  }

  private static func isEntitlement(_ name: String) -> Bool {
    name.hasPrefix("com.apple.") || ["keychain-access-groups", "aps-environment", "get-task-allow"].contains(name)
  }
}

/// What makes a file of an app useless for a check.
package struct AppleAppFinding: Error {
  package let finding: Finding

  init(_ message: String, _ remedy: String, at path: String) {
    finding = Finding(.appleApp, of: path, .failed, message, remedy: remedy)
  }

  init(because error: OAuthError, at path: String) { finding = Finding(.appleApp, of: path, because: error) }
}
