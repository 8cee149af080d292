package import WayleaveWire

/// Why a pasted text does not answer a sign-in that waits, as far as the text shows it.
package enum WrongPaste: Sendable, Equatable {
  /// It is the code, or the page for it, that belongs on another device.
  case deviceCode
  /// It is the command that forwards a port.
  case command
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
  /// It is a word that ends other programs.
  case quit

  /// How long a line can be that a terminal edits itself: termios(3), "canonical mode".
  private static let longestLine = [4095, 4096]
  private static let quits: Set = ["q", "quit", "exit", "cancel", "stop", ":q"]
  private static let states = ["state", "oauth_token", "denied", "response"]

  /// What is wrong with a text that was refused; `page` is the URL to open, and `userCode` the code for another device,
  /// where they are known.
  package init(_ typed: String, page: AbsoluteURL? = nil, userCode: String? = nil) {
    let text = PastedAnswer.unquoted(typed)
    if Self.quits.contains(text.lowercased()) {
      self = .quit
    } else if let userCode, Self.has(userCode, in: text) {
      self = .deviceCode
    } else if text.utf8.starts(with: "ssh-L".utf8) {
      // What is pasted has lost its spaces.
      self = .command
    } else if Self.longestLine.contains(typed.utf8.count) {
      self = .cutOff
    } else if let url = try? AbsoluteURL(arriving: text) {
      var form = (try? url.queryForm) ?? Form()
      if let fragment = url.fragment.flatMap({ try? Form(decoding: $0) }) { form.append(contentsOf: fragment) }
      self =
        if let page, Self.isSamePlace(url, page) {
          .pageItself
        } else if !PastedAnswer.names.contains(where: form.contains), !form.contains("access_token") {
          // The parameters of a request: the page of any provider, or of another sign-in.
          form.contains("client_id") ? .pageItself : .noCode
        } else {
          Self.states.contains(where: form.contains) ? .otherSignIn : .noState
        }
    } else {
      self = .noURL
    }
  }

  /// Whether a text is a user code, or a URL with it: RFC 8628 §6.1 lets people leave out what separates its parts.
  private static func has(_ userCode: String, in text: String) -> Bool {
    let code = userCode.utf8.filter(\.isLetterOrDigit)
    let form = (try? AbsoluteURL(arriving: text))?.query.flatMap { try? Form(decoding: $0) }
    let typed = (try? form?.nonEmptyText(of: "user_code")).flatMap(\.self) ?? text
    return !code.isEmpty && typed.utf8.filter(\.isLetterOrDigit).elementsEqual(code)
  }

  private static func isSamePlace(_ url: AbsoluteURL, _ other: AbsoluteURL) -> Bool {
    url.scheme == other.scheme && url.authority == other.authority && url.path == other.path
  }

  /// What is wrong, and what to paste in its place.
  package var sentence: String {
    switch self {
    case .deviceCode: "That is for the other device: open its page there, and type the code."
    case .command: "That is a command for your own computer: run it there, in another terminal."
    case .pageItself:
      "That is the URL to open. Open it, sign in, and paste the URL at which the browser ends."
    case .cutOff:
      "Your terminal cut that URL off at 4,095 bytes. Paste the part from `code=` on, with the code and the state."
    case .otherSignIn: "That URL belongs to another sign-in, or to an earlier one. Paste the one of this sign-in."
    case .noState: "That URL has a code and no state, so it is not complete. Copy all of it from the address bar."
    case .noCode: "There is no code in that URL. Paste the one at which the browser ends after you have signed in."
    case .quit: "To end the sign-in, press Ctrl-C."
    case .noURL: "That is not a URL. Copy the whole URL from the address bar of the browser."
    }
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  fileprivate var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
