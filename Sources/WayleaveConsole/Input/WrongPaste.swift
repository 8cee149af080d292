package import WayleaveWire

/// Why a pasted text does not answer a sign-in that waits, as far as the text shows it.
package enum WrongPaste: Sendable, Equatable {
  /// It is the URL to open, not the one at which the browser ends.
  case pageItself
  /// It stops where a terminal's own line ends.
  case cutOff
  /// It has an answer, which belongs to another sign-in.
  case otherSignIn
  /// It has a code, and no state next to it.
  case noState
  /// It is a URL without a code or an error.
  case noCode
  /// It is no URL.
  case noURL

  /// How long a line can be that a terminal edits itself: termios(3), "canonical mode".
  private static let longestLine = [4095, 4096]
  private static let states = ["state", "oauth_token", "denied", "response"]

  /// What is wrong with a text that was refused; `page` is the URL to open, where it is known.
  package init(_ typed: String, page: AbsoluteURL? = nil) {
    let text = PastedAnswer.unquoted(typed)
    if Self.longestLine.contains(typed.utf8.count) {
      self = .cutOff
    } else if let url = try? AbsoluteURL(arriving: text) {
      let form = (try? url.queryForm) ?? Form()
      self =
        if let page, Self.isSamePlace(url, page) {
          .pageItself
        } else if !PastedAnswer.names.contains(where: form.contains) {
          // The parameters of a request: the page of any provider, or of another sign-in.
          form.contains("client_id") ? .pageItself : .noCode
        } else {
          Self.states.contains(where: form.contains) ? .otherSignIn : .noState
        }
    } else {
      self = .noURL
    }
  }

  private static func isSamePlace(_ url: AbsoluteURL, _ other: AbsoluteURL) -> Bool {
    url.scheme == other.scheme && url.authority == other.authority && url.path == other.path
  }

  /// What is wrong, and what to paste in its place.
  package var sentence: String {
    switch self {
    case .pageItself:
      "That is the URL to open. Open it, sign in, and paste the URL at which the browser ends."
    case .cutOff:
      "Your terminal cut that URL off at 4,095 bytes. Paste the part from `code=` on, with the code and the state."
    case .otherSignIn: "That URL belongs to another sign-in, or to an earlier one. Paste the one of this sign-in."
    case .noState: "That URL has a code and no state, so it is not complete. Copy all of it from the address bar."
    case .noCode: "There is no code in that URL. Paste the one at which the browser ends after you have signed in."
    case .noURL: "That is not a URL. Copy the whole URL from the address bar of the browser."
    }
  }
}
