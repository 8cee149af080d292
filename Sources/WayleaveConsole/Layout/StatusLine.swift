/// What is waited for, as the last line of a terminal shows it: a spinner or a prompt, and how much time is left.
package struct StatusLine: Sendable {
  /// What is waited for.
  private let text: String
  /// The same for a narrow terminal.
  private let short: String
  /// How long it is waited for; nil where that is not for the user to know.
  private let time: Duration?
  /// Whether the user types after it.
  package let isPrompt: Bool

  private init(_ text: String, short: String, time: Duration?, isPrompt: Bool = false) {
    self.text = text
    self.short = short
    self.time = time
    self.isPrompt = isPrompt
  }

  /// For the user, who has so much time.
  package static func user(_ place: String, for time: Duration) -> StatusLine {
    StatusLine("Waiting for you \(place)", short: "Waiting for you", time: time)
  }

  /// For a text that the user types or pastes after it.
  package static func prompt(_ text: String, short: String, for time: Duration) -> StatusLine {
    StatusLine(text, short: short, time: time, isPrompt: true)
  }

  /// For the answer of a server.
  package static func server(_ host: String) -> StatusLine {
    StatusLine("Asking \(host) …", short: "Asking \(host) …", time: nil)
  }

  private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let plainFrames = ["|", "/", "-", "\\"]

  /// The line after some time: one column is left free, since many terminals break a line that is full.
  package func line(after elapsed: Duration, width: Int, inASCII: Bool = false) -> String {
    let seconds = max(0, Int(elapsed.components.seconds))
    let frames = inASCII ? Self.plainFrames : Self.frames
    let forms = forms(after: seconds).map { form in
      let form = inASCII ? ASCIIText.spelled(form) : form
      return isPrompt ? "\(form): " : "\(frames[seconds % frames.count]) \(form)"
    }
    return forms.first { $0.columns < width } ?? String((forms.last ?? "").prefix(columns: max(0, width - 1)))
  }

  /// The line from the longest to the shortest.
  private func forms(after seconds: Int) -> [String] {
    guard let time else { return [text] }
    let left = max(0, Int(time.components.seconds) - seconds)
    let clock = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
    return ["\(text) (\(clock); Ctrl-C ends it)", "\(text) (\(clock))", "\(short) (\(clock))", short]
  }
}
