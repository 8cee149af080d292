package import WayleaveSystem
import WayleaveWire

/// Whether locks hold for all machines that have a folder in common.
package enum SharedFolderCheck {
  /// A warning where they hold on this machine alone; nil where they are good, or where nothing is known.
  package static func finding(at path: String, on system: FileSystem?) -> Finding? {
    guard let system, system.locksOnThisMachineAlone else { return nil }
    return Finding(
      .folders, .warning,
      "The file system of \(DisplayText.clean(path, limit: 300)) (\(DisplayText.clean(system.kind, limit: 40))) "
        + "is mounted with locks of this machine alone, so programs on two machines could spend one refresh token.",
      remedy: "Use the store on one machine, or put it on a local disk: set WAYLEAVE_HOME to a folder there.")
  }
}
