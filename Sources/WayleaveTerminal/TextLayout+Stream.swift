package import WayleaveConsole
package import WayleaveSystem

extension TextLayout {
  /// Lines for a stream: as wide as `COLUMNS` says, else as the terminal; without either they are not broken.
  package init(for stream: FileDescriptor) {
    self.init(width: Environment.variable("COLUMNS").flatMap(Int.init) ?? stream.terminalSize?.columns ?? .max)
  }
}

extension TextStyle {
  /// The style for a stream, as the user's variables want it.
  package init(for stream: FileDescriptor) {
    self.init(onTerminal: stream.isTerminal, variable: Environment.variable)
  }
}
