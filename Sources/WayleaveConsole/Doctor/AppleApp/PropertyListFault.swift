import WayleaveWire

/// Why a property list cannot be read: the line, and what is wrong there.
///
/// No value of the file stands in it: that may be a secret.
package struct PropertyListFault: Error, Equatable {
  /// Counted from 1.
  package let line: Int
  /// The end of a sentence that begins with the line.
  package let reason: String

  init(line: Int, _ reason: String) {
    self.line = line
    self.reason = DisplayText.clean(reason, limit: 200)
  }
}
