import WayleaveSystem

/// Where the programs of this installation are.
enum ThisInstallation {
  /// The program that people type: this one is what it becomes.
  static var typedProgram: String? {
    let own = ThisProcess.executable?.split(separator: "/").dropLast().map { "/\($0)" }.joined() ?? ""
    let found = ["", "/../../bin"].lazy.compactMap { ExecutableSearch.path(of: "\(own)\($0)/wayleave", in: "") }
    return found.first.flatMap(ThisProcess.path(ofProgram:))
  }
}
