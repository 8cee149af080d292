/// A text as one word of a shell.
package enum ShellWord {
  /// The text between apostrophes: there nothing means anything but the apostrophe itself, and in fish the backslash.
  ///
  /// By scalars: to a text, an apostrophe with an accent is another character.
  package static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'": #"'\''"#
      case "\\": #"'\\'"#
      default: String(scalar)
      }
    }
    return "'\(inner.joined())'"
  }
}
