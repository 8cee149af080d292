#if canImport(Security)
  import Foundation
  import WayleaveWire

  /// Tells the items of this installation from those of an earlier one.
  ///
  /// An app's items outlive the app: anyone who deletes it and installs it again would be signed in as before, perhaps
  /// with an account that belongs to the former owner of the device. What is in the user defaults is deleted with the
  /// app, so the marker is there, and every item names it. A Mac keeps the user defaults of a deleted app: there, items of
  /// an earlier installation are read.
  public struct InstallMarker: Sendable {
    let read: @Sendable () -> String?
    let write: @Sendable (String) -> Void

    /// A marker in another place.
    ///
    /// `read` gives what `write` got last, or nil. The place has to be deleted with the app.
    public init(read: @escaping @Sendable () -> String?, write: @escaping @Sendable (String) -> Void) {
      (self.read, self.write) = (read, write)
    }

    /// A marker in the user defaults: those of the app, or of a group that the app shares with its extensions.
    public static func defaults(ofGroup group: String? = nil) -> InstallMarker {
      InstallMarker(
        read: { defaults(group)?.string(forKey: key) }, write: { defaults(group)?.set($0, forKey: key) })
    }

    /// No marker: the items of earlier installations are used too.
    public static let none = InstallMarker(read: { "any" }, write: { _ in })

    static let key = "wayleave.installation"

    private static func defaults(_ group: String?) -> UserDefaults? {
      group.map { UserDefaults(suiteName: $0) } ?? .standard
    }

    /// A name for a new installation.
    static func newName() -> String {
      var generator = SystemRandomNumberGenerator()
      return String(generator.next(), radix: 16)
    }
  }
#endif
