import WayleaveConsole
import WayleaveSystem

extension TextLayout {
  /// Lines for a stream: as wide as `COLUMNS` says, else as the terminal; without either they are not broken.
  init(for stream: FileDescriptor) {
    self.init(width: Environment.variable("COLUMNS").flatMap(Int.init) ?? stream.terminalSize?.columns ?? .max)
  }
}
