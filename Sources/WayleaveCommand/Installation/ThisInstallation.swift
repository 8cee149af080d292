import WayleavePlain
import WayleaveSystem

/// Where the programs of this installation are.
enum ThisInstallation {
  /// The program that people type: this one is what it becomes.
  static var typedProgram: String? {
    let places = InstalledProgram.typedPaths(for: ThisProcess.executable)
    return places.lazy.compactMap { ExecutableSearch.path(of: $0, in: "") }.first.flatMap(ThisProcess.path(ofProgram:))
  }
}
