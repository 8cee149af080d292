package import WayleaveConsole

extension Interruption {
  /// What this program has changed so far, and whether Ctrl-C must wait.
  package static let ofProgram = Interruption()
}
