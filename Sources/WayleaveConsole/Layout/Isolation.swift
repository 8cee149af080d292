/// Words of a right-to-left script in a line of ours: they turn nothing around them, neither parentheses nor numbers.
///
/// Unicode Standard Annex 9 §2.4: First Strong Isolate and Pop Directional Isolate.
package enum Isolation {
  private static let start: Unicode.Scalar = "\u{2068}"
  private static let end: Unicode.Scalar = "\u{2069}"

  static let marks: Set<Unicode.Scalar> = [start, end]

  /// A text whose words of a right-to-left script are isolated, each run of them as a whole.
  ///
  /// What is a mark already was ours: text from outside is cleaned of them.
  package static func isolating(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft), !text.unicodeScalars.contains(where: marks.contains)
    else {
      return text
    }
    var (isolated, run) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    // Spaces after a letter of a run, which belong to it where another letter follows.
    var spaces = String.UnicodeScalarView()
    func endRun() {
      if !run.isEmpty { isolated += [start] + run + [end] }
      isolated += spaces
      run.removeAll()
      spaces.removeAll()
    }
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) {
        run += spaces + [scalar]
        spaces.removeAll()
      } else if scalar == " ", !run.isEmpty {
        spaces.append(scalar)
      } else {
        endRun()
        isolated.append(scalar)
      }
    }
    endRun()
    return String(isolated)
  }

  /// The letters of Hebrew, Arabic and their relatives: Unicode Standard Annex 9 §3.2, "R" and "AL".
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
