import WayleaveSystem
import WayleaveWire

/// Whether a folder or a file of the program belongs to the user alone.
package struct PlaceCheck: Sendable {
  /// What is there.
  package enum State: Sendable, Equatable {
    case absent
    /// Its permission bits, and whether it belongs to this user.
    case present(mode: UInt32, isOwn: Bool)
    /// A reason why it cannot be looked at.
    case unreadable(String)
  }

  private let path: String
  private let isFile: Bool
  /// What others must not be able to do.
  private let forbidden: OthersAccess

  /// The key file, or a folder with secrets: no one else may look into it.
  package static func secret(_ path: String, isFile: Bool = false) -> PlaceCheck {
    PlaceCheck(path: path, isFile: isFile, forbidden: .any)
  }

  /// A folder that decides where tokens go: no one else may write into it.
  package static func trusted(_ path: String) -> PlaceCheck {
    PlaceCheck(path: path, isFile: false, forbidden: .writing)
  }

  /// What is wrong with it; nil when nothing is.
  package func fault(in state: State) -> Finding? {
    let shown = "\(isFile ? "The file" : "The folder") \(DisplayText.clean(path, limit: 300))"
    switch state {
    case .absent: return nil
    case .unreadable(let reason):
      return Finding(
        .folders, .failed, "\(shown) cannot be looked at: \(reason).", remedy: "See who may: `\(list)`.")
    case .present(_, isOwn: false):
      return Finding(
        .folders, .failed, "\(shown) belongs to another user.",
        remedy: "See whose it is: `\(list)`. Set WAYLEAVE_HOME to a folder of your own, or have it given to you.")
    case .present(let mode, isOwn: true):
      guard forbidden.isGiven(by: mode) else { return nil }
      let (deed, wanted) = forbidden == .any ? ("reach", isFile ? "600" : "700") : ("write into", "go-w")
      let octal = String(mode & 0o777, radix: 8)
      return Finding(
        .folders, .failed,
        "Other users can \(deed) \(shown.prefix(1).lowercased() + shown.dropFirst()) (mode \(octal)).",
        remedy: "Close it: `chmod \(wanted) \(Remedy.argument(path) ?? "PATH")`.")
    }
  }

  private var list: String { "ls -ld \(Remedy.argument(path) ?? "PATH")" }
}
