import WayleaveWire

/// Whether a property list holds what looks like a secret. No value is shown.
///
/// RFC 8252 §8.5: "secrets that are statically included as part of an app distributed to multiple users should not be
/// treated as confidential secrets".
struct EmbeddedSecretCheck {
  private let file: AppleAppFile

  init(_ file: AppleAppFile) { self.file = file }

  var findings: [Finding] {
    var places = Places()
    places.visit(file.value, isSecret: false)
    return [
      places.privateKeys.text.map { text in
        Finding(
          .appleApp, of: file.path, .failed, "A private key stands at \(text): anyone who has the app can read it.",
          remedy: "Remove it, and replace it where it is used. What needs a secret is done by a server of yours.")
      },
      // A name alone may mean something else, so this is no failure.
      places.named.text.map { text in
        Finding(
          .appleApp, of: file.path, .warning,
          "By its name a secret stands at \(text): anyone who has the app can read it.",
          remedy: "If it is one, remove it, and have the provider give you a new one. An app is a public client, with "
            + "PKCE; what needs a secret is done by a server of yours.")
      },
    ].compactMap { $0 }
  }

  /// Places in the file, of which the first are shown.
  ///
  /// A path is written only for those that are shown: a file of long names has more of them than fit into memory.
  private struct Shown {
    private var count = 0
    private var first: [String] = []

    private static let most = 5

    /// The places, for people; nil where there is none.
    var text: String? {
      guard count > 0 else { return nil }
      let shown = first.map { "“\(DisplayText.clean($0, limit: 80))”" }.joined(separator: ", ")
      return count > first.count ? "\(shown) and \(count - first.count) more" : shown
    }

    mutating func add(_ path: [String]) {
      count += 1
      if first.count < Self.most { first.append(path.joined(separator: ".")) }
    }
  }

  /// Where a private key stands, and where a text stands under a name that says it is secret.
  private struct Places {
    private(set) var privateKeys = Shown()
    private(set) var named = Shown()
    private var path: [String] = []

    mutating func visit(_ value: JSON, isSecret: Bool) {
      switch value {
      case .object(let object):
        for member in object.members {
          visit(
            member.value, named: member.name, isSecret: isSecret || SecretNames.propertyList.contains(member.name.utf8))
        }
      case .array(let elements):
        for (place, element) in elements.enumerated() { visit(element, named: "\(place)", isSecret: isSecret) }
      case .string(let text):
        if text.contains("PRIVATE KEY-----") {
          privateKeys.add(path)
        } else if isSecret, !text.isEmpty, !Self.isAddress(text) {
          named.add(path)
        }
      case .null, .bool, .number: break
      }
    }

    private mutating func visit(_ value: JSON, named name: String, isSecret: Bool) {
      path.append(name)
      visit(value, isSecret: isSecret)
      path.removeLast()
    }

    /// Whether a text is a URL, such as that of the page for a forgotten password.
    private static func isAddress(_ text: String) -> Bool { (try? AbsoluteURL(text))?.host != nil }
  }
}
