/// What this release is called.
package enum Release {
  /// Its number, such as 0.1.0.
  package static let number = "0.1.0"
}
