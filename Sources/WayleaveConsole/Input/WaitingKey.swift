/// A key that is pressed while a sign-in waits.
package enum WaitingKey: Sendable, Equatable {
  /// Open the page in the browser of this computer.
  case open
  /// Copy the URL of the page.
  case copy
  /// End the sign-in.
  case cancel
  /// Show another URL, where the first works no longer.
  case renew

  /// The key of what one reading of the terminal gave; nil for all else.
  ///
  /// A terminal gives a paste, and the sequence of an arrow key, as several bytes at once.
  package init?(_ typed: [UInt8]) {
    switch typed {
    case [UInt8(ascii: "o")], [UInt8(ascii: "O")]: self = .open
    case [UInt8(ascii: "c")], [UInt8(ascii: "C")]: self = .copy
    case [UInt8(ascii: "q")], [UInt8(ascii: "Q")], [0x1B]: self = .cancel
    case [UInt8(ascii: "\n")], [UInt8(ascii: "\r")]: self = .renew
    default: return nil
    }
  }
}
