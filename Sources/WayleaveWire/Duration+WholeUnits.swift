/// Where a time becomes a number: protocols, files and messages write whole seconds.
///
/// A fraction is dropped. A time that an `Int64` cannot hold becomes the nearest one that it can: no caller's time traps.
extension Duration {
  /// The whole seconds.
  package var wholeSeconds: Int64 {
    guard self < .seconds(Int64.max) else { return .max }
    guard self > .seconds(Int64.min) else { return .min }
    return components.seconds
  }

  /// The whole milliseconds.
  package var wholeMilliseconds: Int64 {
    guard self < .milliseconds(Int64.max) else { return .max }
    guard self > .milliseconds(Int64.min) else { return .min }
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
