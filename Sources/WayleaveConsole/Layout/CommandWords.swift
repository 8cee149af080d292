/// The words of a text. A command between backticks is one word: a part of it could not be typed.
enum CommandWords {
  static func split(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var index = start
    var isCommand = false
    while index < text.endIndex {
      let character = text[index]
      if character == "`" {
        isCommand = !isCommand && text[text.index(after: index)...].contains("`")
      } else if character == " ", !isCommand {
        words.append(text[start..<index])
        start = text.index(after: index)
      }
      index = text.index(after: index)
    }
    return words + [text[start...]]
  }
}
