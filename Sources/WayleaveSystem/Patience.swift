/// How long a program waits for something that may hang.
package enum Patience {
  /// The time, or a shorter one in a debug build: tests run the program as a process of its own, and cannot hand in a clock.
  package static func of(_ usual: Duration) -> Duration {
    #if DEBUG
      let milliseconds = ProcessEnvironment.variable("TESTED_WAYLEAVE_PATIENCE").flatMap { Int64($0) }
      return milliseconds.map { min(usual, .milliseconds($0)) } ?? usual
    #else
      return usual
    #endif
  }
}
