import Crypto
package import WayleaveSignIn
package import WayleaveWire

/// Takes out of the steps of a sign-in who the user is, and where on this computer their files are: a saved trace is for
/// other eyes.
///
/// Fingerprints get another form in each record: equal ones stay equal, and no one can find an address of email by trying a
/// list of them.
package struct TracePrivacy: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// Values of these names can name the user.
  private static let leftOut: Set<String> = ["error_description", "login_hint", "email", "username", "resource"]
  private static let mark = Array("\(Secret.mark) ".utf8)

  package init() {}

  /// A step without the user.
  package func withoutUser(_ event: Event) -> Event {
    let detail =
      switch event.name {
      case .identified: "a user, whose name is left out"
      case .credentialStored: "in the store"
      default: hidden(event.detail)
      }
    return Event(event.name, rule: event.rule, detail, fields: event.fields.map(withoutUser))
  }

  /// An error without the texts that can name the user, or a folder of theirs; its code says what happened.
  package func withoutUser(_ error: any Error) -> any Error {
    guard let error = error as? OAuthError, !error.isForOtherEyes else { return error }
    return error.worded("The message is left out, as it can name the user or a file of theirs: see the code.")
  }

  private func withoutUser(_ field: Event.Field) -> Event.Field {
    let isAddress = field.name != "resource" || field.value.hasPrefix("acct:")
    guard Self.leftOut.contains(field.name), isAddress else {
      return Event.Field(name: field.name, value: hidden(field.value))
    }
    return Event.Field(name: field.name, value: "(left out)")
  }

  /// A text with other fingerprints.
  private func hidden(_ text: String) -> String {
    let parts = Array(text.utf8).separated(by: Self.mark)
    guard parts.count > 1 else { return text }
    var hidden = Array(parts[0])
    for part in parts.dropFirst() {
      let digits = part.prefix { $0 != UInt8(ascii: ">") }
      let code = HMAC<SHA256>.authenticationCode(for: Array(digits), using: key)
      hidden += Self.mark + Array(code.prefix(4)).hexadecimal.utf8 + part.dropFirst(digits.count)
    }
    return String(decoding: hidden, as: UTF8.self)
  }
}

extension OAuthError {
  /// Whether its message has nothing of this computer, and no name of a user.
  fileprivate var isForOtherEyes: Bool {
    switch category {
    case .denied, .cancelled, .timedOut, .network, .refused, .unverified: code != .stepUpNeeded
    case .configuration, .signInNeeded, .storage: false
    }
  }
}
