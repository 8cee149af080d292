/// Follows a text through the sequences that style it: a terminal shows none of their characters.
///
/// ECMA-48 §5.4, and the command strings of §5.6, of which a link is one.
struct EscapeSequence {
  private enum Place {
    case outside, begun, control, command, commandEnd
  }

  private var place = Place.outside

  /// Whether the next character belongs to a sequence.
  mutating func takes(_ character: Character) -> Bool {
    switch (place, character) {
    case (.outside, "\u{1B}"): place = .begun
    case (.outside, _): return false
    case (.begun, "["): place = .control
    case (.begun, "]"): place = .command
    case (.control, "\u{40}"..."\u{7E}"), (.begun, _), (.commandEnd, _): place = .outside
    case (.command, "\u{07}"): place = .outside
    case (.command, "\u{1B}"): place = .commandEnd
    case (.control, _), (.command, _): break
    }
    return true
  }
}
