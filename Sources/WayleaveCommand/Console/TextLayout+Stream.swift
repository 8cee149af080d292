import WayleaveConsole

extension TextLayout {
  /// Lines for a stream: as wide as `COLUMNS` says, else as the terminal; without either they are not broken.
  init(for stream: Descriptor) {
    self.init(width: Environment.variable("COLUMNS").flatMap(Int.init) ?? stream.terminalSize?.columns ?? .max)
  }
}
